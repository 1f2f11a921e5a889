"""Gives a search the play before its root, where the game forbids repetition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zermelo.core.game import Game, State
from zermelo.core.repetition import forbidden_positions, is_allowed
from zermelo.kernels.repetition import forget_all, remember_past
from zermelo.kernels.repetition_memory import RepetitionMemory
from zermelo.native.host import KernelHost
from zermelo.native.memory import slot_words

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

MOST_PAST = 4_096
"""The maximum number of positions of the play before the root that a search knows: the latest ones."""


def position_sizes(game: Game, s: State, plies: int) -> dict[str, int]:
    """The sizes of the memory for positions, for searches of at most `plies` plies."""
    if not game.forbids_repetition:
        return {"remembered": 1, "position_words": 1}
    return {"remembered": MOST_PAST + plies + 2, "position_words": slot_words(game.position(s))}


def remember_play(host: KernelHost, past: Sequence[State], s: State, m: RepetitionMemory) -> None:
    """Makes the memory know the positions of the states before s, the root, and of s itself."""
    if not host.game.forbids_repetition:
        return
    host.run(forget_all, s, m)
    for state in [*past[-MOST_PAST:], s]:
        host.run(remember_past, state, m)


def compile_history(machine: NativeGame, s: State, m: RepetitionMemory) -> None:
    """Compiles what `remember_play` runs."""
    if machine.game.forbids_repetition:
        machine.compile(forget_all, s, m)
        machine.compile(remember_past, s, m)


def allowed_places(game: Game, past: Sequence[State], s: State, actions: Sequence[object]) -> list[int]:
    """The indices of the actions in s that repeat no earlier position."""
    forbidden = forbidden_positions(game, (*past, s))
    return [place for place, a in enumerate(actions) if is_allowed(game, s, a, forbidden)]
