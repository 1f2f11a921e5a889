"""A worker process that plays games of a match: it reads JSON requests on standard input and writes results as JSON."""

from __future__ import annotations

import json
import os
import sys
from functools import lru_cache
from typing import Any

from zermelo.core.errors import ZermeloError
from zermelo.matches.schedule import Pairing
from zermelo.matches.table import MatchTable, setup_of

COMMAND = "from zermelo.matches.worker import main; main()"


def main() -> None:
    """The first line of input is the match, and every further line is a game to play."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # output of rules must not be read as a result
    sys.stdout = sys.stderr
    table: MatchTable | None = None
    try:
        for line in iter(sys.stdin.readline, ""):
            data = json.loads(line)
            if table is None:
                table = MatchTable(setup_of(data))
                continue
            answers.write(f"{json.dumps(_answer(table, data))}\n")
            answers.flush()
    finally:
        if table is not None:
            table.close()


def _answer(table: MatchTable, data: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"line": table.play(pairing_of(data)).line()}
    except ZermeloError as error:  # the game's own rules contradict each other, or a program is gone for good
        return {"error": str(error)}
    except Exception as error:  # rules are anyone's code, and may raise anything
        return {"error": f"game {data['number']}: {type(error).__name__}: {error}"}


def pairing_of(data: dict[str, Any]) -> Pairing:
    """The pairing in a request."""
    return Pairing(data["number"], data["round"], tuple(data["seats"]), data["seed"])


@lru_cache(maxsize=4)
def _table_of(setup: str) -> MatchTable:
    """The table of a match, cached in a process that gets the whole match with every game."""
    return MatchTable(setup_of(json.loads(setup)))


def play_from_json(setup: str, pairing: str) -> dict[str, Any]:
    """Plays one game of a match, both given as JSON: for a cluster, whose workers keep the table from game to game."""
    return _answer(_table_of(setup), json.loads(pairing))
