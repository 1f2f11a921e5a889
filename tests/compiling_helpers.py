"""What another process is given to do in tests, in place of compiling."""

from __future__ import annotations

import time
from pathlib import Path

from zermelo import Game
from zermelo.native.digest import digest_of


def write_digest(game: Game, path: Path, seconds: float) -> None:
    """Waits for a number of seconds, then writes which game it was given."""
    time.sleep(seconds)
    path.with_suffix(".part").write_text(f"{digest_of(game)} {game}")
    path.with_suffix(".part").rename(path)
