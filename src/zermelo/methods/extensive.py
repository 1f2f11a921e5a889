"""The extensive form as a method: it draws the whole tree of a game with its information sets, and searches nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.core.errors import KindError
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis
from zermelo.core.trace import Trace
from zermelo.methods.method import Method, Question, Session, Setting
from zermelo.textbook.extensive_form import NAME, extensive_form


class ExtensiveMethod(Method):
    """Draws the tree of any game."""

    name = NAME
    summary = "The whole tree with utilities and information sets, without a search"
    questions = frozenset({Question.TREE})

    def refusal(self, game: Game, question: Question) -> str | None:
        """It fits every game; a tree that is too large is refused when it is drawn."""
        return None

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """It answers no question, so there is no session."""
        raise KindError(f"{self.name} only draws trees")

    def record(
        self, game: Game, s: State, budget: Budget, options: Any, seed: int = 0, *, past: Sequence[State] = ()
    ) -> tuple[Analysis, Trace]:
        """The tree below s."""
        return extensive_form(game, s, budget)
