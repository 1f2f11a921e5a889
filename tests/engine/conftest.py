"""A store of machine code of the tests' own, which one run of them shares."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def store(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path_factory.getbasetemp() / "machine-code"))
