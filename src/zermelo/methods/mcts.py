"""Monte Carlo tree search as an engine: a method that needs no evaluation, at the native speed where rules compile."""

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
    """What Monte Carlo tree search can be told."""

    playouts: int | None = option(None, "How many playouts there are.")
    c: float | None = option(None, "How much is explored: the constant before the second term of UCB.")
    selection: str = option("ucb1", "The rule by which children are selected.", choices=tuple(SELECTION))
    first_play: float | None = option(
        None, "Take an unvisited child to be worth this much less than its parent, in place of trying each one first."
    )
    bias: float = option(0.0, "The weight of progressive bias, by the game's order.")
    credit: float = option(0.0, "Credit an action with this many won playouts for each point of the game's order.")
    ripe: int = option(1, "Add the actions of a node to the tree once it has this many playouts.", metavar="PLAYOUTS")
    widening: float = option(0.0, "Consider this many times the square root of N of a node's actions.")
    implicit: float = option(0.0, "The weight of evaluations that are backed up by minimax, from 0 to 1.")
    winning: float = option(
        0.0, "Select by who wins rather than by how much: the weight of winning as such, from 0 to 1."
    )
    cutoff: int | None = option(None, "Evaluate a playout after this many plies.")
    decisive: bool = option(False, "Take winning actions in playouts.")
    proofs: bool = option(True, "Back up proved values (the default), or means alone.", flag="--proofs/--no-proofs")
    gumbel: int = option(0, "Share the playouts among this many actions by sequential halving.")
    grave: int | None = option(
        None, "Blend in all-moves-as-first means of the last node with this many visits; 0: RAVE.", metavar="VISITS"
    )
    noise: float = option(0.0, "The share of Dirichlet noise in the priors at the root, for self-play.")
    dirichlet: float | None = option(None, "The parameter of that noise, in place of 10 / number of actions.")
    temperature: float = option(0.0, "Draw the action in proportion to visits to the power 1/T, for self-play.")
    threads: int = option(1, "The number of search threads.")
    tree: int = option(TREE, "The size of the tree in MiB.", unit=2**20, metavar="MIB", flag="--tree")


class MctsMethod(Method):
    """Playouts that build a tree, with proofs."""

    name = "mcts"
    summary = "Monte Carlo tree search with proofs, at the native speed where the rules compile"
    questions = frozenset({Question.ANALYSE, Question.PLAY, Question.RANK})
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
