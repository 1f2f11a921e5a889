"""Solving: connect four from the empty board, endgames of othello, and tic-tac-toe at the plain speed."""

from __future__ import annotations

from statistics import median

import twins
from figures import Figure, skipped
from positions import published_endgames, random_endgames
from searching import MIB, NOTHING, Spent, compiled, value_of
from timing import interleaved, processor_seconds, undisturbed_ratio

import zermelo
from zermelo.core.game import MAX

LONGEST = 1800.0
"""The time limit for connect four, in seconds."""

EMPTIES = (14, 16, 18)
"""Empty squares of the boards of othello that are solved."""


def connect4(quick: bool) -> list[Figure]:
    """The value of the empty board, 7 by 6: won, drawn or lost, with one thread and a table of 1 GiB."""
    name = "connect four 7×6 solved"
    if quick:
        return [skipped(name, "it is not quick")]
    engine = compiled("connect4", table=1024 * MIB)
    found = value_of(engine, engine.game.initial(), LONGEST)
    if found.value is None:
        return [skipped(name, f"not within {LONGEST:,.0f} s and {found.spent.nodes:,} nodes")]
    return [_figure(name, found.spent, f"value {found.value:g}; ")]


def ffo(quick: bool) -> list[Figure]:
    """The FFO endgames: the total time, relative to a simple solver in C++."""
    name = "othello, FFO endgames / C++ solver"
    if twins.compiler() is None:
        return [skipped(name, "there is no g++")]
    engine = compiled("othello:empty_to_winner=true", table=24 * MIB)  # the same size as the C++ solver's table
    boards = published_endgames(1, 19)
    states = [engine.game.parse(board) for board, _ in boards]
    given = "".join(f"{board}\n" for board, _ in boards)
    *solved, _seconds = twins.run("endgame", given=given)
    found = [value_of(engine, s) for s in states]
    values = [v.value if engine.game.player(s) == MAX else -(v.value or 0) for v, s in zip(found, states, strict=True)]
    assert values == [score for _, score in boards] == [int(value) for value, _ in solved]
    ours, theirs = interleaved(
        1 if quick else 15,
        lambda: 1 / processor_seconds(lambda: [value_of(engine, s) for s in states]),
        lambda: 1 / float(twins.run("endgame", given=given)[-1][0]),
    )
    nodes, their_nodes = sum(v.spent.nodes for v in found), sum(int(count) for _, count in solved)
    took = f"{1 / max(ours):.2f} s for {nodes:,} nodes, and {1 / max(theirs):.2f} s for {their_nodes:,}"
    note = f"{took}, in the best of {len(ours)} rounds"
    detail = {"ours": ours, "theirs": theirs}
    return [Figure(name, undisturbed_ratio(theirs, ours), "×", at_most=3, note=note, detail=detail)]


def ffo_20(quick: bool) -> list[Figure]:
    """The FFO endgames with up to 20 empty squares, each from an empty table."""
    engine = compiled("othello:empty_to_winner=true", table=256 * MIB)
    boards = published_endgames(20, 22 if quick else 34)
    spent = NOTHING
    for board, score in boards:
        s = engine.game.parse(board)
        found = value_of(engine, s)
        assert found.value == (score if engine.game.player(s) == MAX else -score)
        spent += found.spent
    return [_figure(f"othello, FFO endgames 20 to {19 + len(boards)}", spent, "Zebra reads 62 million nodes; ")]


def endgames(quick: bool) -> list[Figure]:
    """The exact score of random boards, each from an empty table."""
    engine, found = compiled("othello"), []
    for empties in EMPTIES[:1] if quick else EMPTIES:
        boards = random_endgames(engine.game, empties, 2 if quick else 4)
        spent = sum((value_of(engine, s).spent for s in boards), NOTHING)
        found.append(_figure(f"othello, {empties} empty, {len(boards)} boards", spent))
    return found


def plain(quick: bool) -> list[Figure]:
    """Tic-tac-toe by each method, at the plain speed: a small game must not have to wait for the compiler."""
    found = []
    for method, options in (("states", {}), ("search", {"plain": True})):
        solutions = [zermelo.solve("tictactoe", method=method, **options) for _ in range(1 if quick else 5)]
        assert all(solution.value == 0 and solution.speed == "plain" for solution in solutions)
        took = median(solution.seconds for solution in solutions)
        found.append(_figure(f"tic-tac-toe by {method}, plain", Spent(solutions[0].nodes, took)))
    return found


def _figure(name: str, spent: Spent, note: str = "") -> Figure:
    note += f"{spent.nodes:,} nodes, {spent.rate:,.0f} nodes/s"
    return Figure(name, spent.seconds, "s", note=note, detail={"nodes": spent.nodes, "seconds": spent.seconds})
