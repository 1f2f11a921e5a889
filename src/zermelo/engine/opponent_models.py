"""What a search takes the other players to do, by name and number: see `many`, which does it."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.core.errors import KindError, nearest, quote
from zermelo.core.game import CHANCE, Game, State
from zermelo.kernels import many

RULES = {"maxn": many.MAXN, "paranoid": many.PARANOID, "bestreply": many.BEST_REPLY}
"""What others who do not err are taken to do, by the names of the textbook's algorithms."""

ERRING = {"random": many.RANDOM, "level": many.LEVEL, "temperature": many.BOLTZMANN, "depth": many.SEARCHER}
"""What an opponent who errs is taken to do, by the names of the textbook's opponents."""


@dataclass(frozen=True)
class Others:
    """A rule; with a level, a temperature or a depth where they err; and whose eyes it is seen with.

    The agent is who moves at the root, unless one is named; or with `mover_errs` the other one of two.
    """

    rule: int = many.MAXN
    number: float = 0.0
    agent: int | None = None
    mover_errs: bool = False

    @classmethod
    def named(cls, name: str, agent: int | None = None) -> Others:
        """Others who do not err. Raises KindError for a name that there is not."""
        if not isinstance(name, str) or name not in RULES:
            raise KindError(f"the others do not play by '{name}': {nearest(name, RULES)}")
        return cls(RULES[name], agent=agent)

    @classmethod
    def erring(cls, name: str, number: float = 0.0, agent: int | None = None) -> Others:
        """An opponent who errs: `number` is its level, temperature or depth. Raises KindError for an unknown name."""
        if name not in ERRING:
            known = ", ".join(ERRING)
            raise KindError(f"the engine knows opponents of {known}, none of '{name}': use the algorithm 'expectimax'")
        return cls(ERRING[name], number, agent)

    def check(self, game: Game) -> None:
        """Raises KindError if the agent is not a player of the game, or the game has no place for one who errs."""
        if self.errs and (game.players != 2 or not game.kind.one_number):
            raise KindError(
                f"{quote(game)} has no opponent who errs: that takes two players whose utilities have a fixed sum"
            )
        if self.agent is not None and self.agent not in range(game.players):
            raise KindError(f"the agent {self.agent!r} is not a player: they are numbered from 0 to {game.players - 1}")

    def agent_in(self, game: Game, s: State) -> int:
        """The agent, for a search of s."""
        if self.agent is not None:
            return self.agent
        mover = 0 if game.is_terminal(s) else max(game.player(s), 0)
        return 1 - mover if self.mover_errs else mover

    @property
    def name(self) -> str:
        """The algorithm of the textbook that finds the same."""
        return "expectimax" if self.errs else next(name for name, rule in RULES.items() if rule == self.rule)

    @property
    def errs(self) -> bool:
        """Whether they do not simply choose, but as chance or a short look would have it."""
        return self.rule in ERRING.values()

    @property
    def is_exact(self) -> bool:
        """Whether a search to the end finds what play by the rule comes to."""
        return self.rule != many.BEST_REPLY

    def chooses(self, game: Game, s: State, agent: int) -> bool:
        """Whether somebody in s simply chooses, so that its actions can be compared."""
        who = game.player(s)
        return who != CHANCE and (who == agent or not self.errs)

    def words(self, agent: int) -> str:
        """What they are taken to do, for people."""
        paranoid = f"player {agent} takes all others to play against it"
        return {
            many.MAXN: "each takes what is best for itself, and of equals the first",
            many.PARANOID: paranoid,
            many.BEST_REPLY: f"{paranoid}, one of them at a time by choice: an estimate",
            many.RANDOM: "against a random opponent",
            many.LEVEL: f"against an opponent of level {self.number:g}",
            many.BOLTZMANN: f"against an opponent of temperature {self.number:g}",
            many.SEARCHER: f"against an opponent of depth {self.number:g}",
        }[self.rule]
