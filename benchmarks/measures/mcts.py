"""Monte Carlo tree search on connect four from its opening, against OpenSpiel's MCTSBot, which is in C++.

Both do uniform playouts by UCT in one thread, without proofs, as many in one search.
"""

from __future__ import annotations

import importlib
from statistics import median

from figures import Figure, skipped
from timing import interleaved, processor_seconds, ratio

import zermelo
from zermelo.core.limits import Budget, Limits
from zermelo.engine.mcts import MonteCarlo
from zermelo.engine.mcts_settings import MctsSettings

TARGET = 5
"""How many times as many playouts a second."""

THEIR_C = 2**0.5
"""The constant with which OpenSpiel's rule, which has no factor 2 under the root, is ours."""

MEMORY = 1_000
"""How much memory OpenSpiel may use, in MB: more than it needs."""

FEW, MANY = 2_000, 50_000
"""How many playouts a search has: quickly, and else."""


def measure(quick: bool) -> list[Figure]:
    """How many playouts are done in the time in which OpenSpiel does one; with proofs too, which it is not held to."""
    title = "connect four, UCT playouts / OpenSpiel's MCTSBot"
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError as error:
        return [skipped(title, f"not installed ({error})")]
    return [
        _compare(title, spiel, MctsSettings(proofs=False), TARGET, quick),
        _compare(f"{title}, with proofs", spiel, MctsSettings(), None, quick),
    ]


def _compare(title: str, spiel: object, settings: MctsSettings, target: float | None, quick: bool) -> Figure:
    playouts = FEW if quick else MANY
    search = MonteCarlo(zermelo.load("connect4"), settings, seed=1)
    search.host.compile()
    ours, theirs = interleaved(
        1 if quick else 5,
        lambda: playouts / processor_seconds(lambda: _search(search, playouts)),
        lambda: playouts / processor_seconds(lambda: _search_there(spiel, playouts, solves=settings.proofs)),
    )
    note = f"{median(ours):,.0f} and {median(theirs):,.0f} playouts/s, {playouts:,} in a search"
    return Figure(title, ratio(ours, theirs), "×", target, note=note, detail={"ours": ours, "theirs": theirs})


def _search(search: MonteCarlo, playouts: int) -> None:
    search.forget()
    *_, found = search.answers(search.game.initial(), Budget(Limits()), playouts=playouts)
    assert found.visits == playouts


def _search_there(spiel: object, playouts: int, *, solves: bool) -> None:
    game = spiel.load_game("connect_four")  # type: ignore[attr-defined]
    evaluator = spiel.RandomRolloutEvaluator(1, 1)  # type: ignore[attr-defined]
    bot = spiel.MCTSBot(game, evaluator, THEIR_C, playouts, MEMORY, solves, 1, False)  # type: ignore[attr-defined]
    bot.step(game.new_initial_state())
