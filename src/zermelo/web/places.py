"""The folders of the page's files."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

STATIC = Path(str(files("zermelo.web") / "static"))
"""The files of the page."""

ASSETS = Path(str(files("zermelo.draw") / "assets"))
"""The files of the stepper, which other pages use too."""
