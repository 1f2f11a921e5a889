"""2048 against OpenSpiel, published probabilities, and a naive reading of the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import assert_refused, images, openspiel, random_play, random_states, read_if_sound
from zermelo.core.game import CHANCE, MAX, MIN
from zermelo.games.twenty48 import DOWN, RIGHT, SPAWN, UP, Tiles, Twenty48
from zermelo.games.twenty48.rows import GREATEST
from zermelo.kernels.counting import next_random, random_place, result_at
from zermelo.native.host import KernelHost
from zermelo.soundness.agreement import rules_differ

SIZES = [(4, 4), (2, 2), (3, 3), (4, 2), (2, 3), (1, 4), (3, 1)]

Board = list[list[int]]


def tiles(game: Twenty48, s: Tiles) -> Board:
    """The rows of the board, read from what people see; an empty cell is a 0."""
    rows = game.show(s).splitlines()[:-1]
    return [[0 if tile == "." else int(tile) for tile in row.split()] for row in rows]


# The rules.


@pytest.mark.parametrize("target", [32, 128, 2048])
def test_the_rules_are_those_of_openspiel(target: int) -> None:
    """OpenSpiel's rules have a flaw: a tile made by the last push does not count as one that can be joined again.

    So its pushes are the same as ours if the last push joined nothing, and otherwise a subset.
    """
    theirs = openspiel("2048", {"max_tile": target})
    game = Twenty48(target=target)
    compared = 0
    for seed in range(40):
        state, joined = theirs.new_initial_state(), False
        for s, a in random_play(game, seed):
            shown = [[int(tile) for tile in row.split()] for row in str(state).splitlines()]
            assert tiles(game, s) == shown
            if joined and state.is_terminal():
                break
            assert game.is_terminal(s) == state.is_terminal()
            if a is None:
                assert game.utility(s, MAX) == (max(map(max, shown)) >= target)
                break
            assert game.player(s) == state.current_player()
            if game.player(s) == CHANCE:
                chances = {their_action(game, s, b): game.probability(s, b) for b in game.actions(s)}
                assert chances == pytest.approx(dict(state.chance_outcomes()))
            elif joined:
                assert set(state.legal_actions()) <= set(game.actions(s))
            else:
                assert state.legal_actions() == list(game.actions(s))
                compared += 1
            if game.player(s) == MAX:
                joined = naive_push(shown, a)[1] > 0
            state.apply_action(their_action(game, s, a))
    assert compared > 300


def their_action(game: Twenty48, s: Tiles, a: int) -> int:
    """OpenSpiel's number of an action: of a new tile twice the number of its cell, and one more for a 4."""
    return 2 * (a >> 2) + (a & 1) if game.player(s) == CHANCE else a


def test_the_score_is_that_of_openspiel() -> None:
    theirs = openspiel("2048", {"max_tile": 65536})
    game = Twenty48(target=0)
    for seed in range(25):
        state = theirs.new_initial_state()
        for s, a in random_play(game, seed):
            assert s.score == state.returns()[0]
            if a is None:
                assert state.is_terminal()
                assert game.utility(s, MAX) == s.score
            else:
                state.apply_action(their_action(game, s, a))


def naive_row(row: list[int]) -> tuple[list[int], int]:
    """A row pushed to the left by hand, and the sum of the tiles that were made."""
    out: list[int] = []
    made: list[int] = []
    for tile in filter(None, row):
        if out and out[-1] == tile and len(out) not in made and tile < 1 << GREATEST:
            out[-1] *= 2
            made.append(len(out))
        else:
            out.append(tile)
    return out + [0] * (len(row) - len(out)), sum(out[i - 1] for i in made)


def naive_push(board: Board, way: int) -> tuple[Board, int]:
    """The board pushed, by turning it until it is a push to the left."""
    columns = way in (UP, DOWN)
    lines = [list(column) for column in zip(*board, strict=True)] if columns else board
    back = way in (RIGHT, DOWN)
    pushed = [naive_row(line[::-1] if back else line) for line in lines]
    rows = [row[::-1] if back else row for row, _ in pushed]
    return [list(c) for c in zip(*rows, strict=True)] if columns else rows, sum(gain for _, gain in pushed)


def some_boards(game: Twenty48, count: int, high: int) -> Iterator[Tiles]:
    """Boards with tiles up to 2 to the power `high`, which play need not be able to reach."""
    dice = np.random.default_rng(1)
    for _ in range(count):
        full = dice.random() * 1.2
        powers = np.where(dice.random((game.height, game.width)) < full, dice.integers(1, high + 1), 0)
        powers = np.where(dice.random(powers.shape) < 0.5, powers, powers * dice.integers(0, 2, powers.shape))
        powers = np.where(dice.random(powers.shape) < 0.5, powers, np.minimum(high, powers + (powers > 0)))
        if powers.any():
            yield game.parse(" / ".join(" ".join(str(1 << p) if p else "." for p in row) for row in powers))


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("high", [3, GREATEST])
def test_a_push_agrees_with_a_naive_implementation(width: int, height: int, high: int) -> None:
    game = Twenty48(width, height, target=0)
    for s in some_boards(game, 300, high):
        board = tiles(game, s)
        by_hand = {way: naive_push(board, way) for way in range(4)}
        moving = {way: (pushed, gain) for way, (pushed, gain) in by_hand.items() if pushed != board}
        assert game.is_terminal(s) == (not moving)
        after = {way: game.result(s, way) for way in game.actions(s)}
        assert {way: (tiles(game, t), t.score) for way, t in after.items()} == moving
        assert {t.pushes for t in after.values()} <= {SPAWN}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_tiles_can_appear_in_every_empty_cell(width: int, height: int) -> None:
    game = Twenty48(width, height, target=0)
    for s in random_states(game, 5):
        if game.player(s) != CHANCE:
            continue
        board = tiles(game, s)
        empty = [(r, c) for r in range(height) for c in range(width) if not board[r][c]]
        expected = []
        for r, c in empty:
            for tile in (2, 4):
                with_tile = [[tile if (i, j) == (r, c) else board[i][j] for j in range(width)] for i in range(height)]
                expected.append((with_tile, (0.9 if tile == 2 else 0.1) / len(empty)))
        after = [(tiles(game, game.result(s, a)), game.probability(s, a)) for a in game.actions(s)]
        assert [b for b, _ in after] == [b for b, _ in expected]
        assert [p for _, p in after] == pytest.approx([p for _, p in expected])


def test_two_tiles_come_first_and_then_one_after_every_push() -> None:
    for spawner, who in (("chance", CHANCE), ("adversary", MIN)):
        game = Twenty48(spawner=spawner)
        for seed in range(5):
            players = [game.player(s) for s, a in random_play(game, seed) if a is not None]
            assert players[:2] == [who, who]
            assert players[2:] == [MAX if i % 2 == 0 else who for i in range(len(players) - 2)]


# Values.


def value(game: Twenty48) -> float:
    """The value of the whole game, by an exhaustive search."""
    chooses: dict[int, Callable[[Any], float]] = {MAX: max, MIN: min}

    @cache
    def read(s: Tiles) -> float:
        if game.is_terminal(s):
            return game.utility(s, MAX)
        values = {a: read(game.canonical(game.result(s, a))) for a in game.actions(s)}
        if game.player(s) == CHANCE:
            return sum(game.probability(s, a) * v for a, v in values.items())
        return chooses[game.player(s)](values.values())

    return read(game.initial())


@pytest.mark.parametrize(("target", "published"), [(8, 1), (16, 0.96251), (32, 0.0828873)])
def test_published_probabilities(target: int, published: float) -> None:
    """From "The Mathematics of 2048: Optimal Play with Markov Decision Processes", jdlm.info, 18 March 2018."""
    assert value(Twenty48(2, 2, target)) == pytest.approx(published, abs=5e-6 if target == 16 else 5e-8)


def test_the_solver_says_so_too() -> None:
    solution = zermelo.solve("2048:width=2,height=2,target=16")
    assert solution.proved
    assert solution.value == pytest.approx(0.96251, abs=5e-6)


def test_an_adversary_is_worse_than_chance() -> None:
    for target in (8, 16, 32, 0):
        assert value(Twenty48(2, 2, target, "adversary")) <= value(Twenty48(2, 2, target))
    assert value(Twenty48(2, 2, 8, "adversary")) == 1
    assert value(Twenty48(2, 2, 16, "adversary")) == 0


def test_the_adversary_makes_a_game_of_two_without_chance() -> None:
    assert str(Twenty48(spawner="adversary").kind) == "deterministic, perfect information, 2 players, constant-sum"
    assert str(Twenty48().kind) == "stochastic, perfect information, 1 player"
    for target, total in ((16, 1), (0, 0)):
        game = Twenty48(2, 2, target, "adversary")
        for s in random_states(game, 20):
            if game.is_terminal(s):
                assert game.utility(s, MAX) + game.utility(s, MIN) == total
                assert game.bounds[0] <= game.utility(s, MIN) <= game.bounds[1]
            else:
                assert game.evaluate(s, MAX) + game.evaluate(s, MIN) == pytest.approx(total)


def test_the_engine_plays_against_the_adversary() -> None:
    solution = zermelo.solve("2048:width=2,height=2,target=16,spawner=adversary")
    assert (solution.value, solution.proved) == (0, True)


# Knowledge and speed.


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_canonical_is_one_of_the_images_and_the_same_for_all(width: int, height: int) -> None:
    game = Twenty48(width, height, target=0)
    for s in some_boards(game, 60, 11):
        letters = ["".join(chr(64 + tile.bit_length()) for tile in row) for row in tiles(game, s)]
        every = set()
        for rows in images(letters):
            text = " / ".join(" ".join("." if c == "@" else str(1 << ord(c) - 65) for c in row) for row in rows)
            every.add(game.parse(text))
        assert game.canonical(s) in every
        assert {game.canonical(i) for i in every} == {game.canonical(s)}


def test_the_evaluation_likes_order_and_room() -> None:
    game = Twenty48()
    best, room, disorder, full = (
        game.evaluate(game.parse(text), MAX)
        for text in (
            "512 256 128 64 / 2 4 8 16 / . . . . / . . . .",
            "512 256 128 64 / 2 4 8 16 / 4 2 . . / . . . .",
            "512 64 256 128 / 2 16 4 8 / 4 2 . . / . . . .",
            "512 64 256 128 / 2 16 4 8 / 4 2 8 2 / 2 8 2 4",
        )
    )
    assert 1 > best > room > disorder > full > 0


def test_evaluations_lie_within_the_bounds_and_go_with_the_score() -> None:
    for target in (0, 2048):
        game = Twenty48(target=target)
        low, high = game.bounds
        for s in random_states(game, 5):
            assert low <= game.evaluate(s, MAX) <= high
            assert target or game.evaluate(s, MAX) >= s.score


def looked_ahead(game: Twenty48, s: Tiles, depth: int) -> float:
    """A kernel: expectimax to a depth."""
    if game.is_terminal(s):
        return game.utility(s, 0)
    if depth == 0:
        return game.evaluate(s, 0)
    if game.player(s) == CHANCE:
        mean = 0.0
        for a in game.actions(s):
            mean += game.probability(s, a) * looked_ahead(game, game.result(s, a), depth - 1)
        return mean
    best = -1.0
    for a in game.actions(s):
        best = max(best, looked_ahead(game, game.result(s, a), depth - 1))
    return best


def played(game: Twenty48, s: Tiles, depth: int, seed: int) -> float:
    """A kernel: the utility of one game in which each push is the best by expectimax."""
    while not game.is_terminal(s):
        if game.player(s) == CHANCE:
            seed = next_random(seed)
            s = result_at(game, s, random_place(game, s, seed))
        else:
            best, choice = -1.0, s
            for a in game.actions(s):
                t = game.result(s, a)
                worth = looked_ahead(game, t, depth - 1)
                if worth > best:
                    best, choice = worth, t
            s = choice
    return game.utility(s, 0)


def wins(game: Twenty48, depth: int, games: int) -> int:
    host = KernelHost(game)
    host.prepare(played, game.parse("2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2"), 1, 1)
    assert host.speed == "native", host.why_plain
    return sum(host.run(played, game.initial(), depth, 7919 * seed) for seed in range(1, games + 1))


@pytest.mark.thorough
def test_with_the_evaluation_two_plies_reach_1024() -> None:
    assert wins(Twenty48(target=1024), 2, 20) >= 14


@pytest.mark.slow
def test_with_the_evaluation_four_plies_reach_2048() -> None:
    assert wins(Twenty48(), 4, 20) >= 17


@pytest.mark.thorough
@pytest.mark.parametrize(
    "game",
    [
        Twenty48(),
        Twenty48(3, 2, 64, "adversary"),
        pytest.param(Twenty48(2, 3, 0), marks=pytest.mark.slow),
        pytest.param(Twenty48(4, 4, 0, "adversary"), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_the_game_is_sound_at_both_speeds(game: Twenty48) -> None:
    report = zermelo.check(game, plays=2, seconds=None)
    assert report.ok, str(report)
    host = KernelHost(game)
    assert rules_differ(host, 20, 500, 1) is None
    assert host.speed == "native", host.why_plain


def test_numbers_stay_numbers_of_64_bits() -> None:
    """What is not an np.uint64 would become a signed number or a float in machine code."""
    game = Twenty48(target=0)
    for s in random_states(game, 2):
        assert [type(field) for field in s] == [np.uint64, int, int]
        assert [type(field) for field in game.canonical(s)] == [np.uint64, int, int]
        assert type(game.is_terminal(s)) is bool
        assert all(type(a) is int for a in game.actions(s))
        assert type(game.evaluate(s, MAX)) is float


# For people.


@pytest.mark.parametrize(
    ("target", "spawner"), [(2048, "chance"), (0, "chance"), (2048, "adversary"), (0, "adversary")]
)
def test_shown_positions_and_actions_parse_back(target: int, spawner: str) -> None:
    game = Twenty48(4, 3, target, spawner)
    for s in random_states(game, 4):
        shown = game.show(s)
        assert game.parse(shown) == game.parse(shown.replace("\n", " / ").lower()) == s
        if not game.is_terminal(s):
            for a in game.actions(s):
                assert game.parse_action(s, game.show_action(s, a).upper()) == a


def test_show() -> None:
    game = Twenty48(3, 2, 0)
    s = game.parse("2 . 16 / . 1024 ., score 12")
    assert game.show(s) == "    2     .    16\n    .  1024     .\nMAX to move, score 12"
    assert [game.show_action(s, a) for a in game.actions(s)] == ["up", "right", "down", "left"]
    assert game.show_action(game.initial(), 4 * 4 + 1) == "4 at a2"
    assert game.label(game.parse("2 . 16 / . 4 .")) == "2 . 16/. 4 ."
    assert Twenty48().label(Twenty48().initial()) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected 2 rows of 2 tiles or dots, like '. . / . .'"),
        ("2 4", "expected 2 rows"),
        ("2 4 / 8 2 2", "expected 2 rows"),
        ("2 4 / 8 2 / 2 2", "expected 2 rows"),
        ("2 4 / 8 x", "expected 2 rows"),
        ("2 4 / 8 2, max min", "expected 2 rows"),
        ("2 4 / 8 3", "'3' is not a tile; tiles are 2, 4, 8 to 16"),
        ("2 4 / 8 1", "'1' is not a tile"),
        ("2 4 / 8 0", "'0' is not a tile"),
        ("2 4 / 8 32", "'32' is not a tile"),
        ("2 4 / 8 222222", "'222222' is not a tile"),
        ("2 4 / 8 .2", "'.2' is not a tile"),
        ("2 4 / 8 ., min to move", "new tiles come from chance, not from min"),
        ("2 4 / 8 ., score 4", "a score is only valid without a target"),
        (". . / . .", "on an empty board it is for chance to move"),
        ("2 4 / 8 2, chance to move", "no cell is empty"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Twenty48(2, 2, 16), text, f"'{text}'", why)


@settings(deadline=None)
@given(
    st.text()
    | st.text("0248. /\n,maxchnesor ", max_size=30)
    | st.lists(st.sampled_from(["2", "4", ".", "16", "/"])).map(" ".join)
)
@example("2" * 5000)
@example(". " * 5000)
@example("/ " * 5000)
@example("2 2 / 2 2" + " " * 5000 + "x")
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    read_if_sound(Twenty48(2, 2, 0), text)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"width": 0}, "width must be a whole number from 1 to 4, not 0"),
        ({"height": 5}, "height must be a whole number from 1 to 4, not 5"),
        ({"width": 1, "height": 1}, "play begins with two tiles"),
        ({"target": 4}, "target must be a power of 2 from 8 to 32768, or 0 for none, not 4"),
        ({"target": 100}, "target must be a power of 2"),
        ({"target": 65536}, "target must be a whole number"),
        ({"target": 2048.0}, "target must be a whole number"),
        ({"spawner": "dice"}, "spawner must be chance or adversary, not 'dice'"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Twenty48(**parameters)


def test_the_picture_has_every_tile() -> None:
    game = Twenty48(3, 2)
    root = ElementTree.fromstring(game.draw(game.parse("2 . 16 / . 1024 .")))
    assert len(root.findall("{*}rect")) == 3
    assert [t.text for t in root.findall("{*}text")] == ["2", "16", "1024", "Player to move"]
    assert re.findall('data-cell="(.*?)"', game.draw(game.parse("2 4 8 / . . ."))) == ["down"]
    against = Twenty48(3, 2, spawner="adversary")
    assert re.findall('data-cell="(.*?)"', against.draw(against.parse("2 . 8 / 4 . 2, min"))) == ["b1", "b2"]
    assert ">2048 is reached<" in game.draw(game.parse("2048 . . / . . ., chance"))
    assert ">no push is left<" in Twenty48(2, 1).draw(Twenty48(2, 1).parse("2 4"))
    assert ">no push is left, score 8<" in Twenty48(2, 1, 0).draw(Twenty48(2, 1, 0).parse("2 4, score 8"))


def test_name_kind_and_declared_attributes() -> None:
    assert str(Twenty48()) == "2048"
    assert str(Twenty48(2, 2, 16, "adversary")) == "2048:width=2,height=2,target=16,spawner=adversary"
    assert isinstance(zermelo.load("2048:target=0"), Twenty48)
    assert zermelo.load(str(Twenty48(2, 3))).height == 3
