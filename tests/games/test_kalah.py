"""Kalah against OpenSpiel's mancala, a naive sowing of seeds, and published values."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings, strategies as st

import zermelo
from games_helpers import assert_refused, beside_openspiel, openspiel, random_play, random_states, read_if_sound
from zermelo.core.errors import ParseError
from zermelo.core.game import MAX, MIN
from zermelo.games.kalah import Kalah, Sides

SIZES = [(6, 4), (1, 1), (1, 7), (2, 3), (3, 2), (4, 6), (6, 6), (6, 21), (5, 1), (2, 30), (8, 3), (10, 1)]


def numbers(game: Kalah, s: Sides) -> list[list[int]]:
    """The pits of each player in the order of sowing, and the store: read from what people see."""
    seen = [int(n) for n in " ".join(game.show(s).splitlines()[:-1]).split()]
    theirs, mine = seen[: game.pits + 1], seen[game.pits + 1 :]
    return [[*mine[1:], mine[0]], [*theirs[-2::-1], theirs[-1]]]


def test_the_rules_are_those_of_openspiels_mancala() -> None:
    theirs = openspiel("mancala")
    game = Kalah()
    positions = seed = 0
    while positions < 40_000:
        seed += 1
        for s, state in beside_openspiel(game, theirs, seed, number=number_in_openspiel):
            positions += 1
            mine, others = numbers(game, s)
            assert [others[-1], *mine, *others[:-1]] == list(map(int, state.observation_tensor(0)))[:14]


def number_in_openspiel(s: Sides, a: int) -> int:
    """OpenSpiel numbers the pits around the board, MIN's store being 0."""
    return a + (1 if s.mover == MAX else 8)


def sow(sides: list[list[int]], mover: int, pit: int) -> tuple[list[list[int]], int]:
    """One seed after the other: the sides afterwards, and who moves."""
    sides = [list(side) for side in sides]
    pits = len(sides[0]) - 1
    way = [(mover, i) for i in range(pits + 1)] + [(1 - mover, i) for i in range(pits)]
    seeds, sides[mover][pit] = sides[mover][pit], 0
    at = pit
    for _ in range(seeds):
        at = (at + 1) % len(way)
        sides[way[at][0]][way[at][1]] += 1
    if at < pits and sides[mover][at] == 1 and sides[1 - mover][pits - 1 - at] > 0:
        sides[mover][pits] += 1 + sides[1 - mover][pits - 1 - at]
        sides[mover][at] = sides[1 - mover][pits - 1 - at] = 0
    return sides, mover if at == pits else 1 - mover


@pytest.mark.parametrize("size", SIZES)
def test_seeds_are_sown_one_by_one(size: tuple[int, int]) -> None:
    game = Kalah(*size)
    for s in random_states(game, 20):
        sides = numbers(game, s)
        if game.is_terminal(s):
            assert not any(sides[MAX][:-1]) or not any(sides[MIN][:-1])
            continue
        assert list(game.actions(s)) == [i for i, n in enumerate(sides[s.mover][:-1]) if n]
        for a in game.actions(s):
            t = game.result(s, a)
            assert (numbers(game, t), t.mover) == sow(sides, s.mover, a)


def test_a_turn_kept_a_capture_and_a_whole_lap() -> None:
    game = Kalah(3, 3)
    assert play(game, "3 3 3 0 0 3 3 3", 1) == "3 3 3 0 1 0 4 4, MAX"
    assert play(game, "6 2 1 0 1 0 4 4, min", 3) == "0 3 2 1 1 1 5 5, MAX"
    assert play(game, "4 4 1 0 2 1 0 6", 1) == "4 0 1 0 7 0 0 6, MIN", "captures the four opposite"
    assert play(game, "4 0 1 0 6 1 0 6", 1) == "4 0 1 0 6 0 1 6, MIN", "there is nothing opposite to capture"
    assert play(game, "2 2 2 0 4 7 0 1", 1) == "0 3 3 0 9 0 1 2, MIN", "a whole lap ends where it began"
    assert play(game, "0 2 2 4 1 0 0 9", 3) == "1 3 4 4 3 1 1 1, MIN", "the other's store is passed over"


def play(game: Kalah, text: str, pit: int) -> str:
    s = game.parse(text)
    return " ".join(game.show(game.result(s, game.parse_action(s, str(pit)))).split()[:-2]).replace(" M", ", M")


def test_what_is_left_belongs_to_its_owner() -> None:
    game, scored = Kalah(3, 2), Kalah(3, 2, scored=True)
    for text, lead in [("1 1 0 4 6 0 0 0", 0), ("3 2 0 1 6 0 0 0", 0), ("3 2 1 1 5 0 0 0", -2), ("0 0 0 2 1 4 4 1", 8)]:
        s = game.parse(text)
        assert game.is_terminal(s)
        assert [scored.utility(s, p) for p in (MAX, MIN)] == [lead, -lead]
        assert game.utility(s, MAX) == (lead > 0) - (lead < 0) == -game.utility(s, MIN)


@pytest.mark.parametrize("size", SIZES)
def test_scores_and_results_agree(size: tuple[int, int]) -> None:
    game, scored = Kalah(*size), Kalah(*size, scored=True)
    for seed in range(20):
        s = list(random_play(game, seed))[-1][0]
        sides = numbers(game, s)
        assert scored.utility(s, MAX) == sum(sides[MAX]) - sum(sides[MIN]) == -scored.utility(s, MIN)
        assert game.utility(s, MAX) == (scored.utility(s, MAX) > 0) - (scored.utility(s, MAX) < 0)


# Who wins.


def value(game: Kalah, s: Sides, least: float, greatest: float, known: dict[Sides, tuple[float, float]]) -> float:
    """The value by alpha-beta with a table of bounds and all of the game's knowledge."""
    if game.is_terminal(s):
        return game.utility(s, MAX)
    low, high = known.get(s, game.value_bounds(s))
    if low >= greatest or high <= least or low == high:
        return low if low >= greatest else high
    alpha, beta = max(least, low), min(greatest, high)
    sign = 1 if s.mover == MAX else -1
    best = -sign * float("inf")
    a_now, b_now = alpha, beta
    for a in sorted(game.actions(s), key=lambda a: -game.order(s, a)):
        v = value(game, game.result(s, a), a_now, b_now, known)
        best = max(best, v) if s.mover == MAX else min(best, v)
        a_now, b_now = (max(a_now, best), b_now) if s.mover == MAX else (a_now, min(b_now, best))
        if a_now >= b_now:
            break
    known[s] = (best, high) if best >= beta else (low, best) if best <= alpha else (best, best)
    return best


@pytest.mark.parametrize(("pits", "results"), [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWWWWL"), (4, "WWW"), (5, "DW")])
def test_published_values(pits: int, results: str) -> None:
    """By seeds, from 1 on: Irving, Donkers and Uiterwijk, "Solving Kalah" (2000).

    There the last seed goes into the store even if the pit opposite is empty; in OpenSpiel, and so here, it stays. On
    these boards that makes one difference, and brute force by either rule confirms it: 5 pits of 2 are a draw there.
    """
    found = ""
    for seeds in range(1, len(results) + 1):
        game = Kalah(pits, seeds)
        found += "LDW"[int(value(game, game.initial(), -1, 1, {})) + 1]
    assert found == results


@pytest.mark.parametrize("size", [(1, 4), (2, 2), (3, 1), (2, 3), (3, 2)])
def test_the_solver_agrees(size: tuple[int, int]) -> None:
    for scored in (False, True):
        game = Kalah(*size, scored)
        brute = plain_value(game, game.initial())
        assert value(game, game.initial(), -100, 100, {}) == brute
        assert zermelo.solve(game).value == brute


def plain_value(game: Kalah, s: Sides) -> float:
    if game.is_terminal(s):
        return game.utility(s, MAX)
    best = max if s.mover == MAX else min
    return best(plain_value(game, game.result(s, a)) for a in game.actions(s))


# Knowledge.


@pytest.mark.parametrize("scored", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_limits_hold_and_close_in(size: tuple[int, int], scored: bool) -> None:
    game = Kalah(*size, scored)
    for seed in range(20):
        states = [s for s, _ in random_play(game, seed)]
        end = game.utility(states[-1], MAX)
        widest = game.bounds
        assert widest is not None
        for s in states:
            low, high = game.value_bounds(s)
            assert widest[0] <= low <= end <= high <= widest[1]
            widest = low, high


def test_value_bounds_of_a_game_that_is_decided() -> None:
    game = Kalah(3, 2)
    assert game.value_bounds(game.parse("1 1 0 0 7 1 1 1")) == (1, 1)
    assert game.value_bounds(game.parse("1 1 0 0 6 1 1 2")) == (0, 1)
    assert game.value_bounds(game.parse("1 1 0 7 0 1 1 1")) == (-1, -1)
    assert Kalah(3, 2, scored=True).value_bounds(game.parse("1 1 0 2 5 1 1 1")) == (-2, 8)


@pytest.mark.parametrize("size", SIZES)
def test_evaluation_order_and_noisy_count_seeds_in_stores(size: tuple[int, int]) -> None:
    game = Kalah(*size)
    for s in random_states(game, 8):
        sides = numbers(game, s)
        assert game.evaluate(s, MAX) == sides[MAX][-1] - sides[MIN][-1] == -game.evaluate(s, MIN)
        if game.is_terminal(s):
            continue
        after = {a: sow(sides, s.mover, a) for a in game.actions(s)}
        gains = {a: t[s.mover][-1] - sides[s.mover][-1] for a, (t, _) in after.items()}
        assert list(game.noisy(s)) == [a for a, gain in gains.items() if gain > 1]
        for a, (_, mover) in after.items():
            assert game.order(s, a) == gains[a] + (2 * game.pits + 1) * (mover == s.mover)


# For people.


@pytest.mark.parametrize("size", SIZES)
def test_shown_positions_and_actions_parse_back(size: tuple[int, int]) -> None:
    game = Kalah(*size)
    for s in random_states(game, 8):
        shown = game.show(s)
        assert game.parse(shown) == game.parse(" ".join(shown.split())) == game.parse(shown.replace("\n", " / ")) == s
        for a in game.actions(s):
            assert game.parse_action(s, game.show_action(s, a)) == a


def test_show() -> None:
    game = Kalah(3, 2)
    s = game.result(game.initial(), 1)
    assert game.show(game.initial()) == "    2  2  2\n 0           0\n    2  2  2\nMAX to move"
    assert game.show(s) == "    2  2  2\n 0           1\n    2  0  3\nMAX to move"
    assert game.parse("2,2,2,0,1,2,0,3") == game.parse("2 2 2 / 0 1 / 2 0 3 max") == s
    assert game.parse("2 2 2 0 1 2 0 3 min to move") == s._replace(mover=MIN)
    with pytest.raises(ParseError, match="'2' is not an action here; expected one of 1, 3"):
        game.parse_action(s, "2")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "expected something like"),
        ("max", "expected something like"),
        ("2 2 2 0 1 2 0 3 mix", "expected something like"),
        ("2 2 2 0 1 2 0 -3", "expected something like"),
        ("2 2 2 0 1 2 0 ٣", "expected something like"),
        ("2 2 2 0 1 2 0", "it has 7 numbers, not 8"),
        ("2 2 2 0 1 2 0 3 0", "it has 9 numbers, not 8"),
        ("2 2 2 0 1 2 0 4", "there should be 12 seeds in all"),
        ("2 2 2 0 1 2 0 99999999999999999", "there should be 12 seeds in all"),
    ],
)
def test_invalid_input_is_refused(text: str, why: str) -> None:
    assert_refused(Kalah(3, 2), text, why, text)


@settings(deadline=None)
@given(st.text() | st.text("01234 ,/\nmaxintove", max_size=30) | st.lists(st.integers(0, 3), max_size=5).map(str))
@example("9" * 5000)
@example("1 " * 5000)
@example("1 1 0 0 1 1 \n")
def test_parse_raises_nothing_but_parse_error(text: str) -> None:
    game = Kalah(2, 1)
    for form in (text, text.strip("[]")):
        read_if_sound(game, form)


@pytest.mark.parametrize(
    ("parameters", "why"),
    [
        ({"pits": 0}, "pits must be a whole number from 1 to 20, not 0"),
        ({"pits": True}, "pits must be .* not True"),
        ({"seeds": 0}, "seeds must be a whole number from 1 to 1,000, not 0"),
        ({"seeds": 2.5}, "seeds must be .* not 2.5"),
        ({"pits": 8, "seeds": 4}, "pits 8 and seeds 4 .* take 63 bits, but only 62 are available"),
        ({"scored": 1}, "scored must be True or False, not 1"),
    ],
)
def test_bad_parameters_are_refused(parameters: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Kalah(**parameters)  # type: ignore[arg-type]


def test_the_picture_has_every_pit_and_both_stores() -> None:
    game = Kalah(3, 2)
    picture = ElementTree.fromstring(game.draw(game.parse("2 2 1 0 1 3 0 3 min")))
    assert len(picture.findall("{*}rect")) == 1 + 2 * 3 + 2
    texts = [t.text for t in picture.findall("{*}text")]
    assert texts == [*"122", *"303", "0", "1", *"123", *"123", "Second to move"]
    assert ">First wins<" in game.draw(game.parse("0 0 0 2 1 4 4 1"))
    assert ">Second wins<" in game.draw(game.parse("3 2 1 1 5 0 0 0"))
    assert ">a draw<" in game.draw(game.parse("1 1 0 4 6 0 0 0"))


def test_labels_are_short_or_left_out() -> None:
    assert Kalah(2, 1).label(Kalah(2, 1).initial()) == "1 1 0/0 1 1"
    assert Kalah().label(Kalah().initial()) == ""


@pytest.mark.parametrize("game", [Kalah(), Kalah(1, 1), Kalah(3, 2, True), Kalah(6, 21), Kalah(8, 3)], ids=str)
def test_the_game_is_sound(game: Kalah) -> None:
    report = zermelo.check(game, plays=5, seconds=None)
    assert report.ok, str(report)


def test_name_kind_and_declared_attributes() -> None:
    assert str(Kalah()) == "kalah"
    assert str(Kalah(4, 3, scored=True)) == "kalah:pits=4,seeds=3,scored=true"
    assert not Kalah().scored
    assert Kalah().bounds == Kalah.bounds == (-1, 1)
    assert Kalah(scored=True).scored
    assert Kalah(scored=True).bounds == (-48, 48)
