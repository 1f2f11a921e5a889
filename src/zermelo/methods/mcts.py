"""Monte Carlo tree search as an engine: it needs no evaluation, and runs at the native speed if the rules compile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.core.game import Game
from zermelo.core.results import Answer
from zermelo.engine.mcts import MonteCarlo, refusal
from zermelo.engine.mcts_settings import SELECTION, TREE, MctsSettings
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option


@dataclass(frozen=True)
class MctsOptions:
    """The settings of Monte Carlo tree search."""

    playouts: int | None = option(None, "The number of playouts.")
    c: float | None = option(None, "The exploration constant: the factor of the second term of UCB.")
    selection: str = option("ucb1", "The rule by which children are selected.", choices=tuple(SELECTION))
    first_play: float | None = option(None, "First-play urgency: value an unvisited child this much below its parent.")
    bias: float = option(0.0, "The weight of progressive bias, by the game's order.")
    credit: float = option(0.0, "Give an action this many virtual wins for each point of the game's order.")
    expand_after: int = option(1, "Expand a node after this many visits.", metavar="VISITS")
    widening: float = option(0.0, "Progressive widening: consider this many times the square root of N actions.")
    implicit: float = option(0.0, "The weight of evaluations that are backed up by minimax, from 0 to 1.")
    winning: float = option(0.0, "The weight of win or loss against the margin in selection, from 0 to 1.")
    cutoff: int | None = option(None, "Evaluate a playout after this many plies.")
    decisive: bool = option(False, "Always take a winning action in playouts.")
    proofs: bool = option(True, "Back up proved values (the default), or only means.", flag="--proofs/--no-proofs")
    gumbel: int = option(0, "Share the playouts among this many actions by sequential halving.")
    grave: int | None = option(
        None, "Blend in all-moves-as-first means of the last node with this many visits; 0: RAVE.", metavar="VISITS"
    )
    noise: float = option(0.0, "The share of Dirichlet noise in the priors at the root, for self-play.")
    dirichlet: float | None = option(None, "The parameter of that noise; by default 10 / number of actions.")
    temperature: float = option(0.0, "Draw the action in proportion to visits^(1/T), for self-play.")
    threads: int = option(1, "The number of search threads.")
    tree: int = option(TREE, "The size of the tree in MiB.", unit=2**20, metavar="MIB", flag="--tree")


class MctsMethod(Method):
    """Playouts that build a tree, with proofs."""

    name = "mcts"
    summary = "Monte Carlo tree search with proofs, at the native speed where the rules compile"
    questions = frozenset({Question.ANALYSE, Question.PLAY, Question.RANK})
    has_depth = False
    Options = MctsOptions

    def refusal(self, game: Game, question: Question) -> str | None:
        """It needs perfect information."""
        return refusal(game)

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session that keeps the tree and the machine code."""
        return MctsSession(game, options, setting)


class MctsSession(Session):
    """One search, with its tree."""

    def __init__(self, game: Game, options: MctsOptions, setting: Setting) -> None:
        given = asdict(options)
        self._playouts = given.pop("playouts")
        self.search = MonteCarlo(
            game,
            MctsSettings(**given),
            seed=setting.seed,
            plain=setting.plain,
            wait=setting.wait,
            notice=setting.notice,
        )
        self.host = self.search.host

    def forget(self, seed: int) -> bool:
        """Drops the tree; the machine code is kept."""
        self.search.reseed(seed)
        return True

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """One analysis after another, of more and more playouts."""
        self.search.past = ask.past
        if self.search.host.is_preparing:
            with ask.budget.waiting():
                self.search.host.await_loading(ask.budget.stop)
        yield from self.search.answers(ask.state, ask.budget, playouts=self._playouts, watch=ask.watch)
