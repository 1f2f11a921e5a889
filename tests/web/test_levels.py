"""The levels of the computer on the page."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from zermelo.core.limits import Limits
from zermelo.core.results import Analysis
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question, Setting
from zermelo.web.levels import LEVELS, with_clock


@pytest.mark.parametrize("name", ["go:size=3", "hex:size=4"])
def test_each_level_makes_more_playouts_than_the_one_before(name: str) -> None:
    game = zermelo.load(name)
    visits = []
    for level in LEVELS[:4]:
        limits = replace(level.limits, seconds=None)  # at the plain speed they may be too few
        found = Chooser(game, Setting(plain=True)).answer(Question.PLAY, game.initial(), limits)
        assert isinstance(found, Analysis)
        assert found.method == "mcts"
        visits.append(found.visits or 0)
    assert visits == [10, 30, 100, 300]


def test_a_clock_does_not_change_the_playouts() -> None:
    assert with_clock(Limits(depth=1, playouts=10), 50) == Limits(depth=1, seconds=2.0, playouts=10)
