"""Dobutsu shogi: the rules, against a second set of rules written differently, and positions as text."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zermelo
from dobutsu_counting import SeenByTheMover
from zermelo.core.errors import ParseError
from zermelo.kernels.counting import perft
from zermelo.tables.disk_building import DiskStates


@pytest.fixture(scope="module")
def game():
    return zermelo.load("dobutsu")


# A second set of rules: a dictionary from (file, rank) to letters, and hands as sorted strings.

FORWARD = {"C": "N", "E": "NE NW SE SW", "G": "N E S W", "L": "N E S W NE NW SE SW", "H": "N E S W NE NW"}
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def ends(letter, place):
    for way in FORWARD[letter.upper()].split():
        dx, dy = (sum(STEPS[c][i] for c in way) for i in range(2))
        x, y = place[0] + dx, place[1] + (dy if letter.isupper() else -dy)
        if 0 <= x < 3 and 0 <= y < 4:
            yield x, y


def is_over(board, white):
    """Whether the mover's lion is captured, or a lion is safe on the far row."""
    lions = {letter: place for place, letter in board.items() if letter in "Ll"}
    own, other = ("L", "l") if white else ("l", "L")
    if own not in lions:
        return True
    goal = {"L": 3, "l": 0}
    if lions[own][1] == goal[own]:
        return True
    reaches = any(lions[other] in ends(letter, place) for place, letter in board.items() if letter.isupper() == white)
    return lions[other][1] == goal[other] and not reaches


def successors(board, hand, white):
    for place, letter in board.items():
        if letter.isupper() != white:
            continue
        for end in ends(letter, place):
            taken = board.get(end)
            if taken is not None and taken.isupper() == white:
                continue
            after = {where: what for where, what in board.items() if where not in (place, end)}
            promoted = {"C": "H", "c": "h"}.get(letter, letter) if end[1] == (3 if white else 0) else letter
            after[end] = promoted
            won = "" if taken in (None, "L", "l") else {"h": "c"}.get(taken.lower(), taken.lower())
            yield after, "".join(sorted(hand + (won.upper() if white else won))), not white
    for letter in {c for c in hand if c.isupper() == white}:
        for x in range(3):
            for y in range(4):
                if (x, y) not in board:
                    yield board | {(x, y): letter}, hand.replace(letter, "", 1), not white


def count(board, hand, white, depth):
    if depth == 0 or is_over(board, white):
        return 1
    return sum(count(*after, depth - 1) for after in successors(board, hand, white))


def taken_apart(game, s):
    board = {(i % 3, i // 3): c for i, c in enumerate("".join(reversed(game.label(s).split("/")))) if c != "."}
    hand = "".join(sorted(game.show(s).split("in hand: ")[1].split("\n")[0].strip("-")))
    return board, hand, s.mover == 0


def in_order(positions):
    return sorted((sorted(board.items()), hand, white) for board, hand, white in positions)


def plays(game, number, plies=60):
    for seed in range(number):
        dice, s = random.Random(seed), game.initial()
        for _ in range(plies):
            yield s
            if game.is_terminal(s):
                break
            s = game.result(s, dice.choice(list(game.actions(s))))


def test_perft_is_that_of_the_other_rules(game):
    s = game.initial()
    found = [perft(game, s, depth, 1) for depth in range(1, 5)]
    assert found == [4, 17, 123, 980]
    assert found == [count(*taken_apart(game, s), depth) for depth in range(1, 5)]


def test_the_successors_are_those_of_the_other_rules_everywhere(game):
    for s in plays(game, 60):
        board, hand, white = taken_apart(game, s)
        assert game.is_terminal(s) == is_over(board, white)
        if not game.is_terminal(s):
            own = [taken_apart(game, game.result(s, a)) for a in game.actions(s)]
            assert in_order(own) == in_order(successors(board, hand, white))


def test_a_position_and_its_text_and_its_mirror_agree(game):
    for s in plays(game, 40):
        if not game.is_terminal(s):
            assert game.parse(game.show(s)) == s
            for a in game.actions(s):
                assert game.parse_action(s, game.show_action(s, a)) == a
        mirror = game.canonical(s)
        assert game.canonical(mirror) == mirror
        assert sorted(map(sorted, game.label(mirror).split("/"))) == sorted(map(sorted, game.label(s).split("/")))
        assert game.key(s) < 2**61


def test_a_lion_that_comes_through_wins_unless_it_is_captured_at_once(game):
    s = game.parse("..g/L.l/.../..E, in hand: CCEg, Forest")
    a = game.parse_action(s, "a3a4")
    assert game.utility(game.result(s, a), 0) == 1
    s = game.parse(".g./L.l/.../..E, in hand: CCEg, Forest")
    t = game.result(s, game.parse_action(s, "a3a4"))
    assert not game.is_terminal(t)
    assert game.utility(game.result(t, game.parse_action(t, "b4xa4")), 0) == -1
    assert game.utility(game.result(t, game.parse_action(t, "c3c2")), 0) == 1


def test_a_chick_that_goes_to_the_far_row_becomes_a_hen_and_one_that_is_dropped_does_not(game):
    s = game.parse("..l/C../.../.L., in hand: CEEgg, Forest")
    moved = game.result(s, game.parse_action(s, "a3a4+"))
    assert game.label(moved).startswith("H")
    dropped = game.result(s, game.parse_action(s, "C*a4"))
    assert game.label(dropped).startswith("C")


def test_a_hen_that_is_captured_is_a_chick(game):
    s = game.parse("h.l/G../.../.L., in hand: CEEg, Forest")
    assert "in hand: CCEEg" in game.show(game.result(s, game.parse_action(s, "a3xa4")))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "gle/.c./.C.",
        "gle/.c./.C./ELX",
        "gle/.c./.C./ELGG",
        "gle/.c./.C./EL.",
        "gle/.c./.C./E.G, in hand: -, Sky",
        "gle/.c./.C./ELG, in hand: C",
        "gle/.../.../ELG, in hand: ccc",
        "gle/.c./.C./ELG, in hand: -, Sea",
    ],
)
def test_what_is_no_position_is_refused(game, text):
    with pytest.raises(ParseError, match="position"):
        game.parse(text)


@pytest.mark.parametrize("text", ["", "b2", "b2b4", "C*a2", "a1a2"])
def test_what_is_no_action_is_refused(game, text):
    with pytest.raises(ParseError, match="action"):
        game.parse_action(game.initial(), text)


def test_a_win_is_found(game):
    s = game.parse("..l/.GC/.../.L., in hand: CEEg, Forest")
    solution = zermelo.analyse(game, s, depth=3, plain=True)
    assert (solution.value, solution.proved) == (1, True)


@pytest.mark.slow
def test_as_many_positions_are_reached_as_tanaka_has_counted(tmp_path: Path) -> None:
    game = SeenByTheMover()
    states = DiskStates(game, game.initial(), tmp_path / "states", symmetry=True, threads=2)
    try:
        assert states.find() == 246_803_167
    finally:
        states.close()


def test_what_the_mover_sees_is_the_position_turned_around(game):
    seen = SeenByTheMover()
    for s in plays(game, 20):
        if s.mover == 0 and not seen.is_terminal(s) and not game.is_terminal(s):
            for a in game.actions(s):
                t = seen.result(s, a)
                assert game.label(t) == game.label(game.result(s, a))[::-1].swapcase()
                assert (t.mover, seen.hands_of(t)) == (0, seen.hands_of(game.result(s, a))[::-1])
