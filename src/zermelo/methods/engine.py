"""The engine: alpha-beta search and its relatives for chance and many players, as machine code where rules compile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from zermelo.core.errors import KindError, quote_path
from zermelo.core.game import Game
from zermelo.core.opponents import Level, opponent as opponent_of
from zermelo.core.results import Answer
from zermelo.engine import deepening as analysing, proving
from zermelo.engine.engine import TABLE, Engine, proof_refusal, refusal
from zermelo.engine.opponent_models import RULES, OpponentModel
from zermelo.engine.sampling import analyse_samples
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option
from zermelo.tables.finding import tables_of
from zermelo.tables.loading import probed_tables


@dataclass(frozen=True)
class EngineOptions:
    """The options of the engine."""

    table: int = option(TABLE, "The size of the transposition table in MiB.", unit=2**20, metavar="MIB")
    threads: int = option(1, "The number of search threads.")
    others: Any = option(  # OpponentModel, or text
        None,
        "How the other players are assumed to play.",
        choices=tuple(sorted(RULES)),
        never=("solve",),
        changes_question=True,
    )
    level: float | None = option(
        None,
        "The probability that the opponent takes a best action.",
        never=("solve", "play"),
        changes_question=True,
    )
    opponent: Any = option(  # an Opponent, a policy as a function, or text
        None,
        "How the opponent errs, in place of a level: random, temperature=0.5, depth=2.",
        metavar="HOW",
        never=("solve", "play"),
        changes_question=True,
    )
    agent: int | None = option(
        None,
        "The player whose value is searched; by default the player to move.",
        flag=None,
        never=("solve",),
        changes_question=True,
    )
    samples: int | None = option(
        None,
        "Sample at most this many outcomes at each chance node, and report the error.",
        never=("solve", "rank"),
        changes_question=True,
    )
    value_only: bool = option(False, "Find only the value.", flag="--value", only=("solve",))
    all_actions: bool = option(
        False, "Find every optimal action and the distance, however long it takes.", only=("solve",)
    )


class EngineMethod(Method):
    """Iterative deepening for an analysis, null-window searches for a proof."""

    name = "engine"
    summary = "alpha-beta with a transposition table, at the native speed where the rules compile"
    questions = frozenset(Question) - {Question.TREE}
    Options = EngineOptions

    def refusal(self, game: Game, question: Question) -> str | None:
        """Requires perfect information, and for a proof a zero-sum game of at most two players without chance."""
        return proof_refusal(game) if question is Question.SOLVE else refusal(game)

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session that keeps the transposition table and the machine code."""
        return EngineSession(game, options, setting)


class EngineSession(Session):
    """One engine, with its table."""

    def __init__(self, game: Game, options: EngineOptions, setting: Setting) -> None:
        self._options, self._seed = options, setting.seed
        others = others_of(game, options)
        self._tables = tables_of(game) if others is None and not game.forbids_repetition else None
        self.engine = Engine(
            game,
            table=options.table,
            threads=options.threads,
            plain=setting.plain,
            wait=setting.wait,
            others=others,
            tables=None if self._tables is None else probed_tables(self._tables),
            notice=setting.notice,
        )
        self.host = self.engine.host

    def forget(self, seed: int) -> bool:
        """Empties the table; the machine code is kept."""
        self._seed = seed
        self.engine.forget()
        return True

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """One analysis for each depth; for a proof, the solution. Answers that depend on tables say so."""
        for answer in self._answers(ask):
            hits = self.engine.hits
            yield replace(answer, notes=(*answer.notes, self._table_note(hits))) if hits else answer

    def _table_note(self, hits: int) -> str:
        assert self._tables is not None
        return f"{hits:,} positions of the search were looked up in the tables in {quote_path(self._tables.folder)}"

    def _answers(self, ask: Ask) -> Iterator[Answer]:
        options = self._options
        if self.engine.host.is_preparing:
            with ask.budget.waiting():
                self.engine.host.await_loading(ask.budget.stop)
        self.engine.past = ask.past
        if ask.question is Question.SOLVE:
            yield proving.solve(
                self.engine,
                ask.state,
                ask.budget,
                value_only=options.value_only,
                all_actions=options.all_actions,
                watch=ask.watch,
            )
        elif options.samples is not None:
            yield analyse_samples(
                self.engine, ask.state, ask.budget, options.samples, seed=self._seed, lines=ask.lines, watch=ask.watch
            )
        else:
            ranks = ask.question is Question.RANK
            yield from analysing.deepen(
                self.engine, ask.state, ask.budget, lines=ask.lines, by_action=ranks, watch=ask.watch
            )


def others_of(game: Game, options: EngineOptions) -> OpponentModel | None:
    """The opponent model of these options; None if the opponent simply minimises. Raises KindError."""
    others, level, opponent, agent = options.others, options.level, options.opponent, options.agent
    if (others is not None) + (level is not None) + (opponent is not None) > 1:
        raise KindError("the options 'others', 'level' and 'opponent' exclude each other: give only one of them")
    if isinstance(others, OpponentModel):
        return others
    if level is not None or opponent is not None:
        erring = opponent_of(opponent) if level is None else Level(level)
        return OpponentModel.erring(erring, agent)
    if others is None and game.kind.one_number:
        if agent is not None:
            raise KindError("the option 'agent' also needs one of 'others', 'level' and 'opponent'")
        return None
    return OpponentModel.named("maxn" if others is None else others, agent)
