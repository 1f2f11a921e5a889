"""Play by worlds: IS-MCTS beside OpenSpiel's C++ bot, worlds per second, averaging over deals, αμ, Battleship."""

from __future__ import annotations

from importlib.util import find_spec
from random import Random
from statistics import mean, median
from typing import Any

import numpy as np
from figures import Figure, skipped
from timing import interleaved, processor_seconds, ratio

import zermelo
from zermelo.core.game import CHANCE, Game
from zermelo.core.limits import Budget, Limits
from zermelo.core.rules import legal_actions
from zermelo.core.views import View
from zermelo.games.battleship.rules import HALF
from zermelo.hidden.alphamu import AlphaMuSearch
from zermelo.hidden.averaging import DealSearch
from zermelo.hidden.ismcts import InformationSetSearch
from zermelo.hidden.sampling import WorldSampler
from zermelo.hidden.worlds import enumerate_worlds
from zermelo.kernels.worlds import draw_worlds

ROW = "IS-MCTS on Leduc, simulations per second, beside OpenSpiel's C++ ISMCTSBot"
DEALS, STRATEGY_DEALS, PLACEMENTS, WORLDS = 100, 20, 1_000, 1_000


def measure(quick: bool) -> list[Figure]:
    """All rows."""
    return [
        _simulations(quick),
        _deals(quick),
        _strategies(quick),
        _worlds("leduc", quick, None),
        _worlds("battleship:width=8,height=8", quick, 10_000),
        _shots(quick),
    ]


def _first_view(game: Game) -> View:
    """The view of the first player to move, after the first outcomes of chance."""
    s = game.initial()
    while game.player(s) == CHANCE:
        s = game.result(s, legal_actions(game, s)[0])
    return View.of(game, s)


def _simulations(quick: bool) -> Figure:
    if find_spec("pyspiel") is None:
        return skipped(ROW, "OpenSpiel is not installed")
    import pyspiel  # noqa: PLC0415  # it may be missing

    game = zermelo.load("leduc")
    worlds = enumerate_worlds(game, _first_view(game))
    assert worlds is not None
    search = InformationSetSearch(game)
    search.host.compile()
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    own_count, peer_count = (1_000, 100) if quick else (1_000_000, 20_000)

    def own() -> float:
        return own_count / processor_seconds(lambda: [*search.stream(worlds, own_count, 1, Budget(Limits()))])

    def peer() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, peer_count)
        return peer_count / processor_seconds(lambda: bot.step(state))

    ours, theirs = interleaved(1 if quick else 5, own, peer)
    note = f"{median(ours):,.0f} a second, OpenSpiel {median(theirs):,.0f}"
    return Figure(ROW, ratio(ours, theirs), "times", at_least=5.0, note=note, detail={"own": ours, "peer": theirs})


def _deals(quick: bool) -> Figure:
    game = zermelo.load("tricks")
    view = _first_view(game)
    sampler, search = WorldSampler(game), DealSearch(game)
    sampler.host.compile()
    search.host.compile()

    def average() -> None:
        worlds = sampler._sample(view, DEALS, 1, Budget(Limits()))
        *_, last = search.deepen(worlds.states, Budget(Limits()))
        assert last.best is not None
        assert last.best.exact

    took = [processor_seconds(average) for _ in range(1 if quick else 9)]
    name = f"averaging over {DEALS} deals of tricks, to the end"
    return Figure(name, median(took), "s", at_most=0.2, detail={"seconds": took})


def _strategies(quick: bool) -> Figure:
    """Alpha-mu search, whose fronts of vectors are most of the work: as machine code beside plain Python."""
    game = zermelo.load("tricks")
    worlds = WorldSampler(game, plain=True).worlds(_first_view(game), STRATEGY_DEALS, 1)
    native, plain = AlphaMuSearch(game), AlphaMuSearch(game, plain=True)
    native.host.compile()
    moves = 2 if quick else 4

    def seconds(search: AlphaMuSearch) -> float:
        return processor_seconds(lambda: [*search.deepen(worlds, moves, Budget(Limits()))])

    quick_runs, plain_runs = interleaved(1 if quick else 5, lambda: 1 / seconds(native), lambda: 1 / seconds(plain))
    return Figure(
        f"αμ search of {moves} decisions over {STRATEGY_DEALS} deals of tricks, beside the plain speed",
        ratio(quick_runs, plain_runs),
        "times",
        note=f"{1 / median(quick_runs):.4f} s, plain {1 / median(plain_runs):.3f} s",
        detail={"native": quick_runs, "plain": plain_runs},
    )


def _worlds(name: str, quick: bool, at_least: float | None) -> Figure:
    game = zermelo.load(name)
    view = _first_view(game) if name == "leduc" else View.of(game, _after_shots(game))
    sampler = WorldSampler(game)
    sampler.host.compile()
    count = 200 if quick else 20_000
    rates = [
        count / processor_seconds(lambda: sampler._sample(view, count, 1, Budget(Limits())))
        for _ in range(1 if quick else 5)
    ]
    return Figure(f"worlds of {name} sampled per second", median(rates), "", at_least=at_least, detail={"rates": rates})


def _after_shots(game: Any, shots: int = 40) -> Any:
    """A position of Battleship after random shots of both players."""
    random = Random(1)
    s = game.initial()
    for _ in range(2 * game.fleet_size + shots):
        s = game.result(s, random.choice(legal_actions(game, s)))
    return s


def _shots(quick: bool) -> Figure:
    """Each shot goes to the cell that a ship covers with the highest probability, by worlds of what was seen so far."""
    game = zermelo.load("battleship")
    sampler = WorldSampler(game)
    sampler.host.compile()
    covered = _covered(game)
    random = Random(1)
    found = [_shots_needed(game, sampler, covered, random) for _ in range(3 if quick else PLACEMENTS)]
    spread = float(np.std(found) / len(found) ** 0.5)
    return Figure(
        f"battleship 10×10, shots to sink the fleet, mean of {len(found):,} placements",
        mean(found),
        "shots",
        at_most=45.0,
        note=f"± {spread:.2f}, from {min(found)} to {max(found)}, {WORLDS} worlds a shot",
    )


def _covered(game: Any) -> Any:
    """The cells that each ship covers in each place, as zeros and ones."""
    lows, highs = game.lows.reshape(game.fleet_size, -1), game.highs.reshape(game.fleet_size, -1)
    return np.stack(
        [((lows if c < HALF else highs) >> (c % HALF)) & 1 for c in range(game.cells)], axis=-1
    )  # ship, place, cell


def _shots_needed(game: Any, sampler: WorldSampler, covered: Any, random: Random) -> int:
    s = game.initial()
    while game.unplaced(s.ships[s.mover]) < game.fleet_size:
        s = game.result(s, random.choice(legal_actions(game, s)))
    shots = 0
    while not game.is_terminal(s):
        # The kernel uses nothing of s but what player 0 has seen in it.
        m = sampler._memory(s, WORLDS, random.randrange(1 << 30), native=True)
        count = sampler.host.run(draw_worlds, s, m, 0, WORLDS, 100 * WORLDS)
        words = m.worlds.view(np.int64).reshape(WORLDS, -1)[:count]
        fleets = words[:, game.fleet_size : 2 * game.fleet_size]  # the ships of player 1
        weights = np.asarray(m.weights[:count])
        odds = sum(weights @ covered[i][fleets[:, i]] for i in range(game.fleet_size))
        free = legal_actions(game, s)
        s = game.result(s, max(free, key=odds.__getitem__))._replace(mover=0)
        shots += 1
    return shots
