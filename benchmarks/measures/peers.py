"""The alpha-beta kernel against other libraries: nodes per second on the same positions of connect four, interleaved.

A peer knows only the rules. So the first row measures the engine on the rules only, searched with its table and all its
general techniques. The second row measures it on the full game, with knowledge of connect four: each node costs more,
but far fewer are needed. The third row is the time to search to the same depth.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import twins
from figures import Figure, skipped
from positions import OPENINGS
from searching import MIB, analyse_all, compiled
from timing import interleaved, processor_seconds, ratio

from zermelo.core.game import Game
from zermelo.engine.engine import Engine
from zermelo.games.connect4 import Connect4

ALONE_DEPTH, KNOWING_DEPTH = 17, 18
"""The depths for the rules only and for the full game: chosen for similar, large enough node counts."""

TABLE = 16 * MIB
"""Large enough for such searches."""


class RulesAlone(Connect4):
    """Connect four without knowledge."""

    candidates, order, value_bounds = Game.candidates, Game.order, Game.value_bounds
    evaluate, canonical = Game.evaluate, Game.canonical


@dataclass(frozen=True)
class Engines:
    """The engine on the rules only, and on the full game."""

    alone: Engine
    knowing: Engine


@dataclass(frozen=True)
class Peer:
    """Another library's search: how it is run, how many nodes it reads, and its depth."""

    name: str
    search: Callable[[str, int], object]
    nodes: Callable[[str, int], int]
    depth: int
    target: float | None

    def searched(self, openings: tuple[str, ...]) -> float:
        """Nodes per second."""
        nodes = sum(self.nodes(moves, self.depth) for moves in openings)
        return nodes / processor_seconds(lambda: [self.search(moves, self.depth) for moves in openings])


def measure(quick: bool) -> list[Figure]:
    """The speed of the engine, relative to each peer."""
    engines = Engines(compiled(RulesAlone(), table=TABLE), compiled("connect4", table=TABLE))
    return [*_against(engines, "easyAI", _easyai, quick), *_against(engines, "OpenSpiel", _openspiel, quick)]


def _against(engines: Engines, name: str, peers: Callable[[bool], list[Peer]], quick: bool) -> list[Figure]:
    try:
        found = peers(quick)
    except ImportError as error:
        return [skipped(f"rules alone / {name}, nodes/s", f"not installed ({error})")]
    return [figure for peer in found for figure in _compare(engines, peer, quick)]


def _easyai(quick: bool) -> list[Peer]:
    easyai = importlib.import_module("peers.easyai")
    return [Peer("easyAI", easyai.search, easyai.nodes, 3 if quick else 4, 1000)]


def _openspiel(quick: bool) -> list[Peer]:
    openspiel = importlib.import_module("peers.openspiel")
    depth = 5 if quick else 8
    peers = [Peer("OpenSpiel in Python", openspiel.search, openspiel.nodes, depth, 20)]
    if twins.compiler() is not None:
        if not all(openspiel.is_the_same_search(moves, depth) for moves in OPENINGS):
            raise SystemExit("OpenSpiel's searches in C++ and in Python do not read the same nodes")
        peers.append(Peer("OpenSpiel in C++", openspiel.native_search, openspiel.nodes, depth, None))
    return peers


def _compare(engines: Engines, peer: Peer, quick: bool) -> list[Figure]:
    openings = OPENINGS[:2] if quick else OPENINGS
    alone, knowing, other, same_depth = interleaved(
        1 if quick else 3,
        lambda: analyse_all(engines.alone, openings, ALONE_DEPTH).rate,
        lambda: analyse_all(engines.knowing, openings, KNOWING_DEPTH).rate,
        lambda: peer.searched(openings),
        lambda: analyse_all(engines.alone, openings, peer.depth).seconds,
    )
    nodes = sum(peer.nodes(moves, peer.depth) for moves in openings)
    rates = {"alone": alone, "knowing": knowing, "peer": other, "peer_nodes": nodes, "peer_depth": peer.depth}
    note = f"{median(alone):,.0f} and {median(other):,.0f} nodes/s"
    time_ratio = ratio([nodes / rate for rate in other], same_depth)
    return [
        Figure(f"rules alone / {peer.name}, nodes/s", ratio(alone, other), "×", peer.target, note=note, detail=rates),
        Figure(
            f"with knowledge / {peer.name}, nodes/s", ratio(knowing, other), "×", note=f"{median(knowing):,.0f} nodes/s"
        ),
        Figure(f"{peer.name} / rules alone, time to depth {peer.depth}", time_ratio, "×", note="it deepens to it"),
    ]
