"""The alpha-beta kernel against other libraries: nodes per second on the same positions of connect four, by turns.

A peer reads its nodes with alpha-beta alone: it has no table, no order, no evaluation. So the kernel is measured twice:
as it is, where each node costs more and far fewer are needed, and with everything switched off but alpha-beta, which is
nearest to what the peer does. And once more by what matters to whoever waits: the time to search to the same depth.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import twins
from figures import Figure, skipped
from positions import OPENINGS
from searching import BARE, NOTHING, Spent, analyse, compiled
from timing import interleaved, processor_seconds, ratio

from zermelo.engines.crew import ALL, Switches
from zermelo.engines.engine import Engine

NATIVE_DEPTH, BARE_DEPTH = 18, 12
"""How deep the kernel searches, as it is and with alpha-beta alone: about as many nodes, and enough of them."""


@dataclass(frozen=True)
class Peer:
    """Another library's search: how it is run, how many nodes it reads, and how deep it is asked to."""

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
    """How many times as fast the kernel is as each peer."""
    engine = compiled("connect4")
    return [*_against(engine, "easyAI", _easyai, quick), *_against(engine, "OpenSpiel", _openspiel, quick)]


def _against(engine: Engine, name: str, peers: Callable[[bool], list[Peer]], quick: bool) -> list[Figure]:
    try:
        found = peers(quick)
    except ImportError as error:
        return [skipped(f"kernel / {name}, nodes/s", f"not installed ({error})")]
    return [figure for peer in found for figure in _compare(engine, peer, quick)]


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


def _compare(engine: Engine, peer: Peer, quick: bool) -> list[Figure]:
    openings = OPENINGS[:2] if quick else OPENINGS
    whole, bare, other, same_depth = interleaved(
        1 if quick else 3,
        lambda: _searched(engine, openings, NATIVE_DEPTH, ALL).rate,
        lambda: _searched(engine, openings, BARE_DEPTH, BARE).rate,
        lambda: peer.searched(openings),
        lambda: _searched(engine, openings, peer.depth, ALL).seconds,
    )
    nodes = sum(peer.nodes(moves, peer.depth) for moves in openings)
    rates = {"kernel": whole, "bare_kernel": bare, "peer": other, "peer_nodes": nodes, "peer_depth": peer.depth}
    note = f"{median(whole):,.0f} and {median(other):,.0f} nodes/s"
    bare_note = f"with alpha-beta alone: {median(bare):,.0f} nodes/s"
    time_ratio = ratio([nodes / rate for rate in other], same_depth)
    return [
        Figure(f"kernel / {peer.name}, nodes/s", ratio(whole, other), "×", peer.target, note=note, detail=rates),
        Figure(f"bare kernel / {peer.name}, nodes/s", ratio(bare, other), "×", note=bare_note),
        Figure(f"{peer.name} / kernel, time to depth {peer.depth}", time_ratio, "×", note="the kernel deepens to it"),
    ]


def _searched(engine: Engine, openings: tuple[str, ...], depth: int, switches: Switches) -> Spent:
    spent = NOTHING
    for moves in openings:
        spent += analyse(engine, engine.game.parse(moves), depth, switches)
    return spent
