"""The benchmarks by name: functions that return figures, with an option for a quick run."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from figures import Figure

from measures import (
    chance,
    compiling,
    constraints,
    equilibria,
    go,
    kernel,
    matches,
    mcts,
    mcts_matches,
    own_file,
    page,
    peers,
    perft,
    playouts,
    solving,
    starting,
    stochastic,
    table_builds,
    table_probes,
    threads,
    unnamed,
    worlds,
)

Measure = Callable[[bool], Iterable[Figure]]

MEASURES: dict[str, Measure] = {
    "kernel": kernel.measure,
    "peers": peers.measure,
    "perft": perft.measure,
    "own-file": own_file.measure,
    "start": starting.measure,
    "compile": compiling.measure,
    "threads": threads.measure,
    "plain": solving.plain,
    "endgames": solving.endgames,
    "ffo": solving.ffo,
    "ffo-20": solving.ffo_20,
    "connect4": solving.connect4,
    "solve-connect4": unnamed.connect4,
    "solve-othello": unnamed.othello,
    "solve-loops": unnamed.loops,
    "pig": stochastic.pig,
    "playouts": playouts.measure,
    "go": go.measure,
    "mcts": mcts.measure,
    "mcts-twin": mcts.twin,
    "mcts-threads": mcts.threads,
    "mcts-alphabeta": mcts_matches.measure,
    "backgammon": chance.backgammon,
    "2048": chance.twenty48,
    "constraints": constraints.measure,
    "equilibria": equilibria.measure,
    "worlds": worlds.measure,
    "table-builds": table_builds.measure,
    "table-probes": table_probes.measure,
    "page": page.measure,
    "matches": matches.measure,
}
