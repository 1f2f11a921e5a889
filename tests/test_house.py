"""The architecture: docs/design.md, the import checker and the folders agree."""

import importlib.util
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "zermelo"


def import_table():
    spec = importlib.util.spec_from_file_location("imports", ROOT / ".ci" / "imports.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rooms_in_the_design():
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    block = text.split("```text\nsrc/zermelo/\n")[1].split("```")[0]
    return [re.match(r"  (\w+)(/|\.py) ", line)[1] for line in block.splitlines()]


def test_the_design_lists_the_rooms_that_exist():
    folders = {p.name for p in SOURCE.iterdir() if (p / "__init__.py").exists()}
    modules = {p.stem for p in SOURCE.glob("*.py")} - {"__init__"}
    assert set(rooms_in_the_design()) == folders | modules


def test_the_import_checker_knows_the_same_rooms_in_the_same_order():
    table = import_table()
    listed = rooms_in_the_design()
    assert [*table.MAY_IMPORT, "web", "cli"] == listed
    assert {"web", "cli", "__init__"} == table.TOP
    for room, allowed in table.MAY_IMPORT.items():
        assert {listed.index(other) for other in allowed} <= set(range(listed.index(room)))
