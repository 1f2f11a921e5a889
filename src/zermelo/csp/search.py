"""The fast search: it starts at the plain speed, and soon continues in the same memory as machine code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zermelo.core.errors import LimitError, quote
from zermelo.core.limits import Budget
from zermelo.csp import layout
from zermelo.csp.constraints import Assignment, Linear
from zermelo.csp.encoding import Encoding
from zermelo.csp.model import Model, modelled
from zermelo.csp.notation import Written
from zermelo.csp.propagation import ENOUGH, PAUSED, search
from zermelo.native.no_rules import UNIT, ruleless
from zermelo.native.thresholds import LOADING_SECONDS

PLAIN_WORK, NATIVE_WORK = 500, 500_000
"""The amount of work between two checks of the budget."""

FIRST_RESTART = 100
"""The number of failures before the first restart of a search for one solution."""

GREATEST_SUM = 1 << 60
"""Sums and their totals stay below this, so that machine code can hold them."""

Notice = Callable[[str], None]

_loaded: list[bool] = []
"""Not empty once this process has loaded the machine code: every later search starts with it."""


class FastSearch:
    """The search for the solutions of one model. It can be paused and resumed until it is exhausted."""

    def __init__(
        self, model: Model, *, buffer: int, restarts: bool = False, plain: bool = False, notice: Notice = lambda _: None
    ) -> None:
        self._refuse_large_sums(model)
        self.encoding = Encoding(model, buffer)
        self._notice, self._is_plain = notice, plain
        self.watch: Callable[[], None] = lambda: None  # called regularly during the search
        self._native: Any = None
        starts_native = not plain and bool(_loaded)
        encoding = self.encoding
        self.memory = layout.new_memory(encoding.sizes, encoding.rows, encoding.scalars, native=starts_native)
        if restarts:
            self.memory.restart_after = FIRST_RESTART
        if starts_native:
            self._load()

    @staticmethod
    def _refuse_large_sums(model: Model) -> None:
        for c in model.constraints:
            if isinstance(c, Linear):
                ends = (abs(w) * max(map(abs, model.domains[x])) for x, w in c.weights.items())  # type: ignore[arg-type]
                if sum(ends) + abs(c.total) >= GREATEST_SUM:
                    raise LimitError(f"the numbers in {quote(c)} are too large: sums must stay below 2^60")

    @property
    def speed(self) -> str:
        """The current speed: native or plain."""
        return "plain" if self._native is None else "native"

    def found(self, budget: Budget) -> Iterator[Assignment]:
        """Yields the solutions; with a buffer of 0 they are only counted, and none is yielded.

        Raises OutOfBudget. A late constraint is checked here.
        """
        late = self.encoding.late
        while True:
            status = self._go_on(budget)
            for solution in self._emptied():
                if all(c.holds([solution[x] for x in c.scope]) for c in late):
                    yield solution
            if status != ENOUGH:
                return

    def _go_on(self, budget: Budget) -> int:
        """Searches until the buffer is full, or nothing is left."""
        while True:
            budget.check()
            self.watch()
            if self._native is not None:
                status = self._native.run(search, UNIT, self.memory, NATIVE_WORK)
            else:
                status = search(None, None, self.memory, PLAIN_WORK)  # type: ignore[arg-type]
                if status == PAUSED and not self._is_plain and budget.seconds > LOADING_SECONDS:
                    with budget.waiting():
                        self.go_native()
            if status != PAUSED:
                return int(status)

    def go_native(self) -> None:
        """Continues as machine code, in a copy of the same memory."""
        self.memory = layout.as_native(self.encoding.sizes, self.memory)
        self._load()

    def _load(self) -> None:
        self._native = ruleless()
        if not _loaded:
            if not self._native.is_stored(search):
                self._notice("compiling the search for solutions, once …")
            self._native.compile(search, UNIT, self.memory, 0)
            _loaded.append(True)

    def _emptied(self) -> list[Assignment]:
        """The solutions in the buffer, which is empty afterwards."""
        m = self.memory
        width = len(self.encoding.variables)
        count, m.found = m.found, 0
        rows = [list(map(int, m.buffer[i * width : (i + 1) * width])) for i in range(count)]
        return [self.encoding.assignment(row) for row in rows]


def load_native(notice: Notice = lambda _: None) -> None:
    """Loads the machine code of the search, or compiles it: every later search starts with it."""
    if not _loaded:
        tiny = modelled(Written("A in 0 1"))
        FastSearch(tiny, buffer=1, notice=notice).go_native()
