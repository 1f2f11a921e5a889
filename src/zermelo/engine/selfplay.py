"""Self-play: runs the kernel that plays whole games, and names a rule that fails during play."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.core.errors import KindError, LimitError, RuleError, quote
from zermelo.core.game import Game, State
from zermelo.core.threads import POLL_SECONDS, run_in_thread
from zermelo.engine.root_search import Scale
from zermelo.kernels.counting import result_at
from zermelo.kernels.faults import NO_ACTIONS, NO_CHANCE, NO_FAULT, NO_GRAIN, NO_PLAYER, NOT_A_NUMBER
from zermelo.kernels.search_memory import SelfPlayMemory
from zermelo.kernels.selfplay import searched_plays
from zermelo.native.host import FellBack, KernelHost

MOST_DEPTH = 100
"""The maximum search depth of a player."""

FAULTS = {
    NO_ACTIONS: "actions gave no action",
    NO_PLAYER: "player gave a number that is no player",
    NO_CHANCE: "probability gave numbers that do not add up to 1",
    NOT_A_NUMBER: "utility or evaluate gave a value that is not a number",
}
"""Descriptions of faults in the rules."""


@dataclass(frozen=True)
class SelfPlayTotals:
    """The totals of several plays."""

    plies: int
    moves: int  # plies chosen by a player, not by chance
    nodes: int  # nodes read to choose the moves
    ended: int  # plays that reached a terminal state
    total: float  # the sum of player 0's utilities in the plays that ended


def prepare(host: KernelHost, s: State) -> None:
    """Compiles the kernel, or records why it does not compile."""
    host.prepare(searched_plays, s, new_memory(1, Scale.of(host.game), native=True), 0, 1, 1, 1)


def play_by_search(host: KernelHost, s: State, plays: int, *, plies: int, depth: int, seed: int) -> SelfPlayTotals:
    """Plays `plays` games from s, each of at most `plies` plies, between players who search `depth` plies deep."""
    check(host.game, depth)
    scale = Scale.of(host.game)
    while True:
        m = new_memory(plies, scale, native=host.is_native)
        try:
            moved, moves, over, total = _attend(host, s, m, plays, plies, depth, seed)
        except FellBack:
            continue
        if m.fault == NO_FAULT:
            return SelfPlayTotals(moved, moves, int(m.nodes), over, total)
        if m.fault != NO_GRAIN:
            raise _broken_rule(host.game, s, m)
        scale = scale.coarser


def check(game: Game, depth: int) -> None:
    """Raises KindError or LimitError if players cannot search the game to that depth."""
    if game.kind.hidden:
        raise KindError(f"{game} has imperfect information, and self-play searches the whole state")
    if not game.kind.one_number:
        raise KindError(f"{game} is not a two-player zero-sum game, which self-play by search needs")
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= MOST_DEPTH:
        raise LimitError(f"a search of depth {depth!r} is not valid: it must be a whole number from 1 to {MOST_DEPTH}")


def new_memory(plies: int, scale: Scale, *, native: bool) -> SelfPlayMemory:
    """The kernel's memory for plays of at most `plies` plies."""
    m = SelfPlayMemory.make(native, plies=plies)
    m.draw, m.win_factor, m.ply_factor = scale.draw, scale.win, scale.ply
    return m


def _attend(host: KernelHost, s: State, m: SelfPlayMemory, *arguments: int) -> tuple[int, int, int, float]:
    """Runs the kernel in a separate thread, so that it can be stopped."""

    def stop() -> None:
        m.control[0] = 1

    return run_in_thread(lambda: _run(host, s, m, *arguments), stop, lambda: POLL_SECONDS)


def _run(host: KernelHost, s: State, m: SelfPlayMemory, *arguments: int) -> tuple[int, int, int, float]:
    """The kernel's result. If a rule raises in machine code, it is run again in plain Python to name the line."""
    try:
        found: tuple[int, int, int, float] = host.run(searched_plays, s, m, *arguments)
    except FellBack:
        raise
    except Exception:  # whatever a rule has raised
        if host.is_native:
            plainly = new_memory(1, Scale.of(host.game), native=False)
            searched_plays(host.game, _reached(host.game, s, m), plainly, 1, 1, *arguments[2:])
        raise
    return found


def _reached(game: Game, s: State, m: SelfPlayMemory) -> State:
    """The state that the last play reached."""
    for ply in range(m.ply_now):
        s = result_at(game, s, int(m.played[ply]))
    return s


def _broken_rule(game: Game, s: State, m: SelfPlayMemory) -> RuleError:
    wrong = FAULTS[int(m.fault)]
    return RuleError(f"{type(game).__name__}.{wrong}, in {quote(game.show(_reached(game, s, m)))} or a state below it")
