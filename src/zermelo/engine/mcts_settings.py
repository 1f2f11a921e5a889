"""The settings of Monte Carlo tree search, checked."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf

from zermelo.core.errors import KindError, LimitError, OptionError, nearest, quote
from zermelo.core.game import Game
from zermelo.core.rules import finite_bounds, has_own
from zermelo.engine.memory import check_size, check_threads
from zermelo.kernels.tree_memory import PUCT, TUNED, UCB1, MctsMemory

TREE = 256 * 2**20
"""The default size of the tree in bytes."""

LONGEST_PLAYOUT = 4_000
"""A playout that has not ended after this many plies counts as infinite play; no node is deeper than that either."""

SELECTION = {"ucb1": UCB1, "tuned": TUNED, "puct": PUCT}
"""The rules of selection by name."""

EXPLORATION = {UCB1: 0.5, TUNED: 0.5, PUCT: 1.0}
"""The default exploration constant of each rule, for utilities scaled to a range of 1."""

AMAF_EXPLORATION = 0.1
"""The default exploration constant with all-moves-as-first statistics, which rank actions before they are tried."""


@dataclass(frozen=True)
class MctsSettings:
    """The settings of a search; `c`, `first_play` and `bias` are relative to the range of the utilities."""

    selection: str = "ucb1"
    c: float | None = None
    first_play: float | None = None
    bias: float = 0.0
    credit: float = 0.0
    expand_after: int = 1
    widening: float = 0.0
    implicit: float = 0.0
    winning: float = 0.0
    cutoff: int | None = None
    decisive: bool = False
    proofs: bool = True
    gumbel: int = 0
    grave: int | None = None
    noise: float = 0.0
    dirichlet: float | None = None
    temperature: float = 0.0
    threads: int = 1
    tree: int = TREE

    def __post_init__(self) -> None:
        if self.selection not in SELECTION:
            raise OptionError(f"there is no selection {quote(self.selection)}: {nearest(self.selection, SELECTION)}")
        for name in ("c", "first_play", "bias", "credit", "widening"):
            _check_number(name, getattr(self, name), inf)
        for name in ("implicit", "winning", "noise"):
            _check_number(name, getattr(self, name), 1.0)
        for name in ("dirichlet", "temperature"):
            _check_number(name, getattr(self, name), 1000.0)
        if self.dirichlet == 0:
            raise OptionError("'dirichlet' cannot be 0: it has to be positive")
        if self.noise > 0 and self.selection != "puct" and self.bias == 0:
            raise OptionError("'noise' is added to priors, which need the selection 'puct' or a bias")
        _check_count("expand_after", self.expand_after, 1)
        _check_count("cutoff", self.cutoff, 1)
        _check_count("gumbel", self.gumbel, 0)
        _check_count("grave", self.grave, 0)
        check_threads(self.threads)
        check_size(self.tree, "tree")

    def refuse(self, game: Game) -> None:
        """Raises KindError for settings that need a method or a constant that the game lacks."""
        needed = {"cutoff": "evaluate", "implicit": "evaluate", "bias": "order", "credit": "order"}
        default = {field.name: field.default for field in fields(self)}
        for name, method in needed.items():
            if getattr(self, name) != default[name] and not has_own(game, method):
                raise KindError(f"{name!r} needs the method {method}, which {quote(game)} does not have")
        if self.winning and finite_bounds(game) is None:
            raise KindError(f"'winning' needs bounds of the utilities, which {quote(game)} does not state")
        if self.decisive and has_own(game, "playout_action"):
            raise KindError(f"'decisive' cannot be added to the playouts of {quote(game)}: it has a playout_action")
        if self.implicit and not game.kind.one_number:
            raise KindError(f"'implicit' is for one value that all players share, which {quote(game)} does not have")

    def put_into(self, m: MctsMemory, game: Game) -> None:
        """Writes the settings into the memory of a search."""
        kind, bounds = game.kind, finite_bounds(game)
        m.rule = SELECTION[self.selection]
        m.use_amaf, m.least_reference = self.grave is not None, self.grave or 0
        m.c = (AMAF_EXPLORATION if m.use_amaf else EXPLORATION[m.rule]) if self.c is None else float(self.c)
        m.first_play = float(self.first_play) if self.first_play is not None else 0.0 if m.use_amaf else -1.0
        m.bias, m.widening, m.implicit = float(self.bias), float(self.widening), float(self.implicit)
        m.credit, m.expand_after = float(self.credit), self.expand_after
        m.winning, m.decisive = float(self.winning), self.decisive
        m.use_proofs = self.proofs and kind.one_number
        m.use_value_bounds = m.use_proofs and has_own(game, "value_bounds")
        samples_by_priors = m.rule == PUCT or self.gumbel > 0
        m.use_order = has_own(game, "order") and (
            samples_by_priors or m.bias > 0.0 or m.credit > 0.0 or m.widening > 0.0
        )
        m.use_priors = m.use_order or samples_by_priors or m.bias > 0.0
        m.use_weights = has_own(game, "playout_weight")
        m.use_policy = has_own(game, "playout_action")
        m.most_plies = LONGEST_PLAYOUT
        cutoff = game.longest_playout if self.cutoff is None else self.cutoff
        m.cut_after = LONGEST_PLAYOUT if cutoff is None else min(cutoff, LONGEST_PLAYOUT - 1)
        m.players, m.width = game.players, 1 if kind.one_number else game.players
        m.draw = float(game.fair_share)
        m.span = 0.0 if bounds is None else float(bounds[1] - bounds[0])
        m.worst_utility, m.best_utility = (-inf, inf) if bounds is None or game.scored else map(float, bounds)
        endless = [float(game.infinite_play(p)) for p in range(game.players)]
        m.least, m.greatest = (-inf, inf) if bounds is None else map(float, bounds)
        m.least, m.greatest = min(m.least, endless[0]), max(m.greatest, endless[0])
        m.endless[: game.players] = endless
        m.forced = -1


def _check_number(name: str, value: float | None, most: float) -> None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if value is not None and not (is_number and 0 <= value <= most and value < inf):
        upper = "up" if most == inf else f"to {most:g}"
        raise OptionError(f"{name!r} cannot be {value!r}: it has to be a number from 0 {upper}")


def _check_count(name: str, value: int | None, least: int) -> None:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    if value is not None and not (is_count and value >= least):
        raise LimitError(f"{name!r} cannot be {value!r}: it has to be a whole number from {least} up")
