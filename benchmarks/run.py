"""Measures the speed of Zermelo and of other programs: `python benchmarks/run.py [NAME ...] [--quick] [--json FILE]`.

Compared programs run interleaved, and a figure is the median of the ratios. A row whose peer or compiler is missing is
skipped with a message.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import twins
from figures import Figure, table
from measures import MEASURES

PACKAGES = ("zermelo", "numba", "numpy", "open_spiel", "easyAI", "python-constraint2", "ortools")


def main() -> None:
    """Runs the selected benchmarks, or all; prints a table, and optionally writes JSON."""
    arguments = _arguments()
    figures: list[Figure] = []
    for name in arguments.names or MEASURES:
        print(f"{name} …", file=sys.stderr, flush=True)
        for figure in MEASURES[name](arguments.quick):
            print(f"  {figure}", file=sys.stderr, flush=True)
            # One small round is too noisy to be compared with a target.
            figures.append(replace(figure, at_least=None, at_most=None) if arguments.quick else figure)
    print(table(figures))
    if arguments.json is not None:
        content = {"quick": arguments.quick, **_surroundings(), "figures": [figure.to_json() for figure in figures]}
        arguments.json.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(MEASURES)}")
    parser.add_argument("--quick", action="store_true", help="one small round of each: a smoke test")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to this file")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in MEASURES]
    if unknown:
        parser.error(f"unknown benchmark {unknown[0]!r}; there are {', '.join(MEASURES)}")
    return arguments


def _surroundings() -> dict[str, Any]:
    """The date, the machine and the versions."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": _processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "compiler": _compiler(),
        "packages": {name: _version(name) for name in PACKAGES},
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def _compiler() -> str | None:
    if twins.compiler() is None:
        return None
    said = subprocess.run([twins.compiler() or "", "--version"], capture_output=True, text=True, check=True).stdout
    return said.splitlines()[0]


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


if __name__ == "__main__":
    main()
