"""Players that follow a policy from a file, and the computer in games with hidden information."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import zermelo
from zermelo.core.errors import LoadError, OptionError


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "p.json"
    profile = zermelo.solve("rps").profile
    assert profile is not None
    path.write_text(profile.text())
    return str(path)


def test_a_policy_is_played_with_its_probabilities_by_the_seed(file: str) -> None:
    player = zermelo.player("rps", f"policy={file}")
    rows = []
    for seed in (1, 1, 2):
        player.begin(seed)
        rows.append([player.choose("- -") for _ in range(300)])
    assert rows[0] == rows[1] != rows[2]
    assert all(70 < count < 130 for count in Counter(rows[0]).values())


def test_what_is_not_a_policy_of_the_game_is_refused(file: str) -> None:
    with pytest.raises(LoadError, match="is a policy for 'rps', not for 'kuhn'"):
        zermelo.player("kuhn", f"policy={file}")
    with pytest.raises(OptionError, match="has no option 'seconds'"):
        zermelo.player("rps", f"policy={file}", seconds=1)


def test_the_computer_plays_the_equilibrium_of_a_small_game() -> None:
    game = zermelo.load("kuhn")
    player = zermelo.player(game)
    assert {player.choose(game.parse("JK b")) for _ in range(5)} == {1}
    assert {player.choose(game.parse("KJ pb")) for _ in range(5)} == {1}
    drawn = Counter(player.choose(game.parse("KJ p")) for _ in range(300))
    assert 60 < drawn[1] < 140  # it bluffs a third of the time


def test_without_time_the_computer_takes_some_action() -> None:
    game = zermelo.load("liarsdice")
    player = zermelo.player(game, "cfr+", seconds=0.001)
    assert player.choose(game.parse("3 5 1x2")) in range(2, 13)
