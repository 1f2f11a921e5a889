"""Random games of Go as machine code: the moves, and which actions are legal at each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.core.game import State
from zermelo.engine.history import position_sizes
from zermelo.games.go import Go
from zermelo.kernels.repetition import NOT_FOUND, forget_all, remember_past, repeated_ply
from zermelo.kernels.repetition_memory import RepetitionMemory
from zermelo.native import native
from zermelo.native.draws import draw_below, first_draw, next_draw
from zermelo.native.layouts import Ints, row

LEGAL, REPEATS = 1, 2
"""What is noted of an action: the state allows it; superko forbids it."""

PASS_OF_A_HUNDRED = 3
"""How often a player passes who has other moves, if eyes may be filled."""


class GameMemory(RepetitionMemory):
    """A game of at most `plies` plies."""

    margin: float
    played: Ints = row("plies")
    notes: Ints = row("plies * names")
    """LEGAL or REPEATS for each action at each ply; 0 if the state does not allow it."""


def play_at_random(game: Go, s: State, m: GameMemory, seed: int, plies: int, sensibly: bool) -> int:
    """Plays a game and returns its plies. `sensibly`: no eyes are filled, and passes come last."""
    forget_all(game, s, m)
    names = game.passing + 1
    draw = first_draw(seed)
    ply = 0
    while ply < plies and not game.is_terminal(s):
        remember_past(game, s, m)
        for a in range(names):
            m.notes[ply * names + a] = 0
        free = 0
        for a in game.actions(s):
            is_new = repeated_ply(game, s, game.result(s, a), m) == NOT_FOUND
            m.notes[ply * names + a] = LEGAL if is_new else REPEATS
            free += is_new and a != game.passing
        draw = next_draw(draw)
        chosen = game.passing
        if sensibly:
            chosen = game.any_sensible(s, draw, False)
            if m.notes[ply * names + chosen] == REPEATS:
                chosen = game.passing
        elif free > 0 and draw_below(draw, 100) >= PASS_OF_A_HUNDRED:
            draw = next_draw(draw)
            left = draw_below(draw, free)
            for a in range(game.passing):
                if m.notes[ply * names + a] == LEGAL:
                    if left == 0:
                        chosen = a
                    left -= 1
        m.played[ply] = chosen
        s = game.result(s, chosen)
        ply += 1
    m.margin = game.margin(s) if game.is_terminal(s) else 0.0
    return ply


@dataclass(frozen=True)
class RandomGame:
    """A game that was played."""

    actions: list[int]
    allowed: list[list[int]]
    """At each ply the actions that the state allows."""

    legal: list[list[int]]
    """Those of them that superko does not forbid."""

    margin: float
    """Black's margin if the game has ended, else 0."""


def random_games(game: Go, seeds: range, plies: int, *, sensibly: bool) -> Iterator[RandomGame]:
    """A game for each seed."""
    machine, s, names = native(game), game.initial(), game.passing + 1
    m = GameMemory.make(True, plies=plies, names=names, **position_sizes(game, s, plies))
    for seed in seeds:
        count = machine.run(play_at_random, s, m, seed, plies, sensibly)
        notes = [m.notes[ply * names : (ply + 1) * names] for ply in range(count)]
        yield RandomGame(
            actions=[int(a) for a in m.played[:count]],
            allowed=[[a for a, note in enumerate(row) if note] for row in notes],
            legal=[[a for a, note in enumerate(row) if note == LEGAL] for row in notes],
            margin=float(m.margin),
        )
