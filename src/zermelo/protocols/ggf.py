"""Writes and parses Othello games in GGF, the Generic Game Format that NBoard uses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zermelo.core.errors import KindError, ParseError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.limits import Clock

COLOURS = ("B", "W")
DISCS = ("*", "O")
"""The characters for the discs of players 0 and 1."""

_PROPERTY = re.compile(r"([A-Z]+)\[([^\]]*)\]")


def refuse_other_games(game: Game) -> None:
    """Raises KindError unless the game is Othello on 8 by 8 squares."""
    if game.name != "othello" or getattr(game, "size", None) != 8:
        raise KindError(f"NBoard is for Othello on 8 by 8 squares, not for {quote(game)}")


def write_game(game: Game, start: State, actions: Sequence[Action], clock: Clock | None = None) -> str:
    """A game in GGF."""
    board, mover = _squares(game, start)
    time = "" if clock is None else f"TI[{int(clock.seconds) // 60}:{int(clock.seconds) % 60:02}]"
    moves, s = "", start
    for a in actions:
        moves += f"{COLOURS[game.player(s)]}[{write_move(game.show_action(s, a))}]"
        s = game.result(s, a)
    return f"(;GM[Othello]PC[Zermelo]PB[black]PW[white]RE[?]{time}TY[8]BO[8 {board} {mover}]{moves};)"


def read_game(game: Game, text: str) -> tuple[State, list[Action]]:
    """The initial state and the actions of the game in the text. Raises ParseError."""
    start, actions, s = game.initial(), [], game.initial()
    for name, value in _PROPERTY.findall(text):
        if name == "BO":
            words = value.split()
            if len(words) < 3 or words[0] != "8":
                raise ParseError(f"{quote(value)} is not a board in GGF")
            start = s = game.parse(f"{''.join(words[1:-1])} {words[-1]}")
        elif name in COLOURS:
            action = game.parse_action(s, read_move(value))
            actions.append(action)
            s = game.result(s, action)
    return start, actions


def write_move(name: str) -> str:
    """An action as NBoard writes it: "D3", or "PA" for a pass."""
    return "PA" if name == "pass" else name.upper()


def read_move(text: str) -> str:
    """The name of the action in NBoard's notation: "D3/1.5/0.2" with an evaluation and a time, or "D3 1.5 0.2"."""
    words = re.split(r"[/\s]", text.strip())
    return "pass" if words[0].casefold() in ("pa", "pass") else words[0].casefold()


def _squares(game: Game, s: State) -> tuple[str, str]:
    """The squares in reading order, and the player to move."""
    rows = [row.split(maxsplit=1)[-1] for row in game.show(s).splitlines()[1:9]]
    squares = re.sub(r"\s", "", "".join(rows)).replace("X", "*").replace(".", "-")
    return squares, DISCS[game.player(s)]
