"""Games for people: the names of games and players, and states as a viewer may see them."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

import zermelo
from zermelo import CHANCE, Game, RuleError, games
from zermelo.core.people import drawn, player_name, seat_name, seat_names, shown, summary
from zermelo.core.rules import has_own
from zermelo.draw.board import board_svg


class Deal(NamedTuple):
    cards: tuple[int, int]
    mover: int


class HighCard(Game):
    """Each player has seen one card."""

    def initial(self):
        return Deal((7, 9), 0)

    def player(self, s):
        return s.mover

    def actions(self, s):
        return (0,)

    def result(self, s, a):
        return Deal(s.cards, s.mover + 1)

    def is_terminal(self, s):
        return s.mover == 2

    def utility(self, s, p):
        return 1 if s.cards[p] > s.cards[1 - p] else -1

    def observe(self, s, p):
        return ("card", s.cards[p], s.mover)


class Shows(HighCard):
    def show(self, s, viewer=None):
        return " ".join("?" if viewer not in (None, p) else str(card) for p, card in enumerate(s.cards))

    def draw(self, s, viewer=None):
        return f"<svg>{self.show(s, viewer)}</svg>"


class ShowsAll(HighCard):
    """Its `show` and `draw` take no viewer."""

    def show(self, s):
        return "{} {}".format(*s.cards)

    def draw(self, s):
        return f"<svg>{self.show(s)}</svg>"


class OpenCards(ShowsAll):
    observe = Game.observe


def test_a_viewer_is_shown_what_the_game_shows_that_player():
    game, s = Shows(), Shows().initial()
    assert [shown(game, s, viewer) for viewer in (None, 0, 1)] == ["7 9", "7 ?", "? 9"]
    assert [drawn(game, s, viewer) for viewer in (None, 0)] == ["<svg>7 9</svg>", "<svg>7 ?</svg>"]


@pytest.mark.parametrize("viewer", [0, 1])
def test_if_show_takes_no_viewer_nothing_hidden_is_shown(viewer):
    game, s = ShowsAll(), ShowsAll().initial()
    assert shown(game, s) == "7 9"
    text = shown(game, s, viewer)
    assert str(s.cards[viewer]) in text
    assert str(s.cards[1 - viewer]) not in text
    assert drawn(game, s, viewer) is None
    assert f">{s.cards[1 - viewer]}" not in board_svg(game, s, viewer)


def test_with_perfect_information_every_viewer_sees_all():
    game, s = OpenCards(), OpenCards().initial()
    assert {shown(game, s, viewer) for viewer in (None, 0, 1)} == {"7 9"}
    assert drawn(game, s, 1) == game.draw(s)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("tictactoe", ("X", "O")),
        ("breakthrough", ("White", "Black")),
        ("nim", ("MAX", "MIN")),
        ("nim:players=3", ("player 0", "player 1", "player 2")),
        ("rolit:players=3", ("R", "Y", "G")),
        ("2048", ("MAX",)),
        ("2048:spawner=adversary", ("MAX", "MIN")),
        ("pacman", ("Pacman",)),
        ("pacman:ghosts=minimax", ("Pacman", "ghosts")),
        ("((3 12 8) (2 4 6))", ("MAX", "MIN")),
    ],
)
def test_players_have_names(text, names):
    game = zermelo.load(text)
    assert game.player_names == names
    assert [player_name(game, p) for p in range(game.players)] == list(names)
    assert player_name(game, CHANCE) == game.chance_name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("nim", ("First", "Second")),
        ("nim:players=3", ("player 0", "player 1", "player 2")),
        ("2048", ("Player",)),
        ("breakthrough", ("White", "Black")),
        ("rps", ("Row", "Column")),
        ("((3 12 8) (2 4 6))", ("MAX", "MIN")),
    ],
)
def test_at_a_board_only_the_players_of_trees_are_called_max_and_min(text, names):
    game = zermelo.load(text)
    assert seat_names(game) == names
    assert [seat_name(game, p) for p in range(game.players)] == list(names)
    assert seat_name(game, CHANCE) == game.chance_name


@pytest.mark.parametrize("name", [name for name in games.names() if has_own(zermelo.load(name), "draw")])
def test_no_picture_that_a_game_draws_says_max_or_min(name):
    """The label for screen readers, which is the text of the position, may say so."""
    game = zermelo.load(name)
    drawn_texts = re.findall(r"<text[^>]*>([^<]*)</text>", board_svg(game, game.initial()))
    assert not [text for text in drawn_texts if re.search(r"\b(MAX|MIN)\b", text)]


@pytest.mark.parametrize(
    ("text", "title"),
    [("connect4", "Connect Four"), ("2048", "2048"), ("tictactoe", "Tic-tac-toe"), ("othello", "Othello")],
)
def test_games_have_titles(text, title):
    assert zermelo.load(text).title == title


def test_by_default_the_title_is_the_name_of_the_class():
    assert HighCard().title == "High Card"


def test_too_few_names_are_refused():
    class OneName(HighCard):
        player_names = ("A",)

    with pytest.raises(RuleError, match=r"OneName\.player_names is \('A',\): expected 2 names"):
        player_name(OneName(), 1)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tictactoe:width=4,row=4", "the first to have 4 cells in a straight line wins"),
        ("twentyone:goal=10", "Add 1 to 3 to the counter; the player who says 10 or more loses"),
        ("nim", "loses with misere, and wins without"),  # it is either set or not: no number
        ("krk", "(piece=queen)"),
    ],
)
def test_the_summary_names_the_numbers_of_this_game(name, words):
    assert words in summary(zermelo.load(name))
