"""`zermelo perft`: the number of plays of each length, and the speed of counting them."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any, TypeVar

import click

from zermelo.cli.shared import (
    INTERRUPTED,
    Verb,
    game_argument,
    interruptible,
    position_argument,
    print_json,
    print_rows,
    state_at,
    the_seed,
)
from zermelo.core.errors import KindError, LimitError, quote
from zermelo.core.game import Game, State
from zermelo.core.limits import OutOfBudget
from zermelo.core.repetition import NEEDS_HISTORY
from zermelo.core.threads import ended_before, start
from zermelo.engine import selfplay
from zermelo.kernels import counting
from zermelo.native.host import KernelHost

T = TypeVar("T")

LONGEST_PLAY = 10_000
"""A play that is longer is stopped."""


@click.command(cls=Verb)
@game_argument
@position_argument
@click.option("--depth", type=int, default=4, show_default=True, help="Count plays of at most this many plies.")
@click.option("--states", is_flag=True, help="Also count the different states, at the plain speed.")
@click.option("--plays", type=click.IntRange(min=1), help="Also play this many random games.")
@click.option("--search", type=int, metavar="DEPTH", help="Play these games with searches of this depth.")
@click.option("--plain", is_flag=True, help="Run the rules as ordinary Python.")
def perft(game: Game, position: str | None, *, depth: int, as_json: bool, plain: bool, **more: Any) -> int:
    """Count the plays of 1 to DEPTH plies from POSITION: a check of the rules and of their speed.

    Plays that end sooner are included, and also counted separately. Ctrl-C ends it with the counts so far and exit
    code 130.
    """
    seed = _lehmer_seed()
    if not 0 < depth < 1_000:
        raise LimitError(f"--depth {depth} is not valid: the depth must be from 1 to 999")
    if more["search"] is not None:
        if not more["plays"]:
            raise LimitError(f"--search {more['search']} needs a number of games: add --plays")
        selfplay.check(game, more["search"])
    if game.forbids_repetition:
        raise KindError(f"perft cannot count {quote(game)}: {NEEDS_HISTORY}")
    state = state_at(game, position)
    host = KernelHost(game, plain=plain)
    found: dict[str, Any] = {"game": str(game), "position": game.show(state), "depth": 0, "leaves": [], "ended": []}
    code = 0
    with interruptible() as stop:
        background = _InBackground(stop)
        try:
            background.run(lambda: host.prepare(counting.perft, state, 1, 1))
            _tell_speed(host)
            _count(host, state, depth, found, background, as_json=as_json)
            if more["states"]:
                found["states"] = background.run(lambda: counting.states_by_depth(game, state, depth))
            if more["search"] is not None:
                found |= background.run(lambda: _play_by_search(host, state, more["plays"], more["search"], seed))
            elif more["plays"]:
                found |= background.run(lambda: _play_at_random(host, state, more["plays"], seed))
        except OutOfBudget:
            code = INTERRUPTED
    if as_json:
        print_json(found | {"speed": host.speed, "why_plain": host.why_plain})
    else:
        _print_more(found)
    return code


class _InBackground:
    """Runs work in a thread that Ctrl-C abandons, because the counting kernels do not poll a stop flag.

    An abandoned thread ends with the program.
    """

    def __init__(self, stop: Event) -> None:
        self._stop = stop

    def run(self, work: Callable[[], T]) -> T:
        """The result of the work. Raises OutOfBudget after Ctrl-C."""
        task = start(work)
        if not ended_before(task, self._stop):
            raise OutOfBudget
        answer: T = task.answer()
        return answer


def _tell_speed(host: KernelHost) -> None:
    if host.compile_seconds:
        click.echo(f"compiled {host.game.name}, once: {host.compile_seconds:.1f} s", err=True)
    if host.why_plain is not None:
        click.echo(f"at the plain speed: {host.why_plain}", err=True)


def _count(
    host: KernelHost, state: State, depth: int, found: dict[str, Any], background: _InBackground, *, as_json: bool
) -> None:
    """Adds the counts of each depth to `found`, and prints them as they come."""
    started = time.perf_counter()
    for plies in range(1, depth + 1):
        began = time.perf_counter()
        leaves = background.run(partial(host.run, counting.perft, state, plies, 1))
        took = time.perf_counter() - began
        ended = leaves - background.run(partial(host.run, counting.perft, state, plies, 0))
        found["depth"] = plies
        found["leaves"].append(leaves)
        found["ended"].append(ended)
        found["seconds"] = round(time.perf_counter() - started, 6)
        if not as_json:
            sooner = f", {ended:,} of them ended sooner" if ended else ""
            rate = f" ({leaves / took / 1e6:.1f} million a second, {host.speed})" if took > 0.1 else ""
            click.echo(f"{plies:3} {leaves:>18,}{sooner}{rate}")


def _play_at_random(host: KernelHost, state: State, plays: int, seed: int) -> dict[str, Any]:
    host.prepare(counting.random_plays, state, 1, 1, seed)
    began = time.perf_counter()
    plies, ended, total = host.run(counting.random_plays, state, plays, LONGEST_PLAY, seed)
    return _came_to(plays, plies, ended, total, time.perf_counter() - began)


def _play_by_search(host: KernelHost, state: State, plays: int, depth: int, seed: int) -> dict[str, Any]:
    selfplay.prepare(host, state)
    began = time.perf_counter()
    played = selfplay.play_by_search(host, state, plays, plies=LONGEST_PLAY, depth=depth, seed=seed)
    took = time.perf_counter() - began
    return {
        **_came_to(plays, played.plies, played.ended, played.total, took),
        "search": depth,
        "moves": played.moves,
        "nodes": played.nodes,
        "moves_per_second": played.moves / took,
    }


def _lehmer_seed() -> int:
    """The seed of the command line, mapped to a valid state of Lehmer's generator."""
    return the_seed() % 2_147_483_645 + 1


def _came_to(plays: int, plies: int, ended: int, total: float, took: float) -> dict[str, Any]:
    return {
        "plays": plays,
        "plays_ended": ended,
        "mean_plies": plies / plays,
        "mean_utility": total / ended if ended else None,
        "plays_per_second": plays / took,
    }


def _print_more(found: dict[str, Any]) -> None:
    rows = []
    if "states" in found:
        rows.append(("states", ", ".join(f"{n:,}" for n in found["states"])))
    if "plays" in found:
        mean = found["mean_utility"]
        rows.append(("plays", f"{found['plays_per_second']:,.0f} a second, of {found['mean_plies']:.1f} plies"))
        if "moves" in found:
            moves, nodes = found["moves"], found["nodes"]
            read = f", {nodes / moves:,.0f} nodes each" if moves else ""
            rows.append(("moves", f"{found['moves_per_second']:,.0f} a second{read}"))
        rows.append(("utility", f"{mean:.4f} for player 0, on average" if mean is not None else "no play ended"))
    if rows:
        print_rows(rows)
