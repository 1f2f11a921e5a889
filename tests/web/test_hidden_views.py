"""No game tells a seat what its player cannot know: plays that look alike to a player send that seat the same bytes."""

from __future__ import annotations

import json
from collections import defaultdict
from itertools import count
from random import Random
from typing import Any

import pytest

import zermelo
from zermelo.core.rules import legal_actions
from zermelo.web.tables import Table

PLAYS = 60

GAMES = (
    "battleship:width=3,height=2,fleet=2",
    "blindtictactoe",
    "blindtictactoe:retry=true",
    "goofspiel:cards=3",
    "kuhn",
    "kuhn:players=3",
    "leduc",
    "liarsdice:sides=2",
    "matrix",
    "morra",
    "phantomconnect4:width=3,height=3,row=3",
    "rps",
    "tree:nonlocality",
    "tree:roads",
    "tricks:suits=2,ranks=3,hand=2",
)


def sent(table: Table, viewer: int) -> bytes:
    """All that the seat of the viewer can request in its turn or out of it."""
    record = table.record(viewer)
    return json.dumps([table.view(viewer), record.text(), record.to_json()]).encode()


@pytest.mark.parametrize("name", GAMES)
def test_plays_that_look_alike_to_a_player_send_the_same_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = count()
    monkeypatch.setattr("zermelo.web.tables.secrets.randbits", lambda _bits: next(seeds))
    game, random = zermelo.load(name), Random(1)
    bytes_of: dict[Any, bytes] = {}
    states_of: defaultdict[Any, set[Any]] = defaultdict(set)
    for _ in range(PLAYS):
        table = Table(game, game.initial())
        seen: list[tuple[Any, ...]] = [() for _ in range(game.players)]
        while (mover := table.mover) is not None:
            for viewer in range(game.players):
                observed = game.observe(table.state, viewer)
                if seen[viewer][-1:] != (observed,):
                    seen[viewer] += (observed,)
                known = (viewer, mover, seen[viewer])
                found = sent(table, viewer)
                assert bytes_of.setdefault(known, found) == found
                states_of[known].add(table.state)
            action = random.choice(legal_actions(game, table.state))
            table.act(mover, game.show_action(table.state, action))
    assert any(len(states) > 1 for states in states_of.values())
