"""Time limits and stop events work on wide, deep and slow games, for every question."""

from __future__ import annotations

from contextlib import suppress
from threading import Event, Timer

import pytest

import zermelo
from demanding_games import Deep, Slow, SlowDice, Wide, WideDice, WideForThree
from timing_helpers import quickest, work_of, worked
from zermelo import LimitError
from zermelo.core.limits import Limits
from zermelo.play import Computer, Erring, TrapSetter, Turn
from zermelo.textbook.opponents import opponent

SECONDS = 0.15
"""The limit, which may be exceeded by a little."""

STOPPED = 0.1
"""The seconds after which the stop event is set."""

LATE, HEARD, NOISE = 0.2, 0.5, 0.5
"""The tolerance of a limit, the longest time to react to a stop, and an allowance for a busy machine."""

GAMES = {
    "wide": Wide(),
    "deep": Deep(),
    "slow actions": Slow("actions"),
    "slow result": Slow("result"),
    "slow and wide": Slow("result", count=10_000),
    "slow order": Slow("order", count=10_000),
    "slow evaluation": Slow("evaluate", count=10_000),
    "wide, with dice": WideDice(),
    "slow, with dice": SlowDice(),
    "slow and wide, with dice": SlowDice(count=10_000),
    "wide, for three": WideForThree(),
}
EVERY = tuple(GAMES)
TWO_PLAYERS = EVERY[:7]
DICE = EVERY[7:10]
SOME = ("wide", "deep", "slow and wide")


def analyse(game, **limits):
    return zermelo.analyse(game, plain=True, **limits)


def all_lines(game, **limits):
    return zermelo.analyse(game, plain=True, lines=1_000, **limits)


def samples(game, **limits):
    return zermelo.analyse(game, plain=True, samples=2, **limits)


def solve(method):
    def ask(game, **limits):
        return zermelo.solve(game, method=method, plain=True, **limits)

    return ask


def textbook(algorithm, **options):
    def ask(game, **limits):
        with suppress(LimitError):  # plays of 100,000 plies are too long for it
            zermelo.analyse(game, algorithm=algorithm, **options, **limits)

    return ask


def tree(game, **limits):
    with suppress(LimitError):  # and here
        zermelo.tree(game, nodes=10**9, **limits)


def check(game, *, seconds=None, **stop):
    return zermelo.check(game, seconds=seconds, **stop)


def play(make=lambda computer: computer):
    def ask(game, *, seconds=60.0, stop=None):
        computer = Computer(game, Limits(seconds=seconds), game.initial(), plain=True)
        return make(computer).decide(Turn(game.initial(), stop=stop))

    return ask


QUESTIONS = {
    "analyse": (analyse, EVERY),
    "all lines": (all_lines, ("wide", "slow result", "slow order", "wide, for three")),
    "samples": (samples, DICE),
    "solve": (solve(None), EVERY),
    "solve by states": (solve("states"), TWO_PLAYERS),
    "solve by search": (solve("search"), TWO_PLAYERS),
    "minimax": (textbook("minimax"), SOME),
    "minimax from the right, by symmetry": (textbook("minimax", read_from="right", symmetry=True), SOME),
    "alphabeta, best first": (textbook("alphabeta", read_from="best"), SOME),
    "expectimax": (textbook("expectimax", level=0.5), SOME),
    "expectimax against a searcher": (textbook("expectimax", opponent="depth=3"), SOME),
    "expectiminimax": (textbook("expectiminimax"), DICE),
    "maxn": (textbook("maxn"), ("wide, for three",)),
    "paranoid": (textbook("paranoid"), SOME),
    "bestreply": (textbook("bestreply"), (*SOME, "slow order")),
    "uct": (textbook("uct"), ("deep", "slow actions", "slow result")),
    "tree": (tree, (*SOME, "wide, for three")),
    "check": (check, EVERY),
    "play": (play(), EVERY),
    "play, erring": (play(lambda computer: Erring(computer, opponent("depth=2"))), SOME),
    "play, traps": (play(lambda computer: TrapSetter(computer, opponent("level=0.5"))), (*SOME, "slow actions")),
}

everything = pytest.mark.parametrize(
    ("ask", "game"),
    [
        pytest.param(ask, GAMES[name], id=f"{question}: {name}")
        for question, (ask, names) in QUESTIONS.items()
        for name in names
    ],
)


@everything
def test_seconds_hold(ask, game):
    most = SECONDS + LATE + NOISE
    assert quickest(lambda: work_of(lambda: ask(game, seconds=SECONDS)), most) < most


@everything
def test_a_stop_ends_the_call(ask, game):
    def measure():
        stop, stopped_at = Event(), []
        timer = Timer(STOPPED, lambda: (stopped_at.append(worked()), stop.set()))
        timer.start()
        ask(game, stop=stop)
        ended = worked()
        timer.cancel()
        return ended - stopped_at[0] if stopped_at else 0.0

    assert quickest(measure, HEARD + NOISE) < HEARD + NOISE


@pytest.mark.parametrize("name", ["wide", "deep", "slow and wide", "slow order", "wide, with dice", "wide, for three"])
def test_there_is_an_action_however_short_the_time(name):
    game = GAMES[name]
    found = zermelo.analyse(game, seconds=0.001, plain=True)
    assert found.action in list(game.actions(game.initial()))
    assert not found.proved


@pytest.mark.thorough
def test_the_next_move_of_a_computer_keeps_its_time_too():
    game = Wide()
    computer = Computer(game, Limits(seconds=SECONDS), game.initial(), plain=True)
    most = SECONDS + LATE + NOISE
    for _ in range(3):
        assert quickest(lambda: work_of(lambda: computer.choose(game.initial())), most) < most
