"""The check finds numbers of positions that are not one to one, and stages and parts that grow."""

from __future__ import annotations

import pytest

import zermelo
from ranked_graphs import Colliding, Growing, LaterPart, Node, Ranked
from zermelo.soundness.explore import check


class BadSizes(Ranked):
    def parts(self, stage: int) -> tuple[tuple[str, int], ...]:
        return (("low", 3),)


class NoSizes(Ranked):
    def parts(self, stage: int) -> tuple[tuple[str, int], ...]:
        return ("low", "high")  # type: ignore[return-value]


class NegativeStage(Ranked):
    def stage(self, s: Node) -> int:
        return -1


def broken_rules(game: Ranked) -> set[str]:
    return {failure.rule for failure in check(game, plays=20, plies=30).failures}


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (Colliding, "rank"),
        (Growing, "stage"),
        (LaterPart, "parts"),
        (BadSizes, "rank"),
        (NoSizes, "parts"),
        (NegativeStage, "stage"),
    ],
)
def test_a_wrong_numbering_is_found(kind: type[Ranked], rule: str) -> None:
    found = set().union(*(broken_rules(kind(seed=seed)) for seed in range(8)))
    assert rule in found


def test_a_right_numbering_is_sound() -> None:
    for seed in range(8):
        assert not broken_rules(Ranked(seed=seed)) & {"rank", "stage", "parts", "raises"}


@pytest.mark.parametrize("text", ["krk:size=5", "krk:piece=queen", "checkers", "draughts"])
def test_games_with_numbers_are_sound(text: str) -> None:
    assert not check(zermelo.load(text), plays=2, plies=80, seconds=2).failures
