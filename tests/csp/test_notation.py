"""Problems as text."""

import pytest

from csp_helpers import as_set
from zermelo import csp
from zermelo.core.errors import ParseError

MAP = """WA NT SA Q NSW V T in red green blue
WA != NT; WA != SA; NT != SA; NT != Q; SA != Q; SA != NSW; SA != V; Q != NSW; NSW != V"""


def solutions(text):
    return csp.solve(csp.load(text), solutions="all").solutions


def test_the_map_of_australia_as_a_line():
    assert as_set(solutions(MAP)) == as_set(csp.solve(csp.load("australia"), solutions="all").solutions)


@pytest.mark.parametrize(
    ("statement", "holds"),
    [
        ("A = B", lambda a, b, c: a == b),
        ("A == B", lambda a, b, c: a == b),
        ("A != B", lambda a, b, c: a != b),
        ("A < B", lambda a, b, c: a < b),
        ("A > B + 1", lambda a, b, c: a > b + 1),
        ("A >= 2 B - C", lambda a, b, c: a >= 2 * b - c),
        ("2*A + B <= 3 + C", lambda a, b, c: 2 * a + b <= 3 + c),
        ("A + A = B", lambda a, b, c: 2 * a == b),
        ("A + B != C", lambda a, b, c: a + b != c),
        ("A = 2", lambda a, b, c: a == 2),
        ("A != 2", lambda a, b, c: a != 2),
        ("all_different(A, B, C)", lambda a, b, c: len({a, b, c}) == 3),
        ("(A B) in (1 2) (2, 1)", lambda a, b, c: (a, b) in {(1, 2), (2, 1)}),
    ],
)
def test_statements_mean_what_they_say(statement, holds):
    found = solutions(f"A B in 1..3\nC in 0 2 4  # even\n{statement}")
    expected = [{"A": a, "B": b, "C": c} for a in (1, 2, 3) for b in (1, 2, 3) for c in (0, 2, 4) if holds(a, b, c)]
    assert as_set(found) == as_set(expected)


def test_a_word_is_a_value_where_the_domain_has_it():
    assert solutions("A B in red green; A = red; A != B") == [{"A": "red", "B": "green"}]


def test_an_error_points_at_its_place():
    with pytest.raises(ParseError) as error:
        csp.load("A B in 1 2; A < X")
    assert str(error.value).endswith("  A B in 1 2; A < X\n              ^")


def test_a_file(tmp_path):
    file = tmp_path / "pair.csp"
    file.write_text("A B in 1 2\nA < B\n", encoding="utf-8")
    assert csp.solve(csp.load(file)).solution == {"A": 1, "B": 2}


def test_a_class_in_a_file_of_ones_own(tmp_path):
    file = tmp_path / "mymap.py"
    file.write_text(
        "from zermelo.csp import Problem, differ\n"
        "class Islands(Problem):\n"
        "    def __init__(self, colours=3): self.colours = colours\n"
        "    def variables(self): return ['N', 'S']\n"
        "    def domain(self, x): return range(self.colours)\n"
        "    def constraints(self): yield differ('N', 'S')\n",
        encoding="utf-8",
    )
    assert csp.solve(csp.load(f"{file}:Islands:colours=4"), solutions="count").count == 12
    assert csp.solve(csp.load(str(file)), solutions="count").count == 6
