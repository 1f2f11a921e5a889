"""Where tables are looked for, and what happens if those that are found cannot be used."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import zermelo
from table_helpers import write_ranks, write_states
from zermelo.core.errors import TableError
from zermelo.tables.finding import data_folder, folder_for, tables_of, use_tables

KRK = zermelo.load("krk:size=4")


@pytest.fixture(autouse=True)
def no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZERMELO_TABLES", "")  # so that it is restored at the end, whatever a test does
    monkeypatch.delenv("ZERMELO_TABLES")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "data"))


def test_without_a_folder_there_are_no_tables() -> None:
    assert tables_of(KRK) is None


def test_tables_are_found_in_the_users_folder() -> None:
    write_ranks(folder_for(KRK), KRK)
    found = tables_of(KRK)
    assert found is not None
    assert found.stages == [2, 3]
    assert tables_of(zermelo.load("krk:size=5")) is None
    assert found is tables_of(zermelo.load("krk:size=4"))


def test_a_named_folder_has_the_tables_of_one_game_or_of_each(tmp_path: Path) -> None:
    write_ranks(tmp_path / "one", KRK)
    use_tables(tmp_path / "one")
    assert tables_of(KRK) is not None
    assert tables_of(zermelo.load("tictactoe")) is None
    write_states(folder_for(zermelo.load("tictactoe"), tmp_path / "each"), zermelo.load("tictactoe"))
    use_tables(tmp_path / "each")
    assert tables_of(KRK) is None
    assert tables_of(zermelo.load("tictactoe")) is not None
    use_tables(None)
    assert "ZERMELO_TABLES" not in os.environ


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there is no table in the folder"):
        use_tables(tmp_path)
    with pytest.raises(TableError, match="cannot be read: No such file"):
        use_tables(tmp_path / "none")
    (tmp_path / "file").write_text("")
    with pytest.raises(TableError, match="cannot be read: Not a directory"):
        use_tables(tmp_path / "file")


def test_a_table_that_is_replaced_is_opened_again(tmp_path: Path) -> None:
    write_ranks(tmp_path, KRK, distances=False)
    use_tables(tmp_path)
    before = tables_of(KRK)
    write_ranks(tmp_path, KRK, distances=True)
    after = tables_of(KRK)
    assert before is not None
    assert after is not None
    assert (before.has_distances, after.has_distances) == (False, True)


def test_what_cannot_be_used_is_an_error_only_where_it_was_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = folder_for(KRK)
    folder.mkdir(parents=True)
    (folder / "stage-003.table").write_bytes(b"half a file")
    assert data_folder() in folder.parents
    assert tables_of(KRK) is None
    assert "stage-003.table" in caplog.text
    use_tables(folder)
    with pytest.raises(TableError, match="only the beginning of one"):
        tables_of(KRK)
