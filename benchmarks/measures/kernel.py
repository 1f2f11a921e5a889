"""The alpha-beta kernel against its twin in C++: the same calls and the same nodes, interleaved."""

from __future__ import annotations

from dataclasses import dataclass

import twins
from figures import Figure, skipped
from positions import MIDDLES, OPENINGS
from searching import Call, analyse, compiled, empty, recorded, solve
from timing import interleaved, undisturbed_seconds

from zermelo.engine.engine import Engine

NAME = "kernel / C++ twin, nodes/s"


@dataclass(frozen=True)
class Set:
    """The positions that both search: openings to a depth, middlegames to the end."""

    openings: tuple[str, ...]
    depth: int
    middles: tuple[str, ...]

    def searched(self, engine: Engine) -> list[float]:
        """Runs all searches by the kernel, each from an empty table. Returns the processor seconds of each."""
        parse = engine.game.parse
        return [
            *(analyse(engine, parse(moves), self.depth).seconds for moves in self.openings),
            *(solve(engine, parse(moves)).seconds for moves in self.middles),
        ]


QUICK = Set(OPENINGS[:2], 10, MIDDLES[:1])
FULL = Set(OPENINGS, 18, MIDDLES)


def measure(quick: bool) -> list[Figure]:
    """The speed of the kernel, relative to the twin."""
    if twins.compiler() is None:
        return [skipped(NAME, "there is no g++")]
    work, engine = QUICK if quick else FULL, compiled("connect4")
    empty(engine, engine.game.initial())
    with recorded() as calls:
        work.searched(engine)
    script = script_of(calls)
    different = differences(calls, twins.run("alphabeta", given=script)[1:])
    nodes = sum(call.nodes for call in calls)
    native, twin = interleaved(
        1 if quick else 15,
        lambda: work.searched(engine),
        lambda: [float(seconds) for seconds in twins.run("alphabeta", given=script)[0]],
    )
    ours, theirs = undisturbed_seconds(native), undisturbed_seconds(twin)
    rates = f"{nodes / ours / 1e6:.2f} and {nodes / theirs / 1e6:.2f} million nodes/s"
    note = f"{rates}, each search at its best of {len(twin)} rounds, {nodes:,} nodes"
    if different:
        note = f"NOT THE SAME SEARCH: {different[0]}, and {len(different) - 1} more of {len(calls)}; {note}"
    detail = {"nodes": nodes, "kernel": native, "twin": twin, "calls": len(calls), "different_calls": len(different)}
    return [Figure(NAME, theirs / ours, "×", at_least=0.9, note=note, detail=detail)]


def script_of(calls: list[Call]) -> str:
    """The calls in the twin's input format; a change of the age marks a new search, from an empty table."""
    lines, age = [], None
    for call in calls:
        if call.settings["age"] != age:
            age = call.settings["age"]
            lines.append(f"new {call.settings['buckets']}")
        s, window = call.state, f"{call.alpha.hex()} {call.beta.hex()}"
        settings = " ".join(map(str, call.settings.values()))
        lines.append(f"child {s.mine} {s.taken} {call.place} {call.depth} {window} {settings}")
    return "\n".join(lines) + "\n"


def differences(calls: list[Call], answers: list[list[str]]) -> list[str]:
    """The calls in which the twin has read other nodes, or found another value."""
    found = []
    for i, (call, (nodes, value)) in enumerate(zip(calls, answers, strict=True)):
        twins_own, kernels = (int(nodes), float.fromhex(value)), (call.nodes, call.value)
        if twins_own != kernels:
            found.append(f"in call {i} it has nodes and value {twins_own}, not {kernels}")
    return found
