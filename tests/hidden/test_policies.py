"""Policies on disk: what is written is read, and what is wrong is refused with one line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import zermelo
from zermelo.core.errors import LoadError, ParseError
from zermelo.core.views import View, parse_view
from zermelo.hidden.best_response import measure_policy
from zermelo.hidden.game_tree import GameTree, kept_tree
from zermelo.hidden.policies import draw_action, policy_of, read_policy, uniform_policy


@pytest.fixture
def tree() -> GameTree:
    return kept_tree(zermelo.load("kuhn"))


@pytest.mark.parametrize(
    "name", ["kuhn:players=3", "leduc", "liarsdice:sides=3", "goofspiel:cards=3", "rps", "matrix:3,3|0,5;5,0|1,1"]
)
def test_a_policy_that_is_written_is_read(name: str, tmp_path: Path) -> None:
    tree = kept_tree(zermelo.load(name))
    policy = policy_of(tree, [Random(i).random() for i in range(tree.first_sequence[-1])])
    file = tmp_path / "p.json"
    file.write_text(policy.text())
    read = read_policy(tree, file)
    assert read.probabilities == pytest.approx(policy.probabilities, abs=1e-15)
    assert measure_policy(read).nash_conv == pytest.approx(measure_policy(policy).nash_conv)


def test_weights_become_probabilities(tree: GameTree) -> None:
    weights = [0.0] * tree.first_sequence[-1]
    first = tree.sets[0]
    weights[first.first], weights[first.first + 1] = 3.0, 1.0
    weights[tree.sets[1].first] = -1e-20
    policy = policy_of(tree, weights)
    assert policy.at(first.view) == ((0, 0.75), (1, 0.25))
    assert policy.at(tree.sets[1].view) == ((0, 0.5), (1, 0.5))


def test_actions_are_drawn_with_their_probabilities() -> None:
    random = Random(1)
    drawn = [draw_action((("a", 0.2), ("b", 0.0), ("c", 0.8)), random) for _ in range(2_000)]
    assert drawn.count("b") == 0
    assert drawn.count("a") / 2_000 == pytest.approx(0.2, abs=0.05)


def test_a_view_in_which_nobody_moves_is_refused(tree: GameTree) -> None:
    view = parse_view(tree.game, "0: K p")
    with pytest.raises(ParseError, match="'0: K p' is not an information set of 'kuhn' in which a player is to move"):
        uniform_policy(tree).at(View(view.player, view.seen))


def broken(data: dict[str, Any], case: str) -> Any:
    """The file of a policy with one thing wrong."""
    strategies = data["policy"]
    match case:
        case "game":
            data["game"] = "leduc"
        case "format":
            data["format"] = "other"
        case "missing":
            del strategies["0: J"], strategies["0: Q"]
        case "unknown":
            strategies["0: X"] = {"pass": 1}
        case "sum":
            strategies["0: J"] = {"pass": 0.5, "bet": 0.4}
        case "negative":
            strategies["0: J"] = {"pass": 1.5, "bet": -0.5}
        case "type":
            strategies["0: J"] = {"pass": True, "bet": 0}
        case "action":
            strategies["0: J"] = {"pass": 0.5, "raise": 0.5}
        case "list":
            return [data]
    return data


@pytest.mark.parametrize(
    ("case", "why"),
    [
        ("game", "is a policy for 'leduc', not for 'kuhn'"),
        ("format", "is not a policy: expected an object with the format 'zermelo policy'"),
        ("list", "is not a policy: expected an object"),
        ("missing", "has no probabilities for the information set '0: J' and 1 more"),
        ("unknown", "'0: X' is not an information set of 'kuhn'"),
        ("sum", "information set '0: J': the probabilities add up to 0.9, not to 1"),
        ("negative", "information set '0: J': '1.5' is not a probability of 'pass'"),
        ("type", "information set '0: J': 'True' is not a probability of 'pass'"),
        ("action", "expected a probability for each of pass, bet, not 'pass, raise'"),
    ],
)
def test_a_file_with_something_wrong_is_refused(tree: GameTree, tmp_path: Path, case: str, why: str) -> None:
    file = tmp_path / "p.json"
    file.write_text(json.dumps(broken(json.loads(uniform_policy(tree).text()), case)))
    with pytest.raises(LoadError) as caught:
        read_policy(tree, file)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "p.json'" in str(caught.value)


def test_files_that_are_no_json_or_not_there(tree: GameTree, tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    with pytest.raises(LoadError, match=r"p\.json' cannot be read: No such file"):
        read_policy(tree, file)
    for content in (b"{", b"\xff\xfe", b"[" * 100_000):
        file.write_bytes(content)
        with pytest.raises(LoadError, match=r"p\.json' is not a policy: it is not JSON"):
            read_policy(tree, file)
