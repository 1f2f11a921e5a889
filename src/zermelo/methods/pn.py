"""Proof-number search: a method that solves states with narrow, deep wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.core.game import Game
from zermelo.core.results import Answer
from zermelo.engine.proof_search import NAME, TABLE, ProofSearch, refusal
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import option


@dataclass(frozen=True)
class PnOptions:
    """The options of proof-number search."""

    table: int = option(TABLE, "The size of the table in MiB.", unit=2**20, metavar="MIB")


class PnMethod(Method):
    """Depth-first proof-number search (df-pn)."""

    name = NAME
    summary = "proof-number search: exact, for narrow and deep wins"
    questions = frozenset({Question.SOLVE})
    Options = PnOptions

    def refusal(self, game: Game, question: Question) -> str | None:
        """Requires a two-player zero-sum game of perfect information without chance."""
        return refusal(game)

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session that keeps an unfinished proof."""
        return PnSession(game, options, setting)


class PnSession(Session):
    """One search, which goes on with an unfinished proof if the same state is asked for again."""

    def __init__(self, game: Game, options: PnOptions, setting: Setting) -> None:
        self._search = ProofSearch(
            game, table=options.table, plain=setting.plain, wait=setting.wait, notice=setting.notice
        )

    def forget(self, seed: int) -> bool:
        """Forgets the unfinished proof; the machine code is kept."""
        self._search.forget()
        return True

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """The solution."""
        yield self._search.solve(ask.state, ask.budget, watch=ask.watch)
