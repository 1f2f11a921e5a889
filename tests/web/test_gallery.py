"""The games that may be named, and what the gallery shows of them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from zermelo import games
from zermelo.core.errors import LoadError, ZermeloError
from zermelo.games.nim import Nim
from zermelo.trees import Tree
from zermelo.web.gallery import Gallery, rules


class Broken(Nim):
    """Take sticks, if you can."""

    def result(self, s: Any, a: int) -> Any:
        raise ZeroDivisionError("nobody can")


def test_a_game_whose_rules_fail_does_not_hide_the_others() -> None:
    first, *others = Gallery(Broken()).cards
    assert first["game"] == "own"
    assert first["picture"] is None
    assert "nobody can" in first["text"]
    assert all(card["picture"] for card in others)


def test_the_same_name_gives_the_same_game() -> None:
    gallery = Gallery()
    assert gallery.find("nim:piles=1,2") is gallery.find("nim:piles=1,2")
    assert gallery.find("nim:piles=1,2").parameters["piles"] == (1, 2)
    assert isinstance(gallery.find("(1 (2 3))"), Tree)


def test_own_exists_only_if_a_game_was_given() -> None:
    with pytest.raises(LoadError, match="'own'"):
        Gallery().find("own")
    game = Nim((1, 1))
    assert Gallery(game).find("own") is game
    assert Gallery(game).find(str(game)) is game


@pytest.mark.parametrize(
    "name", ["nim:piles=1/2", "nim:piles=1.5", "nim:", "nim: piles=1", "nim:Piles=1", "nim:x.txt", "nim:piles=1\n.py"]
)
def test_parameters_have_neither_dots_nor_slashes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are refused before anything is loaded: every file name contains one of them."""
    monkeypatch.setattr("zermelo.web.gallery.load", lambda text: pytest.fail(f"{text} was loaded"))
    with pytest.raises(ZermeloError):
        Gallery().find(name)


def test_a_parameter_whose_default_is_a_fraction_may_be_one() -> None:
    assert Gallery().find("go:size=5,komi=6.5").parameters["komi"] == 6.5
    for wrong in ("size=5.5", "komi=6.5.py", "komi=../6.5", "komi=.5"):
        with pytest.raises(LoadError, match="are not parameters"):
            Gallery().find(f"go:{wrong}")


def test_a_matrix_game_is_a_table_of_numbers() -> None:
    for text in ("3,3|0,5;5,0|1,1", "payoffs=3,3|0,5;5,0|1,1", "1,-1; -1.5,1"):
        assert Gallery().find(f"matrix:{text}").players == 2
    for wrong in ("payoffs=x.txt", "../1,2;3,4", "1,2;3,4.py", "payoffs=1/2,1;0,1", "payoffs=.5,1;0,1"):
        with pytest.raises(LoadError, match="are not parameters"):
            Gallery().find(f"matrix:{wrong}")


def test_titles_are_in_words() -> None:
    gallery = Gallery()
    assert [gallery.find(n).title for n in ("tictactoe", "connect4", "twentyone")] == [
        "Tic-tac-toe",
        "Connect Four",
        "Twenty-one",
    ]


def test_the_weights_of_the_evaluation_are_the_last_parameter() -> None:
    card = next(card for card in Gallery().cards if card["game"] == "othello")
    assert card["parameters"][-1] == ["weights", "mobility=1,corners=8,late_discs=1,discs=0"]
    game = Gallery().find("othello:size=6,weights=corners=2.5,discs=-1")
    assert (game.feature_weights["corners"], game.feature_weights["discs"]) == (2.5, -1)
    for wrong in ("edges=1", "corners=much", "corners=1.x", "corners=../x"):
        with pytest.raises(ZermeloError):
            Gallery().find(f"othello:weights={wrong}")


class Explained(Nim):
    """Take sticks from one pile.

    The last stick
    loses.

    Encoding: an action is a pile
    and a number.

    `piles` are the sticks.
    """


def test_the_rules_are_for_players_not_for_programmers() -> None:
    assert rules(Explained()) == ["Take sticks from one pile.", "The last stick loses.", "`piles` are the sticks."]


@pytest.mark.parametrize("name", games.names())
def test_no_rules_speak_of_trees_or_encoded_actions(name: str) -> None:
    told = " ".join(rules(Gallery().find(name)))
    assert told
    assert not re.search(r"\b[Aa]ctions? (is|are|number|that)\b|\bare numbered\b|<<|\b(MAX|MIN)\b", told)
