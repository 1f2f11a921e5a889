"""Compilers in tests: held in another process until the test has looked, or replaced."""

from __future__ import annotations

import time
from pathlib import Path

from timing_helpers import PATIENCE
from zermelo import Game
from zermelo.native.digest import digest_of

GO_ON = "go on"
"""The name of the file beside the rules for which a held compiler waits."""

WAIT_IN_THE_COMPILER = f"""
import sys, time
from pathlib import Path
while sys.argv == ["-c"] and not Path(__file__).with_name("{GO_ON}").exists():  # the process that compiles
    time.sleep(0.05)
"""
"""A part of a rules file that holds the process which compiles it."""


def write_digest(game: Game, path: Path, go_on: Path | None = None) -> None:
    """Writes which game it was given, after the file `go_on` has appeared."""
    until = time.monotonic() + PATIENCE
    while go_on is not None and not go_on.exists() and time.monotonic() < until:
        time.sleep(0.02)
    path.with_suffix(".part").write_text(f"{digest_of(game)} {game}")
    path.with_suffix(".part").rename(path)
