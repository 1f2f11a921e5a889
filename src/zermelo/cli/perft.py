"""`zermelo perft`: how many plays of each length there are, and how fast they are counted."""

from __future__ import annotations

import time
from typing import Any

import click

from zermelo.cli.common import Verb, game_argument, position_argument, print_json, print_rows, state_at, the_seed
from zermelo.engines import counting, selfplay
from zermelo.engines.speeds import Runner
from zermelo.errors import LimitError
from zermelo.game import Game, State

LONGEST_PLAY = 10_000
"""A play that is longer is broken off."""


@click.command(cls=Verb)
@game_argument
@position_argument
@click.option("--depth", type=int, default=4, show_default=True, help="Count plays of up to so many plies.")
@click.option("--states", is_flag=True, help="Count the different states as well, at the plain speed.")
@click.option("--plays", type=click.IntRange(min=1), help="Play so many games as well, at random.")
@click.option("--search", type=int, metavar="DEPTH", help="Play these games by players who search so deep.")
@click.option("--plain", is_flag=True, help="Run the rules as ordinary Python.")
def perft(game: Game, position: str | None, *, depth: int, as_json: bool, plain: bool, **more: Any) -> None:
    """Count the plays of 1 to DEPTH plies from POSITION: a check of rules, and of their speed.

    Plays that end sooner are counted, and told apart.
    """
    if not 0 < depth < 1_000:
        raise LimitError(f"a depth of {depth} makes no sense: it has to be from 1 to 999")
    if more["search"] is not None:
        if not more["plays"]:
            raise LimitError(f"--search {more['search']} says how games are played: say with --plays how many")
        selfplay.check(game, more["search"])
    state = state_at(game, position)
    runner = Runner(game, plain=plain)
    runner.prepare(counting.perft, state, 1, 1)
    _tell_speed(runner)
    found: dict[str, Any] = {"game": str(game), "position": game.show(state)}
    found |= _count(runner, state, depth, as_json)
    if more["states"]:
        found["states"] = counting.states_by_depth(game, state, depth)
    if more["search"] is not None:
        found |= _play_by_search(runner, state, more["plays"], more["search"])
    elif more["plays"]:
        found |= _play_at_random(runner, state, more["plays"])
    if as_json:
        print_json(found | {"speed": runner.speed, "why_plain": runner.why_plain})
    else:
        _print_more(found)


def _tell_speed(runner: Runner) -> None:
    if runner.compiling:
        click.echo(f"compiled {runner.game.name}, once: {runner.compiling:.1f} s", err=True)
    if runner.why_plain is not None:
        click.echo(f"at the plain speed: {runner.why_plain}", err=True)


def _count(runner: Runner, state: State, depth: int, as_json: bool) -> dict[str, Any]:
    """The counts of each depth, printed as they come."""
    leaves, ended = [], []
    started = time.perf_counter()
    for plies in range(1, depth + 1):
        began = time.perf_counter()
        leaves.append(runner.run(counting.perft, state, plies, 1))
        took = time.perf_counter() - began
        ended.append(leaves[-1] - runner.run(counting.perft, state, plies, 0))
        if not as_json:
            sooner = f", {ended[-1]:,} of them ended sooner" if ended[-1] else ""
            rate = f" ({leaves[-1] / took / 1e6:.1f} million a second, {runner.speed})" if took > 0.01 else ""
            click.echo(f"{plies:3} {leaves[-1]:>18,}{sooner}{rate}")
    return {"depth": depth, "leaves": leaves, "ended": ended, "seconds": round(time.perf_counter() - started, 6)}


def _play_at_random(runner: Runner, state: State, plays: int) -> dict[str, Any]:
    seed = _lehmer_seed()
    runner.prepare(counting.random_plays, state, 1, 1, seed)
    began = time.perf_counter()
    plies, ended, total = runner.run(counting.random_plays, state, plays, LONGEST_PLAY, seed)
    return _came_to(plays, plies, ended, total, time.perf_counter() - began)


def _play_by_search(runner: Runner, state: State, plays: int, depth: int) -> dict[str, Any]:
    selfplay.prepare(runner, state)
    began = time.perf_counter()
    played = selfplay.play_by_search(runner, state, plays, plies=LONGEST_PLAY, depth=depth, seed=_lehmer_seed())
    took = time.perf_counter() - began
    return {
        **_came_to(plays, played.plies, played.ended, played.total, took),
        "search": depth,
        "moves": played.moves,
        "nodes": played.nodes,
        "moves_per_second": played.moves / took,
    }


def _lehmer_seed() -> int:
    """The seed that was given, as one of the numbers that Lehmer's sequence has."""
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
        rows.append(("utility", f"{mean:.4f} for player 0, on the mean" if mean is not None else "no play ended"))
    if rows:
        print_rows(rows)
