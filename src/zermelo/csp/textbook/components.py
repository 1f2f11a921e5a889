"""Independent parts: the connected components of the constraint graph are solved one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product

from zermelo.csp.constraints import Assignment
from zermelo.csp.log import Log
from zermelo.csp.model import Model
from zermelo.csp.textbook import pseudocode as at
from zermelo.csp.textbook.backtracking import Backtracking


def component_solutions(
    model: Model, log: Log, look: Callable[[], None], order: tuple[str, ...], most: int | None
) -> Iterator[Assignment]:
    """Yields every solution, or at least the first `most`: each combines a solution of every component."""
    parts = model.components
    log.note(f"The constraint graph has {len(parts)} connected component{'s' * (len(parts) != 1)}.", (at.PART_FIND,))
    found: list[list[Assignment]] = []
    for number, part in enumerate(parts, 1):
        named = ", ".join(map(str, part[:8])) + (" ..." if len(part) > 8 else "")
        log.note(f"Component {number}: {named}.", (at.PART_EACH,))
        search = Backtracking(
            model.restricted(part),
            log,
            look,
            inference="mac",
            order=order,
            offset=len(at.COMPONENTS),
            part="this component",
        )
        found.append(list(islice(search.solutions(), most)))
        if not found[-1]:
            return
    for together in product(*found):
        look()
        merged = {x: v for part in together for x, v in part.items()}
        yield {x: merged[x] for x in model.domains}
