"""Growing a book: values are backed up as in a search, and what is proved is right."""

from __future__ import annotations

from hypothesis import given, strategies as st

import zermelo
from property_helpers import examples
from random_graphs import Graph, spots
from zermelo.core.results import Line
from zermelo.core.rules import legal_actions
from zermelo.tables.book import Book
from zermelo.tables.book_building import Grower


def rank_blindly(game):
    """A ranking that knows nothing but the rules of terminal states."""

    def rank(s):
        found = []
        for a in legal_actions(game, s):
            t = game.result(s, a)
            ends = game.is_terminal(t)
            value = game.utility(t, 0) if ends else 0
            found.append(
                Line(values=(value, -value), proved=ends, distance=1 if ends and value else None, actions=(a,))
            )
        return found

    return rank


@given(spots(most=14), st.integers(0, 60))
@examples(120)
def test_what_a_book_proves_is_the_value_even_if_play_can_return(s, expansions):
    game = Graph()
    if game.is_terminal(s):
        return
    book = Book(game)
    grower = Grower(book, s, rank_blindly(game))
    for _ in range(expansions):
        if grower.is_complete:
            break
        grower.grow()
    waiting, met = [s], set()
    while waiting:
        t = waiting.pop()
        entry = book.entry(t)
        if t in met or entry is None:
            continue
        met.add(t)
        if entry.proved and not game.is_terminal(t):
            solution = zermelo.solve(game, t, method="states", plain=True)
            assert entry.value == solution.value
            if entry.value != 0:
                assert entry.distance >= solution.distance
        if not game.is_terminal(t):
            waiting += [game.result(t, a) for a in legal_actions(game, t)]


@given(spots(most=14, loops=False))
@examples(80)
def test_a_book_without_loops_is_grown_to_the_value(s):
    game = Graph()
    book = Book(game)
    grower = Grower(book, s, rank_blindly(game))
    while not grower.is_complete:
        assert grower.grow() >= 0
    assert grower.root.proved
    assert grower.root.value == zermelo.solve(game, s, method="states", plain=True).value


@given(spots(most=14, loops=False), st.integers(1, 8))
@examples(60)
def test_a_second_run_goes_on_where_the_first_has_ended(s, expansions):
    game = Graph()
    book = Book(game)
    grower = Grower(book, s, rank_blindly(game))
    for _ in range(expansions):
        if not grower.is_complete:
            grower.grow()
    again = Grower(book, s, rank_blindly(game))
    assert again.is_complete == grower.is_complete
    if not game.is_terminal(s):
        assert (again.root.value, again.root.proved) == (grower.root.value, grower.root.proved)
    while not again.is_complete:
        again.grow()
    assert again.root.value == zermelo.solve(game, s, method="states", plain=True).value


def test_the_likely_line_is_searched_before_the_inferior_ones():
    tree = zermelo.load("((1 (2 3) 4) ((5 6) (7 8) 9) (-20 (-30 -31) -32))")
    values = {"0": 5.0, "1": 6.0, "2": -90.0}
    asked = []

    def rank(s):
        asked.append(s)
        return [
            Line(values=(v, -v), proved=False, actions=(a,))
            for a in legal_actions(tree, s)
            for v in [values.get(str(a), 6.0) if s == tree.initial() else 6.0]
        ]

    grower = Grower(Book(tree), tree.initial(), rank)
    for _ in range(3):
        grower.grow()
    first, second = (tree.result(tree.initial(), a) for a in legal_actions(tree, tree.initial())[:2])
    assert asked[0] == tree.initial()
    assert asked[1] == second
    assert first in asked or asked[2] != tree.result(tree.initial(), legal_actions(tree, tree.initial())[2])


def test_chance_is_averaged():
    game = zermelo.load("((3 chance(12 8)) [0.25: 2, 0.75: (4 6)] (chance(14 1) 5 2))")
    book = Book(game)
    grower = Grower(book, game.initial(), rank_blindly(game))
    while not grower.is_complete:
        grower.grow()
    assert grower.root.proved
    assert grower.root.value == zermelo.analyse(game, method="expectiminimax").value
