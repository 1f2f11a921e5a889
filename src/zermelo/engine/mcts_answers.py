"""From the tree of a Monte Carlo tree search to an analysis."""

from __future__ import annotations

from math import isfinite, sqrt
from typing import TYPE_CHECKING

from zermelo.core.game import CHANCE, MAX, Action, Game, State
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Line
from zermelo.core.rules import legal_actions
from zermelo.core.values import Vector
from zermelo.engine.mcts_root import drawn_child
from zermelo.engine.root_search import values_of
from zermelo.kernels.score_bounds import is_proved, is_settled
from zermelo.kernels.selection import gain_for, mean_for
from zermelo.kernels.tree_memory import ROOT, MctsMemory

if TYPE_CHECKING:
    from zermelo.engine.mcts import MonteCarlo

NAME = "mcts"
"""The name of the method."""

LONGEST_LINE = 64
"""The maximum length of a reported line, in plies."""

FOLLOWED = 30
"""Only this many of the best actions have a line of further actions: to follow one takes the plain rules a while."""


def analysis_of(search: MonteCarlo, s: State, m: MctsMemory, budget: Budget) -> Analysis:
    """The analysis of s, the root of the tree: every action with its visits, mean, standard error and bounds."""
    game = search.game
    actions = legal_actions(game, s)
    is_chance = game.player(s) == CHANCE
    proved = bool(is_proved(m, ROOT))
    children = ranked_children(m, search.winner)
    if search.settings.temperature > 0 and not is_chance and not proved:
        chosen = drawn_child(m, s, search.settings.temperature, search.seed)
        children.sort(key=lambda child: child != chosen)
    ranked = [_line(game, s, m, child, actions, is_followed=i < FOLLOWED) for i, child in enumerate(children)]
    best = None if is_chance else ranked[0]
    values = _values(game, m, ROOT) if proved or best is None else best.values
    return Analysis(
        game=game,
        state=s,
        method=NAME,
        value=values[0],
        values=values,
        action=None if best is None else best.action,
        line=() if best is None else best.actions,
        lines=tuple(ranked),
        proved=proved,
        depth=int(m.deepest),
        nodes=search.nodes,
        seconds=budget.seconds,
        compile_seconds=budget.compile_seconds,
        speed=search.host.speed,
        notes=_notes(search),
        error=0.0 if proved else _error(m, ROOT) if best is None else best.error,
        bounds=None if proved else _bounds(m, ROOT),
        visits=int(m.visits[ROOT]),
    )


def child_values(game: Game, s: State, m: MctsMemory) -> list[float]:
    """The value of each child of the root to the mover of the root, relative to the range of utilities.

    It is that of a draw if the child was not visited.
    """
    mover = game.player(s)
    first = int(m.firsts[ROOT])
    span = m.span if m.span > 0 else max(m.greatest_seen - m.least_seen, 1e-9)
    return [_values(game, m, first + i)[mover] / span for i in range(int(m.counts[ROOT]))]


def ranked_children(m: MctsMemory, winner: int | None) -> list[int]:
    """The children of the root, beginning with the one to play.

    That is the winner of sequential halving, or else the one with the most visits, and of these the one with the best
    mean; or one whose value is proved, if it is worth no less. Those that are proved to be worse come last.
    """
    first, count, mover = int(m.firsts[ROOT]), int(m.counts[ROOT]), int(m.movers[ROOT])
    children = range(first, first + count)
    if mover == CHANCE:
        return list(children)

    def promise(child: int) -> tuple[int, float]:
        return int(m.visits[child]), float(gain_for(m, child, mover))

    settled = {child for child in children if is_settled(m, ROOT, child)}
    best_known = {child for child in settled if _reaches(m, child, mover)}
    open_children = [child for child in children if child not in settled]
    favourite = max(open_children, key=lambda c: (c - first == winner, *promise(c)), default=None)
    takes_known = favourite is None or any(
        gain_for(m, child, mover) >= gain_for(m, favourite, mover) for child in best_known
    )

    def key(child: int) -> tuple[float, ...]:
        group = (0 if takes_known else 2) if child in best_known else 3 if child in settled else 1
        visits, mean = promise(child)
        return group, child - first != winner, -visits, -mean, int(m.places[child])

    return sorted(children, key=key)


def _reaches(m: MctsMemory, child: int, mover: int) -> bool:
    """Whether the value of a child is proved, and as good for the mover as the proved bound of the root."""
    exact = bool(m.width == 1 and is_proved(m, child))
    return exact and bool(m.lows[child] >= m.lows[ROOT] if mover == MAX else m.highs[child] <= m.highs[ROOT])


def _line(game: Game, s: State, m: MctsMemory, child: int, actions: list[Action], *, is_followed: bool) -> Line:
    a = actions[int(m.places[child])]
    further = _most_visited(game, game.result(s, a), m, child) if is_followed else ()
    proved = bool(is_proved(m, child))
    visits = int(m.visits[child])
    return Line(
        values=_values(game, m, child),
        proved=proved,
        bounds=None if proved else _bounds(m, child),
        visits=visits,
        error=0.0 if proved else _error(m, child),
        mean=float(m.totals[child * m.width]) / visits if visits else None,
        won=_won(game, m, child),
        actions=(a, *further),
    )


def _values(game: Game, m: MctsMemory, node: int) -> Vector:
    """The value of a node to each player: exact if it is proved, else the mean of its playouts; a draw without any."""
    if is_proved(m, node):
        return values_of(game, _plain(float(m.lows[node])))
    visits, width = int(m.visits[node]), int(m.width)
    if visits == 0:
        return (float(game.fair_share),) * game.players
    if width == 1:
        return values_of(game, float(mean_for(m, node, MAX)))
    return tuple(float(m.totals[node * width + p]) / visits for p in range(width))


def _plain(v: float) -> float:
    return int(v) if v.is_integer() and abs(v) < 2**53 else v


def _bounds(m: MctsMemory, node: int) -> tuple[float, float] | None:
    """The proved bounds of a node; None if neither is proved."""
    if not m.use_proofs:
        return None
    low, high = float(m.lows[node]), float(m.highs[node])
    return (low, high) if isfinite(low) or isfinite(high) else None


def _error(m: MctsMemory, node: int) -> float | None:
    """The standard error of the mean of player 0's utility at a node; None for fewer than two playouts."""
    visits, at = int(m.visits[node]), node * int(m.width)
    if visits < 2:
        return None
    mean = float(m.totals[at]) / visits
    return sqrt(max(float(m.squares[at]) / visits - mean * mean, 0.0) / (visits - 1))


def _won(game: Game, m: MctsMemory, node: int) -> float | None:
    """The share of playouts that player 0 won, draws counting half; None if it was not counted.

    It is part of the gains (see `gain_of`), or the mean itself if utilities only say who wins.
    """
    visits, winning = int(m.visits[node]), float(m.winning)
    if visits == 0 or m.width != 1 or m.span <= 0 or game.players != 2:
        return None
    mean = float(m.totals[node]) / visits
    if winning > 0:
        mean = (float(m.gains[node]) / visits - (1.0 - winning) * mean) / winning
    elif game.scored:
        return None
    return min(max(0.5 + (mean - float(m.draw)) / float(m.span), 0.0), 1.0)


def _most_visited(game: Game, s: State, m: MctsMemory, node: int) -> list[Action]:
    """The most visited line from a node, up to a leaf or a chance node."""
    line: list[Action] = []
    while m.firsts[node] > 0 and m.movers[node] != CHANCE and len(line) < LONGEST_LINE:
        first = int(m.firsts[node])
        children = range(first, first + int(m.counts[node]))
        exact = float(m.lows[node]) if is_proved(m, node) else None
        reaching = [c for c in children if exact is not None and is_proved(m, c) and m.lows[c] == exact]
        node = max(reaching or children, key=lambda c: (int(m.visits[c]), -c))
        if m.visits[node] == 0 and not reaching:
            break
        a = legal_actions(game, s)[int(m.places[node])]
        line.append(a)
        s = game.result(s, a)
    return line


def _notes(search: MonteCarlo) -> tuple[str, ...]:
    host = search.host
    why = "its rules are still being compiled" if host.is_preparing else host.why_plain
    speed = () if why is None or search.asked_plain else (f"at the plain speed: {why}",)
    halving = ("without a number of playouts, gumbel has no effect",) if search.lacks_playouts else ()
    return *speed, *halving
