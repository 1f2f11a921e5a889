"""Checks that imports in src/zermelo point one way: each room or module only to those below it, and no game to another.

Run it from anywhere: `python .ci/imports.py`. It reads the files and imports nothing.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "zermelo"

MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "native": {"core"},
    "kernels": {"core", "native"},
    "games": {"core", "native"},
    "trees": {"core"},
    "textbook": {"core", "native", "trees"},
    "engine": {"core", "native", "kernels"},
    "solvers": {"core", "native", "kernels"},
    "tables": {"core", "native", "kernels", "solvers"},
    "draw": {"core"},
    "csp": {"core", "native", "games", "draw"},
    "hidden": {"core", "native", "kernels", "csp"},
    "methods": {"core", "native", "engine", "solvers", "tables", "textbook", "hidden"},
    "soundness": {"core", "native", "kernels"},
    "adapters": {"core"},
    "loading": {"adapters", "core", "games", "trees"},
    "sheets": {"core", "csp", "draw", "native", "textbook", "trees"},
    "play": {"core", "draw", "engine", "hidden", "loading", "methods", "tables", "textbook"},
    "protocols": {"core", "loading", "play"},
    "players": {"core", "loading", "methods", "play", "protocols", "tables", "textbook"},
    "matches": {"core", "loading", "play", "players", "protocols", "tables"},
    "books": {"core", "loading", "matches", "methods", "play", "tables"},
    "measuring": {"core", "loading", "methods"},
    "evaluations": {"core", "loading", "methods", "textbook"},
    "questions": {"core", "draw", "engine", "hidden", "loading", "methods", "native", "soundness"},
    "notebooks": {"core", "draw", "loading", "methods", "questions"},
}
"""What each room or module may import: only what stands above it here and in docs/design.md."""

TOP = {"__init__", "cli", "web"}
"""What may import anything, and be imported by nothing but itself."""

NUMBA_ROOMS = {"native"}
"""The only rooms that may import Numba."""


NO_GAME = "shared"
"""The folder in games/ that every game may import from."""


def imported(tree: ast.AST) -> list[tuple[int, str]]:
    """Every module that a file imports, with the line; `from zermelo import x` counts as zermelo.x."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module in ("zermelo", "zermelo.games"):
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.lineno, node.module or "." * node.level))
    return found


def is_of_another_game(path: Path, module: str) -> bool:
    """Whether a file in games/ imports from a game that it is not a part of."""
    own, wanted = path.relative_to(SOURCE).with_suffix("").parts, module.split(".")[1:]
    return own[0] == "games" and wanted[:1] == ["games"] and wanted[1:2] not in ([own[1]], [NO_GAME])


def faults(path: Path) -> list[str]:
    """What is wrong with the imports of one file."""
    room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if room not in MAY_IMPORT and room not in TOP:
        return [f"{path}: '{room}' is not in the list of rooms; say in {__file__} what it may import"]
    found = []
    for line, module in imported(ast.parse(path.read_text(encoding="utf-8"))):
        parts = module.split(".")
        if parts[0] == "numba" and room not in NUMBA_ROOMS:
            found.append(f"{path}:{line}: only {', '.join(NUMBA_ROOMS)} imports numba")
        elif module.startswith("."):
            found.append(f"{path}:{line}: a relative import hides which room is meant")
        elif parts[0] == "zermelo" and room not in TOP and parts[1] not in {room, *MAY_IMPORT[room]}:
            found.append(f"{path}:{line}: '{room}' may not import '{parts[1]}'")
        elif is_of_another_game(path, module):
            found.append(f"{path}:{line}: no game imports from another; what several use belongs in games/{NO_GAME}")
    return found


def main() -> int:
    found = [fault for path in sorted(SOURCE.rglob("*.py")) for fault in faults(path)]
    print("\n".join(found) or "imports point one way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
