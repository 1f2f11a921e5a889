"""Fixtures for the tests of the command line."""

from __future__ import annotations

import pytest

from timing_helpers import PATIENCE


@pytest.fixture(autouse=True)
def _patient_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit the computer has time to solve a small game on a busy machine too, and plays the same."""
    monkeypatch.setattr("zermelo.cli.play.SECONDS", PATIENCE)
