"""Every format that is text, as it was looked at."""

import pytest

from draw.golden import FOLDER, written


@pytest.fixture(scope="module")
def now():
    return written()


def test_there_is_a_file_for_each(now):
    assert {path.name for path in FOLDER.iterdir()} == set(now)


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_a_file_is_what_is_written_now(now, path):
    assert now[path.name] == path.read_text(encoding="utf-8"), "look at it, and then: python tests/draw/golden.py"
