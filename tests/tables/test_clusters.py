"""A real Dask cluster of two worker processes builds the same files, even if one of them is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from ranked_graphs import Ranked
from zermelo.core.errors import TableError
from zermelo.tables.building import BuildProgress, build_stages
from zermelo.tables.clusters import cluster

distributed = pytest.importorskip("distributed")

GAME = Ranked(seed=5, stages=6, utilities=2)


@pytest.fixture
def scheduler(monkeypatch: pytest.MonkeyPatch) -> Iterator[distributed.LocalCluster]:
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    )
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made:
        yield made


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
def test_a_worker_that_is_killed_in_mid_build_changes_nothing(
    scheduler: distributed.LocalCluster, tmp_path: Path
) -> None:
    build_stages(GAME, tmp_path / "here", plain=True)
    victims = [worker.pid for worker in scheduler.workers.values()][:1]

    def kill_one(at: BuildProgress) -> None:
        if at.stage == 2 and victims:
            os.kill(victims.pop(), signal.SIGKILL)

    with cluster(scheduler.scheduler_address) as workers:
        build_stages(GAME, tmp_path / "there", plain=True, workers=workers, progress=kill_one)
    assert not victims
    assert contents(tmp_path / "there") == contents(tmp_path / "here")


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.tables.clusters.CONNECTING_SECONDS", 1)
    with pytest.raises(TableError, match="no Dask scheduler at"), cluster("tcp://127.0.0.1:1"):
        pass
