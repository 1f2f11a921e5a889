"""Go against a naive reading of the board, OpenSpiel, GNU Go and published numbers."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import zermelo
from games_helpers import assert_refused, images, openspiel, read_if_sound
from go_helpers import random_games
from zermelo.core.errors import LoadError, ParseError
from zermelo.core.repetition import is_allowed, legal_after
from zermelo.games.go import NONE, Board, Go
from zermelo.games.go.ownership import estimated_owners
from zermelo.games.go.patterns import TABLE
from zermelo.native import native
from zermelo.native.wide import as_integer, as_wide, word_from
from zermelo.play import Playing

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")

Stones = dict[tuple[int, int], str]


# A naive reading of the rules: a board as a dictionary, chains by searching.


def stones_of(game: Go, s: Board) -> Stones:
    return {(r, c): letter for r, row in enumerate(game.rows(s)) for c, letter in enumerate(row) if letter != "."}


def near(size: int, at: tuple[int, int]) -> list[tuple[int, int]]:
    r, c = at
    beside = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
    return [(y, x) for y, x in beside if 0 <= y < size and 0 <= x < size]


def region(size: int, stones: Stones, at: tuple[int, int]) -> set[tuple[int, int]]:
    """The points that are connected to this one and hold the same."""
    found, waiting = {at}, [at]
    while waiting:
        for beside in near(size, waiting.pop()):
            if beside not in found and stones.get(beside) == stones.get(at):
                found.add(beside)
                waiting.append(beside)
    return found


def has_liberty(size: int, stones: Stones, at: tuple[int, int]) -> bool:
    return any(beside not in stones for point in region(size, stones, at) for beside in near(size, point))


def naive_result(size: int, stones: Stones, at: tuple[int, int], mine: str, suicide: bool) -> Stones | None:
    """The stones after one is placed, or None if that is not allowed."""
    after = stones | {at: mine}
    for beside in near(size, at):
        if after.get(beside) not in (None, mine) and not has_liberty(size, after, beside):
            for point in region(size, after, beside):
                del after[point]
    if not has_liberty(size, after, at):
        dead = region(size, after, at)
        if not suicide or len(dead) == 1:
            return None
        after = {point: stone for point, stone in after.items() if point not in dead}
    return after


def naive_is_self_atari(game: Go, s: Board, a: int) -> bool:
    """Whether a stone is in a chain with one liberty, and has captured nothing."""
    before, mine = stones_of(game, s), "XO"[s.mover]
    at = divmod(a, game.stride)
    after = naive_result(game.size, before, at, mine, False)
    if after is None or len(after) <= len(before):
        return False
    liberties = {b for point in region(game.size, after, at) for b in near(game.size, point) if b not in after}
    return len(liberties) == 1


def naive_margin(size: int, stones: Stones) -> int:
    margin = sum(1 if stone == "X" else -1 for stone in stones.values())
    for at in product(range(size), repeat=2):
        if at not in stones:
            touched = {stones.get(b) for point in region(size, stones, at) for b in near(size, point)} - {None}
            margin += (touched == {"X"}) - (touched == {"O"})
    return margin


def random_line(game: Go, seed: int, plies: int) -> Iterator[tuple[list[Board], list[int]]]:
    """The states so far and the legal actions, in a random game without many passes."""
    dice = random.Random(seed)
    states = [game.initial()]
    while not game.is_terminal(states[-1]) and len(states) <= plies:
        legal = legal_after(game, states)
        yield states, legal
        points = [a for a in legal if a != game.passing]
        a = dice.choice(points) if points and dice.random() < 0.97 else game.passing
        states.append(game.result(states[-1], a))
    yield states, []


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize(("size", "plies"), [(1, 4), (2, 60), (3, 80), (5, 120), (9, 90)])
def test_the_rules_are_those_of_the_board_with_superko(size: int, plies: int, suicide: bool) -> None:
    game = Go(size, komi=0, suicide=suicide)
    for states, legal in random_line(game, size, plies):
        s = states[-1]
        stones, mine = stones_of(game, s), "XO"[s.mover]
        assert game.margin(s) == naive_margin(size, stones)
        if game.is_terminal(s) or not legal:
            continue
        before = [stones_of(game, t) for t in states]
        allowed = {}
        for at in product(range(size), repeat=2):
            after = None if at in stones else naive_result(size, stones, at, mine, suicide)
            if after is not None and after not in before:
                allowed[at[0] * game.stride + at[1]] = after
        assert legal == [*sorted(allowed), game.passing]
        for a, after in allowed.items():
            assert stones_of(game, game.result(s, a)) == after


def test_simple_ko_forbids_only_to_take_back_at_once() -> None:
    game = Go(5, ko="simple")
    s = game.parse("...../.XO../X.XO./.XO../..... white")
    t = game.result(s, game.point_named("B3"))
    assert game.point_name(t.ko) == "C3"
    assert game.point_named("C3") not in list(game.actions(t))
    with pytest.raises(ParseError, match="recapture the ko"):
        game.parse_action(t, "C3")
    elsewhere = game.result(game.result(t, game.point_named("E5")), game.point_named("E1"))
    assert game.point_named("C3") in list(game.actions(elsewhere))


def test_taking_two_stones_or_by_a_chain_is_no_ko() -> None:
    game = Go(4)
    two = game.result(game.parse("XXO./O.../..../.... white"), game.point_named("B3"))
    assert game.rows(two)[0] == "..O."
    assert two.ko == NONE


def test_single_stones_are_never_sent_to_die() -> None:
    game = Go(3, suicide=True)
    s = game.parse(".X./X../... white")
    assert game.point_named("A3") not in list(game.actions(s))


# Oracles.


def naive_number(game: Go, a: int) -> int:
    """OpenSpiel numbers points from the lower left corner, row by row."""
    row, column = divmod(a, game.stride)
    return game.size**2 if a == game.passing else (game.size - 1 - row) * game.size + column


def finished_game(game: Go, seed: int) -> list[Board]:
    """The states of a game to the end in which no eyes are filled; a pass replaces what superko forbids."""
    dice = random.Random(seed)
    states = [game.initial()]
    while not game.is_terminal(states[-1]) and len(states) < 2 * game.points:
        s = states[-1]
        a = game.any_sensible(s, dice.getrandbits(62), False)
        states.append(game.result(s, a if is_allowed(game, s, a, {t[:2] for t in states}) else game.passing))
    return states


def assert_as_openspiel_scores(size: int, seeds: range) -> None:
    game = Go(size, komi=0)
    rules: dict[float, Any] = {}  # OpenSpiel's game by its komi
    ended = 0
    for played in random_games(game, seeds, 2 * game.points - 2, sensibly=True):
        if played.actions[-2:] != [game.passing] * 2:
            continue
        ended += 1
        for komi in (played.margin - 0.5, played.margin + 0.5):
            theirs = rules.get(komi) or rules.setdefault(komi, openspiel("go", {"board_size": size, "komi": komi}))
            state = theirs.new_initial_state()
            for a, allowed in zip(played.actions, played.allowed, strict=True):
                if komi < played.margin:  # once is enough
                    assert sorted(naive_number(game, b) for b in allowed) == state.legal_actions()
                state.apply_action(naive_number(game, a))
            assert state.is_terminal()
            assert state.returns()[0] == (1 if komi < played.margin else -1)
    assert ended > 0.8 * len(seeds)


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "games"), [(5, 40), (9, 25), (19, 1)])
def test_legal_moves_and_scores_are_those_of_openspiel(size: int, games: int) -> None:
    assert_as_openspiel_scores(size, range(games))


@pytest.mark.slow
def test_ten_thousand_scores_are_those_of_openspiel() -> None:
    assert_as_openspiel_scores(9, range(1_000, 11_000))


class GnuGo:
    """GNU Go over GTP."""

    def __init__(self, size: int) -> None:
        rules = ["--chinese-rules", "--positional-superko", "--forbid-suicide"]
        command = [str(GNUGO), "--mode", "gtp", "--boardsize", str(size), *rules]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, commands: list[str]) -> list[str]:
        """The answers to the commands, which are few enough for the buffer of a pipe to hold them."""
        assert self.process.stdin
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()
        return [self._answer_to(command) for command in commands]

    def _answer_to(self, command: str) -> str:
        assert self.process.stdout
        lines = []
        while (line := self.process.stdout.readline().strip()) or not lines:
            lines.append(line)
        assert lines[0].startswith("="), (command, lines)
        return " ".join(lines)[1:].strip()

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def assert_as_gnugo_plays(size: int, seeds: range, plies: int) -> None:
    if GNUGO is None:
        pytest.skip("GNU Go is not installed")
    game, other = Go(size), GnuGo(size)
    try:
        for played in random_games(game, seeds, plies, sensibly=False):
            commands = ["clear_board"]
            for ply, a in enumerate(played.actions):
                mover = "white" if ply % 2 else "black"
                commands += [f"all_legal {mover}", f"play {mover} {game.show_action(game.initial(), a)}"]
            for legal, theirs in zip(played.legal, other.ask(commands)[1::2], strict=True):
                assert sorted(theirs.split()) == sorted(game.point_name(a) for a in legal if a != game.passing)
    finally:
        other.close()


@pytest.mark.parametrize(
    ("size", "games"), [(4, 5), *(pytest.param(*n, marks=pytest.mark.thorough) for n in [(9, 3), (19, 1)])]
)
def test_legal_moves_are_those_of_gnugo(size: int, games: int) -> None:
    assert_as_gnugo_plays(size, range(games), 200)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "games"), [(9, 1_000), (19, 100)])
def test_legal_moves_of_many_games_are_those_of_gnugo(size: int, games: int) -> None:
    assert_as_gnugo_plays(size, range(100, 100 + games), 500)


# Published numbers.


def count_legal(game: Go, s: Board, first: int, last: int) -> int:
    """How many of the colourings with these numbers, in base 3, leave every stone a liberty."""
    found = 0
    for number in range(first, last):
        black, white = np.uint64(0), np.uint64(0)
        rest = number
        for point in range(game.points):
            bit = np.uint64(1) << np.uint64(point + point // game.size)
            colour = rest % 3
            rest //= 3
            if colour == 1:
                black |= bit
            elif colour == 2:
                white |= bit
        t = Board((black,), (white,), 0, NONE, 0, NONE)
        empty = game.empty(t)
        if game.alive(t.black, empty) == t.black and game.alive(t.white, empty) == t.white:
            found += 1
    return found


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 57), (3, 12_675)])
def test_legal_positions_are_as_many_as_tromp_counted(size: int, count: int) -> None:
    game = Go(size)
    assert count_legal(game, game.initial(), 0, 3 ** (size * size)) == count


@pytest.mark.slow
def test_legal_positions_on_four_lines() -> None:
    game = Go(4)
    assert native(game).run(count_legal, game.initial(), 0, 3**16) == 24_318_165


def test_positions_that_play_reaches_are_the_legal_ones() -> None:
    game = Go(2, ko="simple")
    met, waiting = {game.initial()}, [game.initial()]
    while waiting:
        s = waiting.pop()
        following = [] if game.is_terminal(s) else [game.result(s, a)._replace(last=NONE) for a in game.actions(s)]
        waiting += set(following) - met
        met |= set(following)
    assert len({game.position(s) for s in met}) == 57


def test_two_lines_are_worth_a_point_with_superko_and_none_without() -> None:
    assert zermelo.solve("go:size=2,komi=0", plain=True).value == 1
    assert zermelo.solve("go:size=2,komi=0,ko=simple", plain=True).value == 0


@pytest.mark.thorough
def test_three_lines_are_blacks() -> None:
    solution = zermelo.solve("go:size=3,komi=0,ko=simple")
    assert (solution.value, solution.proved) == (9, True)


@pytest.mark.slow
def test_four_lines_are_blacks_by_a_point_if_endless_play_is_worth_nothing() -> None:
    """It takes a minute of processor time and 4.5 GB of memory."""
    solution = zermelo.solve("go:size=4,komi=0,ko=simple", method="states")
    assert (solution.value, solution.proved, solution.states) == (1, True, 18_500_733)
    middle = {solution.game.show_action(solution.state, a) for a in solution.actions}
    assert middle == {"B2", "B3", "C2", "C3"}


# Unconditional life.


def test_two_eyes_are_alive_and_one_is_not() -> None:
    game = Go(5, komi=0)
    two = game.parse(".X.XO/XXXXO/OOOOO/...../.....")
    assert as_integer(game.secured(two, 0)).bit_count() == 8
    assert game.value_bounds(two) == (2 * 8 - 25, 25)
    wide = game.parse(".X..X/XXXXX/OOOOO/...../.....")
    assert as_integer(game.secured(wide, 0)).bit_count() == 8  # an eye of two points may be entered
    one = game.parse(".X..O/XXXXO/OOOOO/...../.....")
    assert as_integer(game.secured(one, 0)) == 0
    false = game.parse(".XO../XO.../O..../...../.....")
    assert as_integer(game.secured(false, 0)) == 0


def test_what_is_secured_stays_whatever_the_other_plays() -> None:
    """The owner only passes, and the other plays at random."""
    game = Go(5, komi=0)
    dice = random.Random(1)
    tried = 0
    for seed in range(60):
        states = finished_game(game, seed)
        for s in states[30::7]:
            for p in (0, 1):
                sure = as_integer(game.secured(s, p))
                if not sure:
                    continue
                tried += 1
                t = s
                for _ in range(60):
                    points = [a for a in game.actions(t) if a != game.passing]
                    t = game.result(t, game.passing if t.mover == p or not points else dice.choice(points))
                    t = t._replace(passes=0)
                mine = as_integer(t.black if p == 0 else t.white)
                stones = sure & as_integer(s.black if p == 0 else s.white)
                assert stones & mine == stones
                assert not (sure & ~stones) & as_integer(t.white if p == 0 else t.black)
    assert tried > 50


def test_value_bounds_hold_on_a_solved_board() -> None:
    game = Go(2, komi=0, ko="simple")
    solution = zermelo.solve(game, plain=True)
    assert solution.table is not None
    met = {game.initial()}
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        if game.is_terminal(s):
            continue
        low, high = game.value_bounds(s)
        value = solution.value_of(s)
        assert value is not None
        assert low <= value <= high
        following = {game.result(s, a) for a in game.actions(s)} - met
        met |= following
        waiting += following


# Knowledge.


def naive_is_eye(size: int, stones: Stones, at: tuple[int, int], mine: str) -> bool:
    if at in stones or any(stones.get(b) != mine for b in near(size, at)):
        return False
    r, c = at
    diagonals = [(r + y, c + x) for y, x in product((-1, 1), repeat=2)]
    inside = [(y, x) for y, x in diagonals if 0 <= y < size and 0 <= x < size]
    theirs = sum(stones.get(d) not in (None, mine) for d in inside)
    return theirs < (2 if len(inside) == 4 else 1)


def test_playouts_are_legal_and_fill_no_eyes() -> None:
    game = Go(6)
    dice = random.Random(3)
    for _ in range(12):
        s = game.initial()
        for _ply in range(game.longest_playout):
            if game.is_terminal(s):
                break
            stones, mine = stones_of(game, s), "XO"[s.mover]
            draw = dice.getrandbits(62)
            for wary, a in (
                (True, game.playout_action(s, np.uint64(draw))),
                (False, game.any_sensible(s, draw, False)),
            ):
                assert a in list(game.actions(s))
                eyes = {at[0] * game.stride + at[1] for at in product(range(6), repeat=2)
                        if naive_is_eye(6, stones, at, mine)}  # fmt: skip
                assert a not in eyes
                if a == game.passing:
                    risky = {b for b in game.actions(s) if b != a and naive_is_self_atari(game, s, b)}
                    assert set(game.actions(s)) <= eyes | {a} | (risky if wary else set())
            s = game.result(s, a)


def test_playouts_capture_and_escape() -> None:
    game = Go(5)
    capture = game.parse("...../..X../.XOX./...../..... white, last D3")
    taken = game.parse("...../..X../.XOX./...../..... black, last C3")
    assert game.point_name(game.playout_action(taken, np.uint64(5))) == "C2"
    assert game.point_name(game.playout_action(capture, np.uint64(5))) == "C2"


def test_own_stones_are_seen_to_be_put_in_atari() -> None:
    for states, legal in random_line(Go(6), 4, 60):
        game, s = Go(6), states[-1]
        for a in set(legal) - {game.passing}:
            assert game.is_self_atari(s, a) == naive_is_self_atari(game, s, a)


def test_patterns_are_recognised_at_every_place() -> None:
    game = Go(6)
    hane = game.parse("....../.XOX../....../....../....../...... black")
    assert {game.point_name(a) for a in game.actions(hane) if a != game.passing and game.is_pattern(hane, a)} >= {"C4"}
    assert not game.is_pattern(game.initial(), 0)
    for states, legal in random_line(game, 5, 50):
        s = states[-1]
        stones, mine = stones_of(game, s), "XO"[s.mover]
        for a in set(legal) - {game.passing}:
            r, c = divmod(a, game.stride)
            code = 0
            for i, (y, x) in enumerate(p for p in product((r - 1, r, r + 1), (c - 1, c, c + 1)) if p != (r, c)):
                kind = 0 if (y, x) not in stones else 1 if stones[y, x] == mine else 256
                code += (kind if 0 <= y < 6 and 0 <= x < 6 else 257) << i
            assert game.is_pattern(s, a) == bool(TABLE[code])


def test_near_the_last_move_is_worth_more_and_the_edge_less() -> None:
    game = Go(9)
    empty = game.initial()
    worth = {name: game.order(empty, game.point_named(name) or 0) for name in ("A5", "B5", "C5", "E5")}
    assert worth["A5"] < worth["B5"] < worth["C5"] == worth["E5"]
    s = game.parse("/".join(["........."] * 6 + ["..XX....."] + ["........."] * 2) + " white, last C3")
    by_distance = [game.nearness(s, game.point_named(name) or 0) for name in ("E3", "F3", "G3", "H3")]
    assert by_distance == [24.0, 22.0, 8.0, 0.0]  # C3 and D3 are one chain


def test_order_prefers_a_capture_and_avoids_own_eyes() -> None:
    game = Go(5)
    s = game.parse(".X.X./XXXXX/.XOX./...../..... black")
    by_order = sorted(game.actions(s), key=lambda a: -game.order(s, a))
    assert game.point_name(by_order[0]) == "C2"
    assert {game.point_name(a) for a in by_order[-3:]} == {"A5", "C5", "E5"}


def test_evaluation_is_the_margin_where_no_point_is_open() -> None:
    game = Go(5, komi=0.5)
    s = game.parse(".XXO./.XXO./XXXO./XXXO./XXXOO")
    assert game.evaluate(s, 0) == -game.evaluate(s, 1) == game.margin(s) == 15 - 10 - 0.5


@pytest.mark.parametrize("size", [2, 5, 9])
def test_symmetric_boards_have_one_canonical_board(size: int) -> None:
    game = Go(size)
    states = finished_game(game, size)
    for s in states[::7]:
        mover = game.player_names[s.mover]
        same = {game.key(game.canonical(game.parse("/".join(rows) + f" {mover}")))[:3] for rows in images(game.rows(s))}
        assert same == {game.key(game.canonical(s))[:3]}


def test_ownership_sees_what_is_settled() -> None:
    game = Go(5)
    s = game.parse(".XXO./X.XO./XXXOO/XXXO./XXXOO")
    owners = estimated_owners(game, s, 50, plain=True)
    assert all(owner > 0.9 for row in owners for owner in row[:3])
    assert all(owner < -0.9 for row in owners for owner in row[3:])


# Parameters, text, pictures.


@pytest.mark.parametrize("spec", ["go:size=0", "go:size=20", "go:komi=a", "go:komi=0.3", "go:komi=1000", "go:ko=super"])
def test_parameters_without_sense_are_refused(spec: str) -> None:
    with pytest.raises(LoadError):
        zermelo.load(spec)


def test_games_are_named_by_their_parameters() -> None:
    assert str(zermelo.load("go:size=9,komi=7.5")) == "go"
    assert str(zermelo.load("go:size=19,komi=0,ko=simple")) == "go:size=19,komi=0,ko=simple"


@pytest.mark.parametrize("size", [1, 2, 5, 9, 19])
def test_boards_are_read_as_they_are_shown(size: int) -> None:
    game = Go(size)
    for states, legal in random_line(game, size, 60):
        s = states[-1]
        assert game.parse(game.show(s)) == s
        for a in legal[:: max(1, len(legal) // 4)]:
            assert game.parse_action(s, game.show_action(s, a).lower()) == a


def test_boards_are_read_in_other_forms() -> None:
    game = Go(3)
    board = game.parse("X.O/.../..# white")
    assert game.rows(board) == ["X.O", "...", "..X"]
    assert board.mover == 1
    assert game.parse("A3 C3 C1")[:3] == game.parse("X.O\n...\n..X\nWhite to move")[:3]
    assert game.parse("") == game.initial()
    assert Go().point_named("J1") == Go().passing - 2
    assert Go().point_named("I1") is None


def test_text_that_is_no_board_is_refused() -> None:
    game = Go(3)
    assert_refused(game, "X.O/...", "expected moves", "3 rows of 3 points")
    assert_refused(game, "A3 A3", "at move 2", "there is a stone")
    assert_refused(game, "pass pass A1", "at move 3", "play is over")
    assert_refused(game, "OXO/XX./OOO", "A3", "no liberty")
    assert_refused(game, ".../.../... blue", "'blue'")
    assert_refused(game, ".../.../... last A1", "left no stone of White")
    assert_refused(game, "X../.../... ko A3", "'ko a3'")
    for text in ("D1", "A0", "", "A1 A2", "9"):
        with pytest.raises(ParseError):
            game.parse_action(game.initial(), text)


@settings(max_examples=150)
@given(st.text(alphabet="XO.x/ \n123ABCpaslto,k", max_size=40))
def test_any_text_is_a_sound_board_or_refused(text: str) -> None:
    read_if_sound(Go(3), text)


@pytest.mark.parametrize(("size", "stars"), [(3, 0), (9, 5), (13, 9), (19, 9)])
def test_pictures_have_stones_stars_coordinates_and_the_last_move(size: int, stars: int) -> None:
    game = Go(size)
    s = game.initial()
    for name in ("A1", "B2"):
        s = game.result(s, game.parse_action(s, name))
    assert len(game.star_points()) == stars
    picture = ElementTree.fromstring(game.draw(s))
    kind = "{http://www.w3.org/2000/svg}"
    words = [element.text for element in picture.iter(f"{kind}text")]
    assert words == [*"ABCDEFGHJKLMNOPQRST"[:size], *map(str, range(size, 0, -1)), "Black to move"]
    circles = list(picture.iter(f"{kind}circle"))
    assert len(circles) == stars + 2 + 1
    assert len([e for e in picture.iter(f"{kind}path") if e.get("data-cell")]) == size * size


def test_actions_touch_their_points() -> None:
    game = Go()
    assert game.action_cells(game.initial(), game.point_named("A9") or 0) == ((0, 0),)
    assert game.action_cells(game.initial(), game.point_named("J1") or 0) == ((8, 8),)
    assert game.action_cells(game.initial(), game.passing) == ()


# Both speeds.


def mixed_rules(game: Any, s: Any, seed: int, plies: int) -> float:
    """A sum over the rules along a playout, for a comparison of the two speeds."""
    total = 0.0
    t = s
    for ply in range(plies):
        if game.is_terminal(t):
            break
        low, high = game.value_bounds(t)
        total += low + 3 * high + game.evaluate(t, 0)
        for a in game.actions(t):
            total += game.order(t, a) * (a % 7)
        c = game.canonical(t)
        total += c.black[0] & np.uint64(255)
        t = game.result(t, game.playout_action(t, np.uint64(seed) * np.uint64(ply + 1)))
    return total + game.utility(t, 1)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [6, 9])
def test_knowledge_is_the_same_at_both_speeds(size: int) -> None:
    game = Go(size)
    plain = mixed_rules(game, game.initial(), 12_345_678_901, 40)
    assert native(game).run(mixed_rules, game.initial(), 12_345_678_901, 40) == plain


def words_along(_game: Any, _s: Any, points: Any, first: int, count: int) -> Any:
    """A sum of words of a set, for a comparison of the two speeds."""
    total = np.uint64(0)
    for i in range(first, first + count):
        total = total * np.uint64(3) + word_from(points, i)
    return total


@pytest.mark.filterwarnings("ignore:overflow")
def test_words_can_begin_at_any_point() -> None:
    points = as_wide(0x9D3F_0C11_8E6A_7725_5A5A_1F0E_D00D_F00D, 2)
    assert [int(word_from(points, i)) & 15 for i in (-1, 0, 60, 64, 124, 128)] == [10, 13, 5, 5, 9, 0]
    game = Go(9)
    assert native(game).run(words_along, game.initial(), points, -63, 200) == words_along(None, None, points, -63, 200)


def test_wide_words_are_as_many_as_the_board_needs() -> None:
    assert [Go(size).words for size in (1, 7, 8, 9, 13, 19)] == [1, 1, 2, 2, 3, 6]
    assert as_integer(as_wide(1 << 100 | 5, 2)) == 1 << 100 | 5


KO_FIGHT = "A2 B2 A1 B1 A2 A1"
"""Moves on a board of 2×2 after which A2 would bring back an earlier position."""


def test_a_position_given_as_moves_honours_superko() -> None:
    game = zermelo.load("go:size=2")
    with pytest.raises(ParseError, match="at move 7, 'A2' is not a legal action here: it would repeat"):
        game.parse(f"{KO_FIGHT} A2")
    assert zermelo.load("go:size=2,ko=simple").parse(f"{KO_FIGHT} A2")


@pytest.mark.parametrize("method", ["mcts", "engine"])
def test_the_moves_that_led_to_a_position_count_as_played(method: str) -> None:
    game = zermelo.load("go:size=2")
    found = zermelo.analyse(game, KO_FIGHT, method=method, seconds=1.0, lines=9, plain=True)
    names = {game.show_action(found.state, line.action) for line in found.lines}
    assert "A2" not in names
    assert "A2" in {game.show_action(found.state, a) for a in game.actions(found.state)}


def test_play_goes_on_from_the_moves_of_a_position() -> None:
    game = zermelo.load("go:size=2")
    playing = Playing(game, KO_FIGHT)
    assert len(playing.states) == 7
    with pytest.raises(ParseError, match="earlier position"):
        playing.play(game.parse_action(playing.state, "A2"))
    computer = zermelo.player(game, "mcts:playouts=5", plain=True)
    assert game.show_action(playing.state, computer.choose(KO_FIGHT)) != "A2"
