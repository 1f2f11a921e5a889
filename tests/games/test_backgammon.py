"""Backgammon against OpenSpiel, GNU Backgammon, a naive player of every order, and published probabilities."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, strategies as st

import zermelo
from games_helpers import assert_refused, openspiel, random_play, random_states, read_if_sound
from property_helpers import examples
from zermelo.core.errors import LoadError, ParseError
from zermelo.core.game import CHANCE, MAX, MIN
from zermelo.games.backgammon import NOBODY, Backgammon, Board
from zermelo.games.backgammon.position import Position
from zermelo.games.backgammon.rules import SCORINGS
from zermelo.native.host import KernelHost
from zermelo.soundness.agreement import rules_differ

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")

GAMES = [
    Backgammon(),
    Backgammon(start="24,23,22", scoring_type="full_scoring"),
    Backgammon(points=12, sides=3, opening=False),
    Backgammon(points=8, start="8,8,7,5", sides=4),
    Backgammon(points=4, start="4,4,3", sides=2),
    Backgammon(points=20, sides=6, start="20,19,10,10,5,5,5,5,5,5,5"),
]

Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""The checkers of X and of O: off, on each point, on the bar."""


def sides(game: Backgammon, s: Board) -> Sides:
    """The checkers, read from what people see: the letters of the points."""
    letters = game.xgid(s).removeprefix("XGID=").partition(":")[0]
    x = [ord(c) - 64 if c.isupper() else 0 for c in letters]
    o = [ord(c) - 96 if c.islower() else 0 for c in letters[::-1]]
    return (game.checkers - sum(x), *x[1:]), (game.checkers - sum(o), *o[1:])


# OpenSpiel.


def observed(position: Sides) -> list[int]:
    """OpenSpiel's observation of the checkers: four numbers for each point, then the bars and the checkers off."""
    x, o = position
    out: list[int] = []
    for numbers in (x[24:0:-1], o[1:25]):
        for n in numbers:
            out += [n == 1, n == 2, n == 3, max(0, n - 3)]
    return [*out, x[25], x[0], o[25], o[0]]


def observed_there(state: Any) -> tuple[int, ...]:
    seen = state.observation_tensor(0)
    return tuple(map(int, (*seen[:194], *seen[195:197])))


def ends_there(state: Any) -> dict[tuple[int, ...], list[int]]:
    """Every position that OpenSpiel's player can come to with these dice, and the actions that lead there."""
    found: dict[tuple[int, ...], list[int]] = {}
    waiting = [(state, [])]
    while waiting:
        here, actions = waiting.pop()
        for a in here.legal_actions():
            after = here.child(a)
            if after.is_terminal() or after.is_chance_node():
                found.setdefault(observed_there(after), [*actions, a])
            else:  # a double is played in two halves
                waiting.append((after, [*actions, a]))
    return found


def compare_with_openspiel(positions: int, first_seed: int, **parameters: Any) -> None:
    theirs = openspiel("backgammon", {"max_player_turns": 100_000, **parameters})
    start = "24,23,22" if parameters.get("hyper_backgammon") else "usual"
    game = Backgammon(start=start, scoring_type=parameters.get("scoring_type", "winloss_scoring"))
    compared, dice = 0, random.Random(first_seed)
    while compared < positions:
        s, state = game.initial(), theirs.new_initial_state()
        while not game.is_terminal(s):
            assert not state.is_terminal()
            if game.player(s) == CHANCE:
                s, state = roll_both(game, s, state, dice)
                continue
            assert game.player(s) == state.current_player()
            ours = {tuple(observed(sides(game, game.result(s, a)))): a for a in game.actions(s)}
            assert len(ours) == len(list(game.actions(s))), "each position once"
            ends = ends_there(state)
            assert set(ours) == set(ends), f"{game.show(s)}"
            compared += 1
            chosen = dice.choice(sorted(ours))
            s = game.result(s, ours[chosen])
            for a in ends[chosen]:
                state.apply_action(a)
        assert state.is_terminal()
        if not parameters.get("hyper_backgammon"):  # OpenSpiel gives nobody anything there
            assert [game.utility(s, p) for p in (MAX, MIN)] == state.returns()


def roll_both(game: Backgammon, s: Board, state: Any, dice: random.Random) -> tuple[Board, Any]:
    """The same dice here and in OpenSpiel, after asserting that their probabilities are equal."""
    likely = {game.show_action(s, a): game.probability(s, a) for a in game.actions(s)}
    there: Counter[str] = Counter()
    after = {}
    for outcome, p in state.chance_outcomes():
        child = state.child(outcome)
        low, high = map(int, child.observation_tensor(0)[-2:])
        name = f"{high}-{low}"
        if s.mover == NOBODY:
            name = f"X {high}, O {low}" if child.current_player() == MAX else f"X {low}, O {high}"
        there[name] += p
        after[name] = child
    assert likely == pytest.approx(dict(there))
    name = dice.choice(sorted(likely))
    return game.result(s, game.parse_action(s, name)), after[name]


@pytest.mark.parametrize("scoring_type", SCORINGS)
def test_the_rules_are_those_of_openspiel(scoring_type: str) -> None:
    compare_with_openspiel(350, 1, scoring_type=scoring_type)


def test_hypergammon_is_openspiels() -> None:
    compare_with_openspiel(500, 2, hyper_backgammon=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_the_rules_are_those_of_openspiel_on_a_hundred_thousand_positions(seed: int) -> None:
    compare_with_openspiel(10_000, 100 + seed, scoring_type="full_scoring")


# GNU Backgammon.

HINTS = """
import gnubg
for command in ("set player 0 human", "set player 1 human", "set automatic roll off", "new game",
                "set evaluation chequer eval plies 0", "set threads 1"):
    gnubg.command(command)
for ident in {idents!r}:
    gnubg.command("set gnubgid " + ident)
    moves = [hint["move"] for hint in gnubg.hint(9999)["hint"]]
    print("ZERMELO", ident, gnubg.positionid(), gnubg.matchid(), "|".join(moves), sep=" # ")
"""


@pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed")
def test_the_plays_are_those_of_gnubg(tmp_path: Path) -> None:
    game = Backgammon()
    states = [s for s in random_states(game, 6) if game.player(s) != CHANCE and next(iter(game.actions(s)))]
    by_id = {game.gnubg_id(s): s for s in random.Random(5).sample(states, 60)}
    script = tmp_path / "hints.py"
    script.write_text(HINTS.format(idents=list(by_id)), encoding="utf-8")
    said = subprocess.run(
        [str(GNUBG), "-t", "-q", "-r", "-p", str(script)],
        input="",
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    ).stdout
    answers = [line.split(" # ")[1:] for line in said.splitlines() if line.startswith("ZERMELO")]
    assert len(answers) == len(by_id)
    for ident, position_id, match_id, moves in answers:
        s = by_id[ident]
        assert ident.split(":") == [position_id, match_id]
        named = [game.parse_action(s, move) for move in moves.split("|")]
        assert sorted(named) == sorted(game.actions(s)), f"{ident}: {moves}"


@pytest.mark.parametrize(
    ("ident", "xgid"),
    [  # as GNU Backgammon 1.07 writes and reads them
        ("4HPwATDgc/ABMA:cIkKAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10"),
        ("4HPwATDgc/ABMA:MIEFAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10"),
        ("324DAECzbRAAAA:cAkTAAAAAAAA", "XGID=aB-BBBB----A--------bbcbe-:0:0:1:64:0:0:0:0:10"),
        ("324DAECzbRAAAA:MAETAAAAAAAA", "XGID=-EBCBB--------a----bbbb-bA:0:0:-1:64:0:0:0:0:10"),
    ],
)
def test_ids_that_others_have_written(ident: str, xgid: str) -> None:
    game = Backgammon()
    s = game.parse(ident)
    assert s == game.parse(xgid) == game.parse(xgid.removeprefix("XGID="))
    assert (game.gnubg_id(s), game.xgid(s)) == (ident, xgid)
    assert game.parse(ident.partition(":")[0]) == game.parse(game.gnubg_id(game.parse(ident.partition(":")[0])))


def test_an_id_alone_has_x_to_roll() -> None:
    game = Backgammon()
    start = game.parse("4HPwATDgc/ABMA")
    assert start == game.initial()._replace(mover=MAX)
    assert start == game.parse("-b----E-C---eE---c-e----B-")
    assert game.label(start) == "4HPwATDgc/ABMA"


# A naive player, who tries every order.


def naive_ends(position: Sides, mover: int, dice: tuple[int, int], points: int) -> set[Sides]:
    """Every position after the roll, by a literal reading of the rules, with lists of numbers."""
    rolls = [[dice[0]] * 4] if dice[0] == dice[1] else [list(dice), list(dice[::-1])]
    plays = [play for roll in rolls for play in naive_plays((position[mover], position[1 - mover]), roll, points)]
    longest = max(len(used) for used, _ in plays)
    best = [(used, after) for used, after in plays if len(used) == longest]
    if longest == 1:
        best = [(used, after) for used, after in best if used == max(u for u, _ in best)]
    return {after if mover == MAX else (after[1], after[0]) for _, after in best}


def naive_plays(sides: Sides, roll: list[int], points: int) -> list[tuple[list[int], Sides]]:
    """For every way to play the numbers in this order as far as possible: those played, and the resulting position."""
    found = []
    for start in range(points + 1, 0, -1) if roll else []:
        after = naive_step(sides, start, roll[0], points)
        if after is not None:
            found += [([roll[0], *used], end) for used, end in naive_plays(after, roll[1:], points)]
    return found or [([], sides)]


def naive_step(sides: Sides, start: int, die: int, points: int) -> Sides | None:
    mine, theirs = list(sides[0]), list(sides[1])
    bar, home = points + 1, points // 4
    if mine[start] == 0 or (mine[bar] and start != bar):
        return None
    end = start - die
    if end <= 0:
        if any(mine[home + 1 :]) or (end < 0 and any(mine[start + 1 :])):
            return None
        end = 0
    elif theirs[bar - end] > 1:
        return None
    elif theirs[bar - end] == 1:
        theirs[bar - end], theirs[bar] = 0, theirs[bar] + 1
    mine[start] -= 1
    mine[end] += 1
    return tuple(mine), tuple(theirs)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_plays_are_those_of_a_naive_implementation(game: Backgammon) -> None:
    drawn = random.Random(3)
    states = [s for s in random_states(game, 25) if game.player(s) != CHANCE and not game.is_terminal(s)]
    for s in drawn.sample(states, min(len(states), 120)):
        after = [sides(game, game.result(s, a)) for a in game.actions(s)]
        assert len(after) == len(set(after)), "each position once"
        assert set(after) == naive_ends(sides(game, s), s.mover, (s.roll >> 3, s.roll & 7), game.points)
        assert {game.result(s, a)[4:] for a in game.actions(s)} == {(1 - s.mover, 0)}


crowded = st.lists(st.integers(1, 25), min_size=1, max_size=15)


@examples(150)
@given(crowded, crowded, st.integers(1, 6), st.integers(1, 6), st.sampled_from([1, 3, 7, 13, 25]))
def test_plays_of_strange_positions_too(xs: list[int], os: list[int], one: int, other: int, top: int) -> None:
    """Positions that random play rarely reaches: few points, much bearing off, crowded bars."""
    game = Backgammon()
    x = [0] * 26
    for p in xs:
        x[p if p <= top or p == 25 else 1 + p % top] += 1
    o = [0] * 26
    for p in os:
        o[p if p == 25 or not x[25 - p] else 25] += 1
    letters = [("A", x[p]) if x[p] else ("a", o[25 - p]) for p in range(1, 25)]
    points = "".join(chr(ord(c) + n - 1) if n else "-" for c, n in [("a", o[25]), *letters, ("A", x[25])])
    s = game.parse(f"XGID={points}:0:0:1:{max(one, other)}{min(one, other)}:0:0:0:0:10")
    after = [sides(game, game.result(s, a)) for a in game.actions(s)]
    assert len(after) == len(set(after))
    assert set(after) == naive_ends(sides(game, s), MAX, (max(one, other), min(one, other)), 24)


# Dice.


def test_the_opening_roll_decides_who_begins_and_is_no_double() -> None:
    game = Backgammon()
    s = game.initial()
    assert game.player(s) == CHANCE
    assert len(list(game.actions(s))) == 30
    after = [game.result(s, a) for a in game.actions(s)]
    assert Counter(t.mover for t in after) == {MAX: 15, MIN: 15}
    assert all(t.roll >> 3 > t.roll & 7 for t in after)
    assert [game.result(s, game.parse_action(s, text))[4:] for text in ("X 6, O 4", "X 4, O 6")] == [
        (MAX, 0o64),
        (MIN, 0o64),
    ]
    without = Backgammon(opening=False)
    assert len(list(without.actions(without.initial()))) == 21
    assert {without.result(without.initial(), a).mover for a in without.actions(without.initial())} == {MAX}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_probabilities_add_up_to_one(game: Backgammon) -> None:
    for s in (game.initial(), game.initial()._replace(mover=MIN)):
        assert sum(game.probability(s, a) for a in game.actions(s)) == pytest.approx(1)


# Who wins, and how much.


@pytest.mark.parametrize(
    ("loser", "worth"),
    [
        ((14,) + (0,) * 23 + (1, 0), (1, 1, 1)),
        ((1,) + (0,) * 23 + (14, 0), (1, 1, 1)),
        ((0,) * 7 + (15,) + (0,) * 18, (1, 2, 2)),
        ((0,) * 18 + (15,) + (0,) * 7, (1, 2, 2)),
        ((0,) * 19 + (15,) + (0,) * 6, (1, 2, 3)),
        ((0, 14) + (0,) * 23 + (1,), (1, 2, 3)),
    ],
)
def test_gammons_and_backgammons(loser: tuple[int, ...], worth: tuple[int, ...]) -> None:
    """One checker off saves the gammon; one in the winner's home, or on the bar, is a backgammon."""
    for scoring_type, points in zip(SCORINGS, worth, strict=True):
        game = Backgammon(scoring_type=scoring_type)
        won = (15,) + (0,) * 25
        for x, o, winner in ((won, loser, MAX), (loser, won, MIN)):
            s = game._state("", Position(x, o, 1 - winner))
            assert game.is_terminal(s)
            assert game.utility(s, winner) == points == -game.utility(s, 1 - winner)
            assert game.bounds == (-max(points, game.most), game.most)


BEAR_OFF = {
    (1, 1): 36, (2, 1): 36, (3, 1): 34, (4, 1): 29, (5, 1): 23, (6, 1): 15, (2, 2): 26, (3, 2): 25, (4, 2): 23,
    (5, 2): 19, (6, 2): 13, (3, 3): 17, (4, 3): 17, (5, 3): 14, (6, 3): 10, (4, 4): 11, (5, 4): 10, (6, 4): 8,
    (5, 5): 6, (6, 5): 6, (6, 6): 4,
}  # fmt: skip
"""In how many of the 36 rolls the last two checkers are borne off: a table in every book on the game."""


@pytest.mark.parametrize("two", BEAR_OFF)
def test_the_last_two_checkers(two: tuple[int, int]) -> None:
    game = Backgammon()
    numbers = [0] * 26
    for point in two:
        numbers[point] += 1
    x, o = (13, *numbers[1:]), (14, 1, *[0] * 24)
    value = zermelo.solve(game, game._state("", Position(x, o, MAX))).value
    assert value == pytest.approx(2 * BEAR_OFF[two] / 36 - 1)


@cache
def naive_value(position: Sides, mover: int, points: int, faces: int) -> Fraction:
    """X's expected utility in a race if this player is to roll."""
    for player, won in ((MAX, 1), (MIN, -1)):
        if not any(position[player][1:]):
            return Fraction(won)
    total = Fraction(0)
    for high in range(1, faces + 1):
        for low in range(1, high + 1):
            ends = naive_ends(position, mover, (high, low), points)
            values = [naive_value(end, 1 - mover, points, faces) for end in ends]
            total += (max if mover == MAX else min)(values) * (1 if high == low else 2)
    return total / faces**2


@pytest.mark.parametrize(
    ("text", "letters"),
    [("backgammon:points=8,sides=3", "-AA----aa-"), ("backgammon:points=12,sides=4", "-A-A----a--b--"),
     ("backgammon:points=8,sides=2,start=8,7,8", "-AAA---ba-")],
)  # fmt: skip
def test_the_solver_finds_the_exact_value_of_a_race(text: str, letters: str) -> None:
    game = zermelo.load(text)
    assert isinstance(game, Backgammon)
    s = game.parse(letters)
    solution = zermelo.solve(game, s)
    assert solution.proved
    assert solution.value == pytest.approx(float(naive_value(sides(game, s), MAX, game.points, game.sides)))


# Knowledge.


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_evaluation_is_fair_to_both_and_within_a_win(game: Backgammon) -> None:
    for s in random_states(game, 5):
        if game.is_terminal(s):
            continue
        assert -1 < game.evaluate(s, MAX) == -game.evaluate(s, MIN) < 1
        if s.mover != NOBODY:
            swapped = Board(s.min_low, s.min_high, s.max_low, s.max_high, 1 - s.mover, s.roll)
            assert game.evaluate(swapped, MIN) == pytest.approx(game.evaluate(s, MAX))


def test_evaluation_likes_a_lead_a_prime_and_no_blots() -> None:
    game = Backgammon()
    even, ahead = (
        game.parse("-EEE---------------eee----"),
        game.parse("-EDC---------------eee----"),
    )
    assert game.evaluate(ahead, MAX) > game.evaluate(even, MAX)
    prime, scattered = game.parse("-a--BBBBBB-A--------ccbbc-"), game.parse("-a--ABCBBB-AA-------ccbbc-")
    assert game.evaluate(prime, MAX) > game.evaluate(scattered, MAX)


def test_order_and_evaluation_beat_random_play() -> None:
    """The play that `order` puts first, against a random one: it wins nearly always, gammons not counted."""
    game, won = Backgammon(), 0
    for seed in range(12):
        dice, s = random.Random(seed), game.initial()
        while not game.is_terminal(s):
            actions = list(game.actions(s))
            if game.player(s) == seed % 2:
                s = game.result(s, max(actions, key=lambda a: game.order(s, a)))
            else:
                weights = [game.probability(s, a) for a in actions] if game.player(s) == CHANCE else None
                s = game.result(s, dice.choices(actions, weights)[0])
        won += game.utility(s, seed % 2) == 1
    assert won >= 11


@pytest.mark.parametrize("scoring_type", SCORINGS)
def test_limits_hold(scoring_type: str) -> None:
    game = Backgammon(scoring_type=scoring_type)
    for seed in range(8):
        states = [s for s, _ in random_play(game, seed)]
        end = game.utility(states[-1], MAX)
        assert all(game.value_bounds(s)[0] <= end <= game.value_bounds(s)[1] for s in states)
        x, o = sides(game, states[-1])
        assert game.value_bounds(states[-1]) == (-1 if x[0] else -game.most, 1 if o[0] else game.most)


def assert_both_speeds_agree(game: Backgammon) -> None:
    host = KernelHost(game)
    assert rules_differ(host, 30, 200, 1) is None
    assert host.why_plain is None


@pytest.mark.thorough
def test_both_speeds_agree() -> None:
    assert_both_speeds_agree(Backgammon())


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES[1:], ids=str)
def test_both_speeds_agree_on_other_boards(game: Backgammon) -> None:
    assert_both_speeds_agree(game)


# For people.


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_shown_positions_and_actions_parse_back(game: Backgammon) -> None:
    for s in random.Random(1).sample(list(random_states(game, 6)), 40):
        assert game.parse(game.show(s)) == s
        ElementTree.fromstring(game.draw(s))
        if s.mover != NOBODY:
            assert game.parse(game.xgid(s)) == s
            assert game.points != 24 or game.parse(game.gnubg_id(s)) == s
        if game.is_terminal(s):
            continue
        names = [game.show_action(s, a) for a in game.actions(s)]
        assert len(names) == len(set(names))
        assert [game.parse_action(s, name) for name in names] == list(game.actions(s))
        for name, a in zip(names, game.actions(s), strict=True):
            assert game.player(s) == CHANCE or game.parse_action(s, ", ".join(name.upper().split()[::-1])) == a


def test_the_board() -> None:
    game = Backgammon()
    s = game.parse("XGID=aB-BBBB----A-------bbcb-d-:0:0:-1:64:0:0:0:0:10")
    assert game.show(s) == "\n".join(
        [
            "+12-11-10--9--8--7-------6--5--4--3--2--1-+  O: 1 off",
            "|                  | O | O  O  O  O     O |",
            "|                  |   | O  O  O  O     O |",
            "|                  |   |       O        O |",
            "|                  |   |                O |",
            "|                  |   |                  |",
            "|                  |BAR|                  |",
            "|                  |   |                  |",
            "|                  |   |                  |",
            "|                  |   |                  |",
            "|                  |   | X  X  X  X     X |",
            "|    X             |   | X  X  X  X     X |",
            "+13-14-15-16-17-18------19-20-21-22-23-24-+  X: 4 off",
            "O to play 6-4",
        ]
    )
    many = game.parse("-L-C--------------------o-")
    assert "12" in game.show(many)
    assert game.parse(game.show(many)) == many


@pytest.mark.parametrize(
    ("position", "name", "others"),
    [
        ("-b----E-C---eE---c-e----B-:0:0:1:61", "13/7 8/7", ["8/7 13/7", "61: 13/7, 8/7", "13/7 8/7"]),
        ("-b----E-C---eE---c-e----B-:0:0:1:65", "24/13", ["24/18/13", "24/18 18/13", "24/18/13", "24/13"]),
        ("-b----E-C---eE---c-e----B-:0:0:-1:42", "8/4 6/4", ["6/4 8/4", "6/4,8/4"]),
        (
            "-b----E-C---eE---c-e----B-:0:0:1:11",
            "8/7(2) 6/5(2)",
            ["6/5(2) 8/7(2)", "6/5 6/5 8/7 8/7", "8/7(2) 6/5 6/5"],
        ),
        ("-b----E-C---eE---c-e----B-:0:0:1:33", "8/5(2) 6/3(2)", ["6/3(2) 8/5(2)"]),
        ("-b----E-C---eE---c-e----B-:0:0:1:44", "24/16(2)", ["24/20(2) 20/16(2)", "24/16 24/16", "24/20/16(2)"]),
        ("-b-a--E-C---eE---c-d----AA:0:0:1:32", "bar/23 6/3*", ["6/3* bar/23", "25/23 6/3", "BAR/23 6/3*"]),
        ("-BBC-----------------aa---:0:0:1:21", "2/off 1/off", ["1/off 2/off", "1/0 2/0"]),
        (
            "------B--------------a----:0:0:1:66",
            "6/off(2)",
            ["6/off 6/off", "6/0(2)"],
        ),
    ],
)
def test_plays_in_the_usual_notation(position: str, name: str, others: list[str]) -> None:
    game = Backgammon()
    s = game.parse(position)
    a = game.parse_action(s, name)
    assert game.show_action(s, a) == name
    assert {game.parse_action(s, other) for other in others} == {a}


def test_hits_at_intermediate_points_are_shown() -> None:
    game = Backgammon()
    s = game.parse("-----a-aA-----------------:0:0:1:21")
    names = {game.show_action(s, a) for a in game.actions(s)}
    assert names == {"8/7*/5*", "8/5*"}
    assert game.show_action(s, game.parse_action(s, "8/5")) == "8/5*"
    assert game.show_action(s, game.parse_action(s, "8/7/5")) == "8/7*/5*"
    with pytest.raises(ParseError, match=r"'8/6' is not an action here; expected one of 8/5\*, 8/7\*/5\*"):
        game.parse_action(s, "8/6")


def test_dice_and_passes_as_text() -> None:
    game = Backgammon()
    opening, s = game.initial(), game.parse("4HPwATDgc/ABMA")
    assert [game.parse_action(s, text) for text in ("6-4", "64", "4 6", " 4-6 ")] == [0o64] * 4
    assert [game.show_action(opening, a) for a in (0o46, 0o64)] == ["X 4, O 6", "X 6, O 4"]
    assert [game.parse_action(opening, text) for text in ("X 4, O 6", "46", "x4 o6")] == [0o46] * 3
    for state, text in ((opening, "66"), (s, "7-1"), (s, "6"), (s, "")):
        with pytest.raises(ParseError, match=f"'{text}' is not an action here"):
            game.parse_action(state, text)
    shut = game.parse("-------------------bbbbbbA:0:0:1:64")
    assert [game.show_action(shut, a) for a in game.actions(shut)] == ["pass"]
    assert game.parse_action(shut, "Pass") == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected a board as it is shown"),
        ("4HPwATDgc/ABM", "expected a board as it is shown"),
        ("4HPwATDgc/ABM!", "expected a board as it is shown"),
        ("4HPwATDgc/ABMB", "its last character is not valid"),
        ("4HPwATDgc/ABMA:cIkKAAAAAAA", "expected a board as it is shown"),
        ("4HPwATDgc/ABMA:cIkfAAAAAAAA", "its dice are 7 and 7"),
        ("//////////////", "its last character is not valid"),
        ("////////////8A", "checkers, not 15"),
        ("AAAAAAAAAAAAAA", "play ended before all checkers were off"),
        ("AQAABAAAAAAAgA", "it encodes more than a position"),
        ("AQAAAAAAAgAAAA", "both players are on X's point 24"),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:52", "expected a board as it is shown"),
        ("XGID=-b----E-C---eE---c-e----C-:0:0:1:52", "X has 16 checkers, not 15"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1", "after the points come the cube"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D", "after the points come the cube"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:0:52", "after the points come the cube"),
        ("XGID=Ab----E-C---eE---c-e----A-:0:0:1:52", "a player has checkers on the other's bar"),
        ("|||", "expected a board of 24 points"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Backgammon(), text, why, text)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            "| X           O    |   | O              X |",
            "| X           O    |   | O              X ",
            "expected a board",
        ),
        (
            "| X                |   | O                |",
            "| X        X       |   | O                |",
            "is not a stack",
        ),
        (
            "| X                |   | O                |\n|    ",
            "| 7                |   | 6                |\n|    ",
            "not 15",
        ),
        ("opening roll", "X to play 3-1, O to play", None),
        ("|   | X              O |", "| O | X              O |", "is not a stack"),
    ],
)
def test_boards_that_are_not(old: str, new: str, why: str | None) -> None:
    game = Backgammon()
    board = game.show(game.initial()).replace(old, new, 1)
    if why is None:
        assert game.parse(board).roll == 0o31
    else:
        assert_refused(game, board, why)


def test_dice_and_openings_that_the_game_does_not_have_are_refused() -> None:
    game = Backgammon(points=8, sides=4, opening=False)
    assert_refused(game, "-aa----AA-:0:0:1:51", "the dice have 4 sides")
    assert_refused(game, Backgammon(points=8).show(Backgammon(points=8).initial()), "here X begins")
    assert_refused(game, "4HPwATDgc/ABMA", "expected a board as it is shown, 'XGID=-aa----AA-:0:0:1:00'")
    with pytest.raises(ParseError, match="'backgammon:points=8,sides=4,opening=false' has no IDs"):
        game.gnubg_id(game.initial())
    assert game.label(game.initial()) == "-aa----AA-"


@given(
    st.text()
    | st.text("ABCDEabcde-:01", max_size=40)
    | st.from_regex("[A-Za-z0-9+/]{14}(:[A-Za-z0-9+/]{12})?", fullmatch=True)
)
@example("XGID=")
def test_any_text_is_read_or_refused(text: str) -> None:
    read_if_sound(Backgammon(), text)


@given(st.text() | st.text("0123456/ bar*off()", max_size=20))
def test_any_play_is_read_or_refused(text: str) -> None:
    game = Backgammon()
    s = game.parse("-b----E-C---eE---c-e----B-:0:0:1:61")
    try:
        a = game.parse_action(s, text)
    except ParseError:
        return
    assert a in list(game.actions(s))


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ("points=25", "points must be a whole number from 4 to 24"),
        ("points=10", "points must be a multiple of 4"),
        ("sides=1", "sides must be a whole number from 2 to 6"),
        ("sides=7", "sides must be a whole number from 2 to 6"),
        ("scoring_type=cube", "scoring_type must be winloss_scoring, enable_gammons or full_scoring, not 'cube'"),
        ("start=", "start must be 'usual' or the points of"),
        ("start=a", "start must be"),
        ("start=25", "a point in start must be a whole number from 1 to 24"),
        ("start=13,12", "start has both players on one point, for 13 is 12 to the other"),
        ("start=" + ",".join(["6"] * 16), "at most 15 checkers"),
        ("opening=maybe", "opening='maybe' is not yes or no"),
    ],
)
def test_bad_parameters_are_refused(parameters: str, why: str) -> None:
    with pytest.raises(LoadError, match=why):
        zermelo.load(f"backgammon:{parameters}")


def test_it_is_sound() -> None:
    assert zermelo.check("backgammon:points=8,sides=3", plays=10).ok
    assert str(Backgammon(start="24,23,22")) == "backgammon:start=24,23,22"
