"""Fixtures for the tests of machine code."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def own_store(tmp_path_factory):
    """A store of machine code that only the tests of one module use."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("store")))
        yield
