"""Machine code for wide bitboards: source without loops over words is written for each number of words."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from zermelo.native import wide
from zermelo.native.helpers import _population, _trailing_zeros
from zermelo.native.pipelines import INLINED

_HALVES = (32, 16, 8, 4, 2, 1)
"""The steps in which `nth_point` halves a word."""


def _unrolled(function: Callable[..., Any], parameters: str, body: Callable[[range], list[str]]) -> None:
    """Registers machine code for a function of wide bitboards; `body` writes its lines for the indices of words."""

    @cache
    def written(words: int) -> Any:
        lines = "\n".join(f"    {line}" for line in body(range(words)))
        namespace: dict[str, Any] = {
            "np": np, "u64": np.uint64, "population": _population, "trailing_zeros": _trailing_zeros,
        }  # fmt: skip
        exec(f"def {function.__name__}({parameters}):\n{lines}\n", namespace)
        return namespace[function.__name__]

    def choose(*arguments: Any) -> Any:
        tuples = [t for t in arguments if isinstance(t, types.UniTuple) and t.dtype == types.uint64]
        return written(len(tuples[0])) if tuples else None

    # Numba requires that the chooser and what it chooses have the same parameters.
    exec(f"def chooser({parameters}):\n    return choose({parameters})\n", space := {"choose": choose})
    overload(function, strict=False, jit_options=INLINED)(space["chooser"])


def _tuple(parts: list[str]) -> str:
    return f"({', '.join(parts)},)"


def _word_by_word(expression: str) -> Callable[[range], list[str]]:
    return lambda words: [f"return {_tuple([expression.format(i=i) for i in words])}"]


def _up(name: str, i: int, by: str, rest: str) -> str:
    """Word i of a set that is shifted up; `rest` is 64 less the count."""
    carried = f" | ({name}{i - 1} >> {rest})" if i > 0 else ""
    return f"({name}{i} << {by}){carried}"


def _down(name: str, i: int, last: int, by: str, rest: str) -> str:
    """Word i of a set that is shifted down."""
    carried = f" | ({name}{i + 1} << {rest})" if i < last else ""
    return f"({name}{i} >> {by}){carried}"


def _around(name: str, i: int, last: int) -> str:
    """Word i of the four neighbours."""
    shifts = (("one", "most"), ("row", "rest"))
    return " | ".join(f"{_up(name, i, by, rest)} | {_down(name, i, last, by, rest)}" for by, rest in shifts)


_ROWS = ["one, most, row = u64(1), u64(63), u64(stride)", "rest = u64(64) - row"]


def _shifted_up(words: range) -> list[str]:
    parts = [_up("a", i, "by", "rest") for i in words]
    return [*_read("a", words), "by = u64(count)", "rest = u64(64) - by", f"return {_tuple(parts)}"]


def _shifted_down(words: range) -> list[str]:
    parts = [_down("a", i, words[-1], "by", "rest") for i in words]
    return [*_read("a", words), "by = u64(count)", "rest = u64(64) - by", f"return {_tuple(parts)}"]


def _read(name: str, words: range) -> list[str]:
    return [f"{name}{i} = {name}[{i}]" for i in words]


def _beside(words: range) -> list[str]:
    return [*_read("a", words), *_ROWS, f"return {_tuple([_around('a', i, words[-1]) for i in words])}"]


def _flood(words: range) -> list[str]:
    """Two steps between comparisons: a comparison costs as much as half a step."""
    step = [f"    t{i} = within{i} & (s{i} | {_around('s', i, words[-1])})" for i in words]
    again = [f"    u{i} = within{i} & (t{i} | {_around('t', i, words[-1])})" for i in words]
    same = " and ".join(f"u{i} == s{i}" for i in words)
    return [
        *(f"s{i} = seed[{i}] & within[{i}]" for i in words),
        *_read("within", words),
        *_ROWS,
        "while True:",
        *step,
        *again,
        f"    if {same}:",
        f"        return {_tuple([f's{i}' for i in words])}",
        *(f"    s{i} = u{i}" for i in words),
    ]


def _nth(words: range) -> list[str]:
    lines = ["left = n", "word = a[0]", "base = 0"]
    for i in words[1:]:
        lines += [
            f"below = {' + '.join(f'population(a[{j}])' for j in range(i))}",
            "if n >= below:",
            f"    left, word, base = n - below, a[{i}], {64 * i}",
        ]
    for half in _HALVES:
        lines += [
            f"low = population(word & u64({(1 << half) - 1}))",
            "if left >= low:",
            f"    left, word, base = left - low, word >> u64({half}), base + {half}",
        ]
    return [*lines, "return base"]


def _word_from(words: range) -> list[str]:
    """Shifts by 64, which have no defined result, are split in two."""
    lines = ["if i < 0:", "    return a[0] << u64(-i)", "by = u64(i & 63)"]
    for j in words:
        carried = f" | (a[{j + 1}] << u64(1)) << (u64(63) - by)" if j < words[-1] else ""
        lines += [f"if i >> 6 == {j}:", f"    return (a[{j}] >> by){carried}"]
    return [*lines, "return u64(0)"]


def _lowest(words: range) -> list[str]:
    lines = [f"if a[{i}] != u64(0):\n        return trailing_zeros(a[{i}]) + {64 * i}" for i in words[:-1]]
    return [*lines, f"return trailing_zeros(a[{words[-1]}]) + {64 * words[-1]}"]


def _each(words: range) -> list[str]:
    """One loop, because a generator with several `yield` is not inlined as well."""
    word = " else ".join(f"a[{i}] if at == {i}" for i in words[:-1]) + " else " if len(words) > 1 else ""
    return [
        f"for at in range({len(words)}):",
        f"    rest = {word}a[{words[-1]}]",
        "    while rest != u64(0):",
        "        yield trailing_zeros(rest) + 64 * at",
        "        rest &= rest - u64(1)",
    ]


_unrolled(wide.both, "a, b", _word_by_word("a[{i}] & b[{i}]"))
_unrolled(wide.either, "a, b", _word_by_word("a[{i}] | b[{i}]"))
_unrolled(wide.without, "a, b", _word_by_word("a[{i}] & ~b[{i}]"))
_unrolled(wide.up_by, "a, count", _shifted_up)
_unrolled(wide.down_by, "a, count", _shifted_down)
_unrolled(wide.beside, "a, stride", _beside)
_unrolled(wide.flood, "seed, within, stride", _flood)
_unrolled(wide.is_empty, "a", lambda words: [f"return ({' | '.join(f'a[{i}]' for i in words)}) == u64(0)"])
_unrolled(wide.overlap, "a, b", lambda words: [f"return ({' | '.join(f'a[{i}] & b[{i}]' for i in words)}) != u64(0)"])
_unrolled(wide.count_points, "a", lambda words: [f"return {' + '.join(f'population(a[{i}])' for i in words)}"])
_unrolled(
    wide.has_point,
    "a, i",
    lambda words: [
        f"word = {' else '.join([*(f'a[{j}] if i < {64 * (j + 1)}' for j in words[:-1]), f'a[{words[-1]}]'])}",
        "return (word >> u64(i & 63)) & u64(1) != u64(0)",
    ],
)
_unrolled(
    wide.only_point,
    "i, like",
    lambda words: [
        "bit = u64(1) << u64(i & 63)",
        f"return {_tuple([f'bit if i >> 6 == {j} else u64(0)' for j in words])}",
    ],
)
_unrolled(wide.lowest_point, "a", _lowest)
_unrolled(wide.nth_point, "a, n", _nth)
_unrolled(wide.word_from, "a, i", _word_from)
_unrolled(wide.each_point, "a", _each)
