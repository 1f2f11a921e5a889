"""Recursive helpers as machine code: endless recursion raises an error and does not crash the process."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

from zermelo.kernels.counting import perft
from zermelo.native.guarding import MOST_DEPTH, calls_itself

RULES = """
from typing import NamedTuple
from zermelo import Game

class Count(NamedTuple):
    left: int
    mover: int

def down(n):
    return 0 if n <= 0 else 1 + down(n - 1)

def even(n):
    if n == 0:
        return True
    return odd(n - 1)

def odd(n):
    if n == 0:
        return False
    return even(n - 1)

def endless(n):
    return 0 if n == -1 else n % 3 + endless(n + 1)

def there(n):
    return 0 if n == -1 else 1 + back(n + 1)

def back(n):
    return 0 if n == -1 else 1 + there(n + 1)

def falls(n):
    if n == -1:
        return 0
    return 1 // n if n == 0 else falls(n - 1 if n > 0 else n + 1)

def divides(n):
    return 100 // (2 * n) ** 64

def turns(n):
    return -1 if n > 0 and n + n < 0 else 0

class Counting(Game):
    def initial(self): return Count(HOW_FAR, 0)
    def player(self, s): return s.mover
    def actions(self, s):
        for a in range(2):
            yield a
    def result(self, s, a): return Count(s.left - a, 1 - s.mover)
    def is_terminal(self, s): return HELPER(s.left) == -1
    def utility(self, s, p): return 0
"""


def counting(tmp_path, helper: str, how_far: int = 5) -> str:
    file = tmp_path / "counting.py"
    file.write_text(RULES.replace("HELPER", helper).replace("HOW_FAR", str(how_far)))
    return str(file)


def run(tmp_path, file: str, program: str) -> str:
    """The output of a process that must not crash."""
    source = "import zermelo\nfrom zermelo.native import native\nfrom zermelo.kernels.counting import perft\n"
    source += f"game = zermelo.load({file!r})\n" + textwrap.dedent(program)
    done = subprocess.run([sys.executable, "-c", source], check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout


@pytest.mark.thorough
@pytest.mark.parametrize("helper", ["endless", "there"])
def test_endless_recursion_raises_and_the_next_call_is_correct(tmp_path, helper):
    said = run(
        tmp_path,
        counting(tmp_path, helper),
        """
        compiled = native(game)
        for _ in range(3):
            try:
                compiled.run(perft, game.initial(), 2, 1)
            except RecursionError as error:
                print(error)
        s = type(game.initial())(-4_000 // 2, 0)  # from there it ends, deep but not too deep
        print(compiled.run(perft, s, 2, 1))
        """,
    )
    *errors, last = said.splitlines()
    assert len(errors) == 3
    message = f" recurses more than {MOST_DEPTH:,} deep: does the recursion end?"
    assert all(error.endswith(message) for error in errors)
    assert last == "4"


@pytest.mark.thorough
@pytest.mark.parametrize(("helper", "how_far"), [("down", MOST_DEPTH - 10), ("even", MOST_DEPTH - 20)])
def test_recursion_that_ends_is_correct_however_deep_and_often(tmp_path, helper, how_far):
    said = run(tmp_path, counting(tmp_path, helper, how_far), "print(native(game).run(perft, game.initial(), 5, 1))")
    assert said == "32\n"


@pytest.mark.thorough
def test_other_exceptions_do_not_count_towards_the_depth(tmp_path):
    said = run(
        tmp_path,
        counting(tmp_path, "falls", 1_000),
        """
        compiled = native(game)
        errors = 0
        for _ in range(9):
            try:
                compiled.run(perft, game.initial(), 2, 1)
            except ZeroDivisionError:
                errors += 1
        print(errors, compiled.run(perft, game.initial()._replace(left=-3_000), 1, 1))
        """,
    )
    assert said.split() == ["9", "2"]


def test_the_error_names_the_rule_and_the_line(tmp_path):
    command = [sys.executable, "-c", "from zermelo.cli import main; main()", "perft", counting(tmp_path, "endless")]
    done = subprocess.run([*command, "--depth", "3"], check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert "is_terminal raised RecursionError" in done.stderr
    assert "endless(n + 1)" in done.stderr


def straight(n):
    return n + 1


def round_and_round(n):
    return round_and_round(n - 1) if n else straight(n)


def test_which_helpers_call_themselves():
    assert calls_itself(round_and_round)
    assert not calls_itself(straight)
    assert not calls_itself(perft.__globals__["next_random"])


@pytest.mark.thorough
def test_a_number_that_wraps_to_zero_is_no_divisor(tmp_path):
    """LLVM must not assume that integers never overflow: it would omit the test, and the processor would trap."""
    said = run(
        tmp_path,
        counting(tmp_path, "divides", 3),
        """
        try:
            native(game).run(perft, game.initial(), 2, 1)
        except ZeroDivisionError:
            print("raised")
        """,
    )
    assert said.split() == ["raised"]


@pytest.mark.thorough
def test_a_number_that_wraps_is_seen_to_be_negative(tmp_path):
    said = run(tmp_path, counting(tmp_path, "turns", 2**62), "print(native(game).run(perft, game.initial(), 2, 1))")
    assert said.split() == ["1"]
