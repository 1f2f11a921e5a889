"""Zermelo: write a game in plain Python; play it, solve it, and see why.

import zermelo

game = zermelo.load("tictactoe")
zermelo.solve(game).value                      # 0: a draw
zermelo.analyse(game, depth=2).action          # the best action, two plies deep
zermelo.tree("((3 12 8) (2 4 6) (14 5 2))")    # the tree, drawn in a notebook
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.books import build_book as build_book, import_games as import_games
    from zermelo.core.errors import (
        KindError as KindError,
        LimitError as LimitError,
        LoadError as LoadError,
        OptionError as OptionError,
        ParseError as ParseError,
        RuleError as RuleError,
        TableError as TableError,
        ZermeloError as ZermeloError,
    )
    from zermelo.core.features import with_weights as with_weights
    from zermelo.core.game import (
        CHANCE as CHANCE,
        MAX as MAX,
        MIN as MIN,
        Action as Action,
        Game as Game,
        State as State,
        put as put,
    )
    from zermelo.core.kind import Kind as Kind
    from zermelo.core.results import Analysis as Analysis, Solution as Solution
    from zermelo.evaluations import (
        EvaluationQuality as EvaluationQuality,
        compare_evaluation as compare_evaluation,
    )
    from zermelo.loading import load as load
    from zermelo.matches.runner import match as match
    from zermelo.matches.standings import Standings as Standings
    from zermelo.measuring import Measurement as Measurement, measure as measure
    from zermelo.notebooks import Interactive as Interactive, interactive as interactive
    from zermelo.play.player import Choice as Choice, Player as Player, Turn as Turn
    from zermelo.play.record import Record as Record, read_record as read_record
    from zermelo.play.review import review as review
    from zermelo.players import player as player
    from zermelo.questions import (
        Board as Board,
        SearchTree as SearchTree,
        analyse as analyse,
        board as board,
        check as check,
        exploit as exploit,
        solve as solve,
        tree as tree,
    )
    from zermelo.tables.book import Book as Book
    from zermelo.tables.finding import tables_of as tables_of, use_tables as use_tables
    from zermelo.trees import Tree as Tree

_HOMES = {
    "books": ("build_book", "import_games"),
    "core.errors": (
        "KindError",
        "LimitError",
        "LoadError",
        "OptionError",
        "ParseError",
        "RuleError",
        "TableError",
        "ZermeloError",
    ),
    "core.features": ("with_weights",),
    "core.game": ("CHANCE", "MAX", "MIN", "Action", "Game", "State", "put"),
    "core.kind": ("Kind",),
    "evaluations": ("EvaluationQuality", "compare_evaluation"),
    "loading": ("load",),
    "matches.runner": ("match",),
    "matches.standings": ("Standings",),
    "measuring": ("Measurement", "measure"),
    "notebooks": ("Interactive", "interactive"),
    "play.player": ("Choice", "Player", "Turn"),
    "players": ("player",),
    "play.record": ("Record", "read_record"),
    "play.review": ("review",),
    "questions": ("Board", "SearchTree", "analyse", "board", "check", "exploit", "solve", "tree"),
    "core.results": ("Analysis", "Solution"),
    "tables.book": ("Book",),
    "tables.finding": ("tables_of", "use_tables"),
    "trees": ("Tree",),
}
"""Where each public name lives. A room is imported when one of its names is used: `zermelo --help` needs none."""

__all__ = [name for names in _HOMES.values() for name in names]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("zermelo")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"zermelo.{home}"), name)
    raise AttributeError(f"module 'zermelo' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
