"""Opponent models: how a search assumes that the other players act. The kernel `many` implements them."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.core.errors import KindError, nearest, quote
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.opponents import KINDS, Opponent
from zermelo.kernels import many

RULES = {"maxn": many.MAXN, "paranoid": many.PARANOID, "bestreply": many.BEST_REPLY}
"""Models of players who do not err, by the names of the textbook's algorithms."""


@dataclass(frozen=True)
class OpponentModel:
    """A rule of players who do not err, or an opponent who errs; and the agent, whose value is searched.

    By default the agent is the player to move at the root; with `mover_errs` it is that player's opponent.
    """

    rule: int = many.MAXN
    opponent: Opponent | None = None
    agent: int | None = None
    mover_errs: bool = False

    @classmethod
    def named(cls, name: str, agent: int | None = None) -> OpponentModel:
        """The model of players who do not err. Raises KindError for an unknown name."""
        if not isinstance(name, str) or name not in RULES:
            raise KindError(f"there is no opponent model '{name}': {nearest(name, RULES)}")
        return cls(RULES[name], agent=agent)

    @classmethod
    def erring(cls, opponent: Opponent, agent: int | None = None, *, mover_errs: bool = False) -> OpponentModel:
        """The model of an opponent who errs. Raises KindError if its rule is not known to the engine."""
        if opponent.kind is None:
            raise KindError(
                f"the engine has no opponent of kind '{opponent.name}', only {', '.join(kind.name for kind in KINDS)}: "
                "use the algorithm 'expectimax'"
            )
        return cls(opponent.kind, opponent, agent, mover_errs)

    @property
    def number(self) -> float:
        """The level, temperature or depth of an opponent who errs; else 0."""
        return 0 if self.opponent is None else self.opponent.number

    def check(self, game: Game) -> None:
        """Raises KindError if the agent is not a player, or if the opponent errs and the game does not allow that."""
        if self.errs and (game.players != 2 or not game.kind.one_number):
            raise KindError(
                f"{quote(game)} cannot have an opponent who errs: that needs two players and constant-sum utilities"
            )
        if self.agent is not None and self.agent not in range(game.players):
            raise KindError(
                f"the agent {self.agent!r} is not a player: players are numbered from 0 to {game.players - 1}"
            )

    def agent_in(self, game: Game, s: State) -> int:
        """The agent of a search of s."""
        if self.agent is not None:
            return self.agent
        mover = 0 if game.is_terminal(s) else max(game.player(s), 0)
        return 1 - mover if self.mover_errs else mover

    @property
    def name(self) -> str:
        """The textbook algorithm that finds the same values."""
        return "expectimax" if self.errs else next(name for name, rule in RULES.items() if rule == self.rule)

    @property
    def errs(self) -> bool:
        """Whether the opponent may choose an action that is not optimal."""
        return self.opponent is not None

    @property
    def is_exact(self) -> bool:
        """Whether a search to the end gives the exact value under this model; best-reply search only estimates it."""
        return self.rule != many.BEST_REPLY

    def chooses(self, game: Game, s: State, agent: int) -> bool:
        """Whether a player in s chooses a best action, so that its actions can be compared."""
        who = game.player(s)
        return who != CHANCE and (who == agent or not self.errs)

    def description(self, agent: int) -> str:
        """The assumption as text, for notes on an answer."""
        if self.opponent is not None:
            return f"against {self.opponent}"
        paranoid = f"player {agent} assumes that all others play against it"
        return {
            many.MAXN: "each player maximises its own value; ties go to the first action",
            many.PARANOID: paranoid,
            many.BEST_REPLY: f"{paranoid}, only one of them choosing at a time: an estimate",
        }[self.rule]
