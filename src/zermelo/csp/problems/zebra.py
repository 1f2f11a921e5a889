"""The zebra puzzle: who owns the zebra, and who drinks water. The version is that of Life International, December 1962.

1 There are five houses. 2 The Englishman lives in the red house. 3 The Spaniard owns the dog. 4 Coffee is drunk in
the green house. 5 The Ukrainian drinks tea. 6 The green house is immediately to the right of the ivory house. 7 The
Old Gold smoker owns snails. 8 Kools are smoked in the yellow house. 9 Milk is drunk in the middle house. 10 The
Norwegian lives in the first house. 11 The man who smokes Chesterfields lives next to the man with the fox. 12 Kools
are smoked in the house next to the house where the horse is kept. 13 The Lucky Strike smoker drinks orange juice. 14
The Japanese smokes Parliaments. 15 The Norwegian lives next to the blue house.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from zermelo.csp.constraints import Constraint, Value, Variable, all_different, equal, linear, satisfies
from zermelo.csp.problem import Problem

KINDS = {
    "colour": ("red", "green", "ivory", "yellow", "blue"),
    "man": ("Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"),
    "drink": ("coffee", "tea", "milk", "orange juice", "water"),
    "smoke": ("Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"),
    "pet": ("dog", "snails", "fox", "horse", "zebra"),
}


def is_next_to(a: int, b: int) -> bool:
    """Whether two houses are neighbours."""
    return abs(a - b) == 1


class Zebra(Problem):
    """The variables are colours, men, drinks, smokes and pets; the values are the houses 1 to 5, from the left."""

    def variables(self) -> Iterable[Variable]:
        """All things, kind by kind."""
        return [thing for things in KINDS.values() for thing in things]

    def domain(self, x: Variable) -> Iterable[Value]:
        """The houses; 9 and 10 say which two are known."""
        return (3,) if x == "milk" else (1,) if x == "Norwegian" else range(1, 6)

    def constraints(self) -> Iterable[Constraint]:
        """The sentences, in their order."""
        for things in KINDS.values():
            yield all_different(*things)
        yield equal("Englishman", "red")
        yield equal("Spaniard", "dog")
        yield equal("coffee", "green")
        yield equal("Ukrainian", "tea")
        yield linear({"green": 1, "ivory": -1}, "=", 1)
        yield equal("Old Gold", "snails")
        yield equal("Kools", "yellow")
        yield satisfies(("Chesterfields", "fox"), is_next_to)
        yield satisfies(("Kools", "horse"), is_next_to)
        yield equal("Lucky Strike", "orange juice")
        yield equal("Japanese", "Parliaments")
        yield satisfies(("Norwegian", "blue"), is_next_to)

    def show(self, assignment: Mapping[Variable, Value]) -> str:
        """A table with a column for each house, and the answers below it."""
        rows = [["", "1", "2", "3", "4", "5"]]
        for kind, things in KINDS.items():
            at = {assignment.get(thing): thing for thing in things}
            rows.append([kind, *(at.get(house, "") for house in range(1, 6))])
        widths = [max(len(row[i]) for row in rows) for i in range(6)]
        lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        man = {assignment.get(m): m for m in KINDS["man"]}
        if assignment.get("zebra") in man and assignment.get("water") in man:
            lines.append(f"The {man[assignment['zebra']]} owns the zebra; the {man[assignment['water']]} drinks water.")
        return "\n".join(lines)

    def layout(self) -> Mapping[Variable, tuple[float, float]]:
        """A column for each kind."""
        return {
            thing: (1.6 * x, y + 0.35 * (x % 2))
            for x, things in enumerate(KINDS.values())
            for y, thing in enumerate(things)
        }
