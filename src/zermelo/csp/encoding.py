"""A problem as the rows of the fast search: domains as bits, pairs as relations, the rest as propagators."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import prod
from typing import Any

from zermelo.csp import layout
from zermelo.csp.constraints import AllDifferent, Constraint, Linear, Table, Value, Variable
from zermelo.csp.layout import WORD, Sizes
from zermelo.csp.model import Model
from zermelo.csp.relations import Relation, Universe, signature, tabulated

MOST_PAIRS, MOST_RELATION_WORDS = 100_000, 4_000_000
"""Up to these limits an all_different with offsets becomes binary constraints: more propagation for more memory."""

MOST_TUPLES = 200_000
"""With at most this many tuples a predicate becomes a table; otherwise it is only evaluated on full assignments."""

BEYOND = 1 << 61
"""The entry of `values` for a value that is not a number: greater than every number in a sum."""

Pair = tuple[int, int]


class Encoding:
    """The rows for a model. `late` holds the constraints that are only checked when every variable has a value."""

    def __init__(self, model: Model, buffer: int) -> None:
        self.model = model
        self.variables: list[Variable] = model.variables
        self.place = {x: i for i, x in enumerate(self.variables)}
        self.late: list[Constraint] = []
        self._domains: list[Sequence[Value]] = list(model.domains.values())
        self._pairs: dict[Pair, list[tuple[Constraint, bool]]] = {}
        self._propagators: list[tuple[int, list[int], list[int], int, list[tuple[int, ...]]]] = []
        self._sort_constraints()
        self.universe = Universe(self._domains)
        self.words = max(1, -(-len(self.universe.values) // WORD))
        self._encode(buffer)

    def assignment(self, row: Sequence[int]) -> dict[Variable, Value]:
        """The values of one solution in the buffer."""
        values = self.universe.values
        return {x: values[v] for x, v in zip(self.variables, row, strict=True)}

    def _sort_constraints(self) -> None:
        """Gives every constraint its best propagation; those on one variable narrow its domain immediately."""
        unary = [c for c in self.model.constraints if len(c.scope) == 1]
        for c in unary:
            x = self.place[c.scope[0]]
            self._domains[x] = [v for v in self._domains[x] if c.holds((v,))]
        universe = Universe(self._domains)
        wide = [c for c in self.model.constraints if len(c.scope) > 1 and not self._take_pair(c)]
        for c in wide:
            if isinstance(c, AllDifferent):
                self._take_all_different(c, universe)
        for c in wide:
            if isinstance(c, AllDifferent):
                self._add_to_pairs(c)
            elif isinstance(c, Linear):
                kinds = {"=": layout.SUM_EQUAL, "<=": layout.SUM_AT_MOST, "!=": layout.SUM_NOT}
                self._propagate(kinds[c.comparison], c, list(c.weights.values()), c.total)
            else:
                self._take_tuples(c, universe)

    def _take_pair(self, c: Constraint) -> bool:
        """Keeps a constraint on two variables as a relation; false for more variables, and for large sums."""
        if len(c.scope) != 2:
            return False
        x, y = (self.place[v] for v in c.scope)
        pairs = len(self._domains[x]) * len(self._domains[y])
        if isinstance(c, Linear) and pairs > MOST_TUPLES:
            return False
        self._add_pair(x, y, c)
        return True

    def _add_pair(self, x: int, y: int, c: Constraint) -> None:
        self._pairs.setdefault((min(x, y), max(x, y)), []).append((c, x < y))

    def _take_all_different(self, c: AllDifferent, universe: Universe) -> None:
        if c.offsets is None:
            self._propagate(layout.ALL_DIFFERENT, c, [0] * len(c.scope))
            return
        pairs = len(c.scope) * (len(c.scope) - 1) // 2
        words = 2 * len(c.scope) * len(universe.values) * (len(universe.values) // WORD + 1)
        if pairs + len(self._pairs) > MOST_PAIRS or words > MOST_RELATION_WORDS:
            self._propagate(layout.SHIFTED, c, list(c.offsets))
            return
        for pair in c.pairs():
            self._add_pair(self.place[pair.scope[0]], self.place[pair.scope[1]], pair)

    def _add_to_pairs(self, c: AllDifferent) -> None:
        """Adds the inequality of an all_different to each of its pairs that already has a relation."""
        if c.offsets is None and self._pairs:
            for i, j in combinations(sorted(self.place[x] for x in c.scope), 2):
                if (i, j) in self._pairs:
                    self._pairs[i, j].append((AllDifferent((self.variables[i], self.variables[j])), True))

    def _take_tuples(self, c: Constraint, universe: Universe) -> None:
        places = [self.place[x] for x in c.scope]
        domains = [self._domains[x] for x in places]
        index = universe.index
        if isinstance(c, Table):
            sets = [set(domain) for domain in domains]
            tuples = [t for t in dict.fromkeys(c.tuples) if all(v in s for v, s in zip(t, sets, strict=True))]
        elif prod(map(len, domains)) > MOST_TUPLES:
            self.late.append(c)
            return
        else:
            tuples = [t for t in product(*domains) if c.holds(t)]
        self._propagate(layout.TUPLES, c, [0] * len(places), tuples=[tuple(index[v] for v in t) for t in tuples])

    def _propagate(
        self, kind: int, c: Constraint, factors: list[int], total: int = 0, tuples: Sequence[tuple[int, ...]] = ()
    ) -> None:
        self._propagators.append((kind, [self.place[x] for x in c.scope], factors, total, list(tuples)))

    def _encode(self, buffer: int) -> None:
        rows: dict[str, list[int]] = {}
        universe, words = self.universe, self.words
        masks = {}
        rows["domains"], rows["sizes"] = [], []
        for domain in self._domains:
            key = tuple(domain)
            if key not in masks:
                masks[key] = universe.mask(domain)
            rows["domains"] += self._split(masks[key])
            rows["sizes"].append(len(domain))
        places = words * WORD
        rows["values"] = universe.numbers + [BEYOND] * (places - len(universe.numbers))
        self._tightness = [0.0] * len(self.variables)
        self._encode_pairs(rows)
        self._encode_propagators(rows)
        rows["weights"] = [1 + round(layout.WEIGHT * tightness) for tightness in self._tightness]
        count, propagators = len(self.variables), len(self._propagators)
        trail = sum(rows["sizes"]) + len(rows["tuple_order"]) + 1
        self.sizes = Sizes(
            variables=count,
            words=words,
            values=places,
            arcs=len(rows["arc_to"]),
            relations=len(rows["relations"]),
            propagators=propagators,
            places=len(rows["place_variables"]),
            incidences=len(rows["incidences"]),
            tuples=len(rows["tuple_order"]),
            tuple_words=len(rows["tuple_words"]),
            trail=trail,
            buffer=buffer,
        )
        rows["queue"], rows["is_queued"] = list(range(count)), [1] * count
        rows["pending"], rows["is_pending"] = list(range(propagators)), [1] * propagators
        self.scalars = {
            "variable_count": count,
            "queue_length": count,
            "words": words,
            "propagator_count": propagators,
            "pending_count": propagators,
            "wanted": buffer,
        }
        self.rows = rows

    def _split(self, mask: int) -> list[int]:
        """A set of values, as a list of words."""
        return [mask >> w * WORD & (1 << WORD) - 1 for w in range(self.words)]

    def _encode_pairs(self, rows: dict[str, list[int]]) -> None:
        relations: list[int] = []
        known: dict[Any, tuple[Relation, int, int]] = {}
        arcs: list[list[tuple[int, int, int, int]]] = [[] for _ in self.variables]
        for (x, y), constraints in self._pairs.items():
            key = frozenset(signature(c, forwards) for c, forwards in constraints)
            if key not in known:
                made = tabulated(constraints, self._domains[x], self._domains[y], self.universe)
                given = len(relations)
                relations += [word for row in made.given for word in self._split(row)]
                needs = len(relations)
                relations += [word for row in made.needs for word in self._split(row)]
                known[key] = (made, given, needs)
            made, given, needs = known[key]
            arcs[x].append((y, given, needs, made.slack_of_first))
            arcs[y].append((x, needs, given, made.slack_of_second))
            self._tightness[x] += made.tightness
            self._tightness[y] += made.tightness
        rows["relations"] = relations
        rows["arc_starts"] = _starts(map(len, arcs))
        flat = [arc for own in arcs for arc in own]
        for place, name in enumerate(("arc_to", "arc_given", "arc_needs", "arc_slack")):
            rows[name] = [arc[place] for arc in flat]

    def _encode_propagators(self, rows: dict[str, list[int]]) -> None:
        of: list[list[int]] = [[] for _ in self.variables]
        for name in ("kinds", "totals", "place_variables", "place_factors", "possible", "tuple_order", "tuple_words"):
            rows[name] = []
        rows["tuple_word_starts"] = []
        for p, (kind, places, factors, total, tuples) in enumerate(self._propagators):
            rows["kinds"].append(kind)
            rows["totals"].append(total)
            rows["place_variables"] += places
            rows["place_factors"] += factors
            rows["possible"].append(len(tuples))
            rows["tuple_order"] += range(len(tuples))
            rows["tuple_word_starts"].append(len(rows["tuple_words"]))
            rows["tuple_words"] += [v for t in tuples for v in t]
            excluded = (len(places) - 1) / len(self.universe.values) if kind == layout.ALL_DIFFERENT else 1.0
            for x in places:
                of[x].append(p)
                self._tightness[x] += excluded
        rows["place_starts"] = _starts(len(places) for _, places, *_ in self._propagators)
        rows["tuple_starts"] = _starts(rows["possible"])
        rows["incidence_starts"] = _starts(map(len, of))
        rows["incidences"] = [p for own in of for p in own]


def _starts(lengths: Any) -> list[int]:
    """The start offsets of consecutive rows with these lengths, and the end of the last."""
    starts = [0]
    for length in lengths:
        starts.append(starts[-1] + length)
    return starts
