"""Bad input gets one message that quotes it, and exit code 2."""

import numpy as np
import pytest
from click.testing import CliRunner

from csp_helpers import Listed
from zermelo import csp
from zermelo.cli import main
from zermelo.core.errors import LoadError, ParseError, RuleError, ZermeloError
from zermelo.csp.constraints import all_different, differ, linear, satisfies, table
from zermelo.csp.model import modelled

AB = dict.fromkeys("ab", (1, 2))


@pytest.mark.parametrize(
    ("domains", "constraints", "message"),
    [
        ({"a": None}, [], "the variable 'a' has no domain"),
        ({"a": ()}, [], "the domain of 'a' is empty"),
        ({"a": (1, 1)}, [], "the domain of 'a' has '1' twice"),
        ({}, [], "has no variables"),
        (AB, [differ("a", "x")], "'a != x' names 'x', which is not a variable"),
        (AB, ["a != b"], "yielded ''a != b'', which is not a constraint"),
        (AB | {"c": ("red",)}, [linear({"a": 1, "c": 1}, "=", 3)], "the domain of 'c' has ''red''"),
    ],
)
def test_a_problem_that_is_not_well_formed(domains, constraints, message):
    with pytest.raises(LoadError) as error:
        modelled(Listed(domains, constraints))
    assert message in str(error.value)


def test_a_constraint_that_is_not_well_formed():
    with pytest.raises(LoadError, match="names 'a' twice"):
        differ("a", "a")
    with pytest.raises(LoadError, match="'<' is not a comparison"):
        linear({"a": 1}, "<", 3)
    with pytest.raises(LoadError, match=r"the tuple '\(1,\)'"):
        table(("a", "b"), [(1,)])
    with pytest.raises(LoadError, match="2 variables and 1 offsets"):
        all_different("a", "b", offsets=[1])


@pytest.mark.parametrize("algorithm", ["backtracking", "mac", "fast"])
def test_a_predicate_that_fails_or_says_neither_yes_nor_no(algorithm):
    def fails(a, b):
        return a / (b - 2) > 0

    with pytest.raises(RuleError, match=r"'fails\(a, b\)' \(line \d+\), called with .*ZeroDivisionError"):
        csp.run(Listed(AB, [satisfies("ab", fails)]), algorithm, solutions="all")
    with pytest.raises(RuleError, match="returned '3', which is neither True nor False"):
        csp.run(Listed(AB, [satisfies("ab", lambda a, b: 3)]), algorithm, solutions="all")


def test_a_truth_value_of_numpy_is_one():
    assert csp.solve(Listed(AB, [satisfies("ab", lambda a, b: np.bool_(a < b))])).solution == {"a": 1, "b": 2}


SUDOKU = "6.8..5....5....6.9....8.2.....82..4..8...3......9....8.2315.......6..1..9.6.....4"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"sudoku:{SUDOKU[:-1]}", "has 80 cells"),
        (f"sudoku:66{SUDOKU[2:]}", "gives 6 twice in row 1: in r1c1 and r1c2"),
        (f"sudoku:{SUDOKU[:-1]}x", "has 'X' in r9c9"),
        ("sudoku:nowhere.txt", "cannot be read"),
        ("abcdefg+hijk=lmno", "has 15 letters"),
        ("australia:colours=9", "colours=9"),
        ("austria", "there is no problem 'austria': did you mean australia"),
        ("queens:n=0", "n=0"),
        ("queens:m=8", "has no parameter 'm'"),
        ("minesweeper:1.2/1", "has 1 cells in row 2 and 3 in the first"),
        ("minesweeper:x.1", "has 'x' in row 1"),
        ("minesweeper:...", "no covered cell beside a digit"),
        ("a b in 1 2; a != c", "'c' is not a variable"),
        ("a b in 1 2; a in 3", "the variable 'a' has two domains"),
        ("a b in ; a != b", "is not a statement"),
        ("a b in 5..1; a != b", "is empty"),
        ("a b in 1 2; a ! b", "'a ! b' is not a statement"),
        ("a b in 1 2; a + 2 $ b = 3", "neither a variable nor a sum"),
        ("nothing.csp", "cannot be read"),
    ],
)
def test_the_command_line_says_what_is_wrong(text, message):
    result = CliRunner().invoke(main, ["csp", text])
    assert result.exit_code == 2
    assert message in result.stderr
    with pytest.raises((ZermeloError, LoadError, ParseError)):
        csp.solve(csp.load(text))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--order", "mvr", "--algorithm", "mac"], "there is no heuristic 'mvr': did you mean mrv?"),
        (["--order", "mrv"], "fast chooses its own order"),
        (["--algorithm", "tree"], "there is a cycle through"),
        (["--algorithm", "minconflicts", "--solutions", "all"], "minconflicts finds one solution"),
        (["--solutions", "many"], "'all' or 'count'"),
        (["-o", "x.gif"], "must end in"),
        (["--step", "3"], "--step and --view are for a picture"),
        (["--algorithm", "fast", "-o", "x.svg"], "fast keeps no log"),
    ],
)
def test_options_that_do_not_fit(words, message):
    result = CliRunner().invoke(main, ["csp", "australia", *words])
    assert result.exit_code == 2
    assert message in result.stderr
