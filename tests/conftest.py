"""What all tests share: how random examples are drawn, and one store of machine code for the whole run."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# The same examples each time, so that a run says something of the change and not of its luck; the nightly run looks for
# new ones, and for more: pytest --hypothesis-profile=explore.
settings.register_profile(
    "zermelo", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True, max_examples=30
)
settings.register_profile("explore", settings.get_profile("zermelo"), derandomize=False, max_examples=200)
settings.load_profile("zermelo")


@pytest.fixture(scope="session", autouse=True)
def unsynced_files() -> Iterator[None]:
    """Files are not forced to the disk: that protects from power failures only, and takes long on a busy disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda file: None)
        yield


SLOW_TIMEOUT = 2 * 60 * 60
"""The seconds after which a slow test fails: it may take much longer than the others."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives slow tests more time."""
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(SLOW_TIMEOUT))


def pytest_xdist_auto_num_workers() -> int:
    """Two workers more than there are processors: tests wait for browsers, for other processes and for the clock."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors + 2


@pytest.fixture(scope="session", autouse=True)
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A store of machine code for this run, shared by its worker processes and by what these start.

    So each game is compiled once, and no test depends on what an earlier run has left. A test of compiling itself sets
    a store of its own.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # each worker has a folder inside that of the run
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(folder / "machine-code"))
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))  # not the tables of whoever runs the tests
        yield
