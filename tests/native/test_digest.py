"""The digest covers everything that affects compilation, in rules and in Zermelo itself."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from zermelo.native import digest

PACKAGE = Path(zermelo.__file__).parent

RULES = """
import zermelo
import parts.inner
from zermelo.native import mixing

class Game(zermelo.Game):
    def initial(self): return (parts.inner.START, 0)
    def player(self, s): return zermelo.CHANCE if s[0] == 3 else s[1]
    def actions(self, s): return [1, 2]
    def result(self, s, a): return (s[0] + a, 1 - s[1])
    def is_terminal(self, s): return s[0] >= 7
    def utility(self, s, p): return mixing.FACTOR
"""


@pytest.fixture
def checkout(tmp_path):
    """Zermelo as it is being worked on, beside a game whose constants are in another file."""
    shutil.copytree(PACKAGE, tmp_path / "zermelo", ignore=shutil.ignore_patterns("__pycache__", "static"))
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "__init__.py").write_text("")
    (tmp_path / "parts" / "inner.py").write_text("START = 1\n")
    (tmp_path / "rules.py").write_text(RULES)
    return tmp_path


def digest_in(checkout: Path) -> str:
    code = "import rules; from zermelo.native.digest import digest_of; print(digest_of(rules.Game()))"
    environment = os.environ | {"PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=checkout, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("zermelo/native/states.py", "types.int64,", "types.int32,"),  # the compiler itself
        ("zermelo/native/memory.py", "SMALL_KEY = ", "SMALL_KEY = 1 + "),  # what it is built on
        ("zermelo/core/game.py", "CHANCE = -1", "CHANCE = -2"),  # what rules read of Zermelo
        ("parts/inner.py", "START = 1", "START = 2"),  # and of modules within modules
    ],
)
def test_a_change_without_a_new_version_changes_the_digest(file, before, after, checkout):
    first = digest_in(checkout)
    assert digest_in(checkout) == first
    text = (checkout / file).read_text()
    assert before in text
    (checkout / file).write_text(text.replace(before, after))
    assert digest_in(checkout) != first


def test_every_module_that_the_compiler_imports_is_covered():
    found = set()
    for file in {*(PACKAGE / "native").glob("*.py")} - {PACKAGE / "native" / f"{name}.py" for name in digest.RUNNING}:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zermelo."):
                found.add("/".join(node.module.split(".")[1:]))
    assert {module for module in found if not module.startswith("native")} == set(digest.IMPORTED)
