"""Books: positions and their keys, moves and the choice among them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

import zermelo
from property_helpers import examples
from zermelo.core.errors import KindError, TableError
from zermelo.core.rules import legal_actions
from zermelo.tables.book import Book, BookEntry, encoded

parts = st.recursive(
    st.one_of(st.integers(), st.text(max_size=5), st.none(), st.booleans(), st.floats(allow_nan=False)),
    lambda inner: st.one_of(st.lists(inner, max_size=4).map(tuple), st.frozensets(inner, max_size=4)),
    max_leaves=8,
)


@pytest.fixture
def checkers():
    return zermelo.load("checkers")


def book_of(game, values, **more):
    """A book of the initial state, expanded, with these values of its actions in their order."""
    book, s = Book(game), game.initial()
    book.put(book.key(s), BookEntry(0.0, expanded=True))
    for a, value in zip(legal_actions(game, s), values, strict=False):
        book.put(book.key(game.result(s, a)), BookEntry(value, **more))
    return book


@given(parts, parts)
@examples(300)
def test_keys_are_the_same_exactly_if_they_are_equal(a, b):
    assert (encoded(a) == encoded(b)) == (a == b)


@given(st.integers(-(2**63), 2**63 - 1))
def test_numbers_of_numpy_are_numbers(n):
    assert encoded((np.int64(n), 1)) == encoded((n, True))


def test_a_key_of_anything_else_is_refused():
    with pytest.raises(KindError, match="object"):
        encoded((1, object()))


def test_symmetric_positions_are_one():
    game = zermelo.load("tictactoe")
    book = Book(game)
    corners = [book.key(game.parse(text)) for text in ("X../.../...", "..X/.../...", ".../.../X..")]
    assert len(set(corners)) == 1
    assert book.key(game.parse(".X./.../...")) not in corners


@given(st.dictionaries(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 3)), st.integers(0, 9)), st.integers(0, 3))
@examples(100)
def test_an_entry_is_found_by_its_key_before_and_after_it_is_merged(found, split):
    book = Book(zermelo.load("nim"))
    for number, (key, games) in enumerate(found.items()):
        book.put(key, BookEntry(games=0))
        if number == split:
            assert len(book) == number + 1
        book.put(key, BookEntry(games=games))
    for _ in range(2):
        assert {key: entry.games for key in found if (entry := book.at(key))} == found
        assert book.at((5, 77)) is None
        assert len(book) == len(found)


def test_a_saved_book_is_the_same_and_its_bytes_too(tmp_path, checkers):
    book = book_of(checkers, [1.0, -1.0, 0.0], proved=True, distance=3)
    book.add_game([checkers.initial()], 1.0)
    book.save(tmp_path / "a.book")
    again = Book.open(tmp_path / "a.book", checkers)
    assert again.moves(checkers.initial()) == book.moves(checkers.initial())
    assert again.entry(checkers.initial()) == BookEntry(0.0, expanded=True, games=1, score=1.0)
    again.save(tmp_path / "b.book")
    assert (tmp_path / "a.book").read_bytes() == (tmp_path / "b.book").read_bytes()


def test_a_book_of_other_rules_is_refused(tmp_path, checkers):
    Book(checkers).save(tmp_path / "a.book")
    with pytest.raises(TableError, match=r"'checkers:quiet_moves=40'.*it is of 'checkers'"):
        Book.open(tmp_path / "a.book", zermelo.load("checkers:quiet_moves=40"))


def test_a_book_needs_perfect_information():
    with pytest.raises(KindError, match="kuhn"):
        Book(zermelo.load("kuhn"))


def test_the_best_move_is_chosen_and_the_seed_decides_among_equal_ones(checkers):
    s = checkers.initial()
    actions = legal_actions(checkers, s)
    book = book_of(checkers, [3.0 if i in (1, 4) else -1.0 for i in range(len(actions))])
    chosen = {book.choose(s, seed).action for seed in range(30)}
    assert chosen == {actions[1], actions[4]}
    assert book.choose(s, 5) == book.choose(s, 5)
    assert book.choose(s, 5, among=[actions[0]]).action == actions[0]
    assert book.choose(s, 5, among=[]) is None


def test_a_proved_win_is_better_than_any_estimate_and_a_quick_one_better_than_a_slow_one(checkers):
    s = checkers.initial()
    actions = legal_actions(checkers, s)
    book = book_of(checkers, [50.0] * len(actions))
    for action, distance in ((actions[2], 8), (actions[3], 4)):
        book.put(book.key(checkers.result(s, action)), BookEntry(1.0, proved=True, distance=distance))
    book.put(book.key(checkers.result(s, actions[0])), BookEntry(-1.0, proved=True, distance=9))
    moves = [move.action for move in book.moves(s)]
    assert moves[:2] == [actions[3], actions[2]]
    assert moves[-1] == actions[0]


def test_a_position_that_is_not_expanded_has_no_moves(checkers):
    s = checkers.initial()
    book = book_of(checkers, [0.0] * 100)
    book.put(book.key(s), replace(book.entry(s), expanded=False))
    assert book.moves(s) == []
    assert book.moves(checkers.result(s, legal_actions(checkers, s)[0])) == []


def test_a_move_that_won_often_is_better_than_one_that_won_once(checkers):
    s = checkers.initial()
    often, once, lost = (checkers.result(s, a) for a in legal_actions(checkers, s)[:3])
    book = Book(checkers)
    for state, utility, times in ((often, 1, 20), (often, -1, 4), (once, 1, 1), (lost, -1, 3)):
        for _ in range(times):
            book.add_game([s, state], utility)
    assert [move.entry.games for move in book.moves(s)] == [24, 1, 3]
    assert book.entry(s).games == 28


def test_a_game_that_repeats_a_position_counts_once(checkers):
    book = Book(checkers)
    book.add_game([checkers.initial(), checkers.initial()], 1.0)
    assert book.entry(checkers.initial()).games == 1
