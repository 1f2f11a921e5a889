"""The rules keep to what Numba compiles: each method is compiled, and plays as the plain one does.

This is not how Zermelo compiles games; it is the shortest way to see that they can be compiled. In the source of a
game's methods `self.x` is rewritten as a global: a parameter becomes a constant, a method a compiled function.
"""

from __future__ import annotations

import ast
import inspect
import random
import sys
import textwrap
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

from zermelo.game import Game, put
from zermelo.games.leapfrog import Leapfrog
from zermelo.games.nim import Nim
from zermelo.games.tictactoe import TicTacToe
from zermelo.games.twentyone import TwentyOne

numba = pytest.importorskip("numba")

RULES = ("initial", "player", "actions", "result", "is_terminal", "utility")

GAMES = [
    TicTacToe(),
    TicTacToe(7, 8, 4),
    TicTacToe(4, 3, 3, "open"),
    Nim(),
    Nim((3, 0, 5, 4), misere=False),
    TwentyOne(),
    TwentyOne(goal=30, most=4, players=5),
    Leapfrog(),
    Leapfrog(9),
]


class WithoutSelf(ast.NodeTransformer):
    """Rewrites `self.x` as `self_x`, and leaves out self and the annotations."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            return ast.Name(f"self_{node.attr}", node.ctx)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.name, node.returns = f"self_{node.name}", None
        node.args.args = [ast.arg(a.arg) for a in node.args.args if a.arg != "self"]
        return node


def put_compiled() -> Callable[..., Any]:
    """What `put` becomes in machine code."""
    from numba.cpython.unsafe.tuple import tuple_setitem  # noqa: PLC0415

    def put_into(t: Any, i: int, v: Any) -> Any:
        return tuple_setitem(t, i, v)

    return numba.njit(put_into)


def compiled(game: Game) -> dict[str, Callable[..., Any]]:
    """The game's own methods as compiled functions without self, by name. They are compiled when they are called."""
    module = sys.modules[type(game).__module__]
    space: dict[str, Any] = {
        name: numba.njit(thing) if isinstance(thing, FunctionType) and thing.__module__ == module.__name__ else thing
        for name, thing in vars(module).items()
    }
    if space.get("put") is put:
        space["put"] = put_compiled()
    space |= {f"self_{name}": value for name, value in vars(game).items()}
    methods = {n: m for n, m in vars(type(game)).items() if isinstance(m, FunctionType) and n != "__init__"}
    for name, method in methods.items():
        tree = WithoutSelf().visit(ast.parse(textwrap.dedent(inspect.getsource(method))))
        exec(compile(ast.fix_missing_locations(tree), module.__file__ or name, "exec"), space)
        space[f"self_{name}"] = numba.njit(space[f"self_{name}"])
    return {name: space[f"self_{name}"] for name in methods}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_compiled_rules_play_as_the_plain_ones_do(game: Game) -> None:
    fast = compiled(game)
    assert set(RULES) <= set(fast)
    for seed in range(20):
        dice = random.Random(seed)
        s = game.initial()
        assert fast["initial"]() == s
        for _ in range(80):  # Leapfrog may go round for ever
            assert fast["is_terminal"](s) == game.is_terminal(s)
            assert [fast["utility"](s, p) for p in range(game.players)] == [
                game.utility(s, p) for p in range(game.players)
            ]
            assert fast["player"](s) == game.player(s)
            assert "canonical" not in fast or fast["canonical"](s) == game.canonical(s)
            assert "evaluate" not in fast or fast["evaluate"](s, 0) == game.evaluate(s, 0)
            if game.is_terminal(s):
                break
            actions = list(game.actions(s))
            assert list(fast["actions"](s)) == actions
            a = dice.choice(actions)
            assert fast["result"](s, a) == game.result(s, a)
            s = game.result(s, a)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_one_signature_is_enough_for_each_rule(game: Game) -> None:
    """Whatever the machine code hands back can be handed to it again: numbers stay int64, and never become floats."""
    fast = compiled(game)
    dice = random.Random(1)
    s = fast["initial"]()
    while not fast["is_terminal"](s):
        s = fast["result"](s, dice.choice(list(fast["actions"](s))))
    assert [len(fast[name].signatures) for name in ("is_terminal", "result", "actions")] == [1, 1, 1]
