"""Views: the mover's, as text and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from zermelo.core.errors import KindError, ParseError
from zermelo.core.game import CHANCE, Game
from zermelo.core.views import View, asked_about, parse_view, show_view


class Deal(NamedTuple):
    card: int
    said: tuple[int, ...]


class Seen(NamedTuple):
    card: int
    said: tuple[int, ...]


class Guess(Game):
    """A card is dealt to player 0, who says a number; player 1 guesses the card."""

    def initial(self) -> Deal:
        return Deal(-1, ())

    def player(self, s: Deal) -> int:
        return CHANCE if s.card < 0 else len(s.said)

    def actions(self, s: Deal) -> Iterator[int]:
        yield from range(3)

    def probability(self, s: Deal, a: int) -> float:
        return 1 / 3

    def result(self, s: Deal, a: int) -> Deal:
        return Deal(a, ()) if s.card < 0 else Deal(s.card, (*s.said, a))

    def is_terminal(self, s: Deal) -> bool:
        return len(s.said) == 2

    def utility(self, s: Deal, p: int) -> float:
        return (1 if s.said[1] == s.card else -1) * (1 if p else -1)

    def observe(self, s: Deal, p: int) -> Seen:
        return Seen(s.card if p == 0 else -1, s.said)


GAME = Guess()


def test_the_view_is_the_movers() -> None:
    assert View.of(GAME, Deal(2, ())) == View(0, Seen(2, ()))
    assert View.of(GAME, Deal(2, (1,))) == View(1, Seen(-1, (1,)))
    assert View.of(GAME, View(0, Seen(1, ()))) == View(0, Seen(1, ()))


def test_worlds_that_differ_in_what_is_hidden_have_the_same_view() -> None:
    view = View.of(GAME, Deal(2, (1,)))
    assert hash(view) == hash(View.of(GAME, Deal(0, (1,))))
    assert [view.is_of(GAME, Deal(card, (1,))) for card in range(3)] == [True] * 3
    assert not view.is_of(GAME, Deal(0, (2,)))
    assert not view.is_of(GAME, Deal(0, (1, 1)))


@pytest.mark.parametrize("s", [Deal(-1, ()), Deal(1, (0, 1))])
def test_there_is_no_view_without_a_mover(s: Deal) -> None:
    with pytest.raises(KindError, match=r"chance moves|over"):
        View.of(GAME, s)


def test_text_is_parsed_as_it_is_shown() -> None:
    for view in (View(0, Seen(2, ())), View(1, Seen(-1, (1,)))):
        assert parse_view(GAME, show_view(GAME, view)) == view
    assert show_view(GAME, View(1, Seen(-1, (1,)))) == "1: Seen(card=-1, said=(1,))"
    assert type(parse_view(GAME, "1: card=-1, said=(1,)").seen) is Seen


@pytest.mark.parametrize("text", ["", "Seen(card=1, said=())", "2: Seen(card=1, said=())", "x: 1", "0: nonsense"])
def test_bad_text_is_quoted(text: str) -> None:
    with pytest.raises(ParseError) as error:
        parse_view(GAME, text)
    assert text.removeprefix("0: ") in str(error.value)


def test_a_question_about_a_hidden_state_is_about_the_view() -> None:
    assert asked_about(GAME, Deal(2, (1,))) == View(1, Seen(-1, (1,)))
    assert asked_about(GAME, "0: Seen(card=2, said=())") == View(0, Seen(2, ()))
    assert asked_about(GAME, None) == GAME.initial()
