"""The questions that people ask of a game: what should I play, who wins, and show me why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Event
from typing import Any

from zermelo import draw, solvers, soundness, textbook
from zermelo.diagnosis import diagnosing
from zermelo.draw.board import board_svg
from zermelo.draw.tables import board_view
from zermelo.engines import analysing, many, proving
from zermelo.engines.agreement import Reached, knowledge_differs, rules_differ
from zermelo.engines.engine import Engine, Watch, proof_refusal, refusal, unwatched
from zermelo.engines.others import Others
from zermelo.engines.sampling import analyse_samples
from zermelo.engines.speeds import Runner
from zermelo.errors import KindError, LoadError, quote
from zermelo.game import Game, State
from zermelo.limits import Limits
from zermelo.loading import load
from zermelo.results import Analysis, Solution
from zermelo.soundness import Report
from zermelo.textbook.opponents import Boltzmann, Level, Opponent, Policy, Searcher, opponent as opponent_of
from zermelo.trace import Node, Trace

SECONDS = 5.0
"""How long an analysis takes that was given neither an algorithm nor a limit."""

STATES = 4_000_000
"""How many states a solver meets, unless it is given another limit, before it says that there are too many."""

FEW_STATES = 50_000
"""A game with no more states than this is solved by reading them all, which tells the value of each."""

METHODS = ("states", "search")
"""The ways to solve a game."""

ENGINE_OPTIONS = {
    *("lines", "table", "threads", "plain", "told", "watch", "samples", "seed"),
    *("others", "level", "opponent", "agent"),
}
"""What the engine can be told."""

SPEED_PLAYS, ASKED_PLAYS, SPEED_PLIES = 100, 20, 200
"""How many plays, and of how many plies, a check compares at both speeds: by the rules, and by what else is asked."""

DRAWN = 30_000
"""How many nodes a search reads at most to be drawn, unless it is given another limit."""


def analyse(
    game: Game | str,
    state: State | None = None,
    *,
    algorithm: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Event | None = None,
    **options: Any,
) -> Analysis:
    """What to play in a state, and what it is worth.

    The engine, which is taken where nothing else is said and it fits, goes deeper and deeper until the limit in
    `depth`, `nodes` or `seconds`, or until the value is proved; with no limit at all, for five seconds. Its options
    are `lines` (how many of the best actions), `table` (bytes), `threads`, `plain` (no machine code), `told` (hears
    that it compiles), `watch` (sees how it goes on) and, where chance may bring more than can be read, `samples` (how
    many outcomes are read in place of all) with a `seed`. What other players do, if not their best, is said by `others`
    ("maxn", "paranoid", "bestreply"), or by the `level` or the `opponent` of one who errs; `agent` is whose eyes that
    is seen with, who moves in the state unless another is named.

    A textbook `algorithm` alone goes to the end of the game, with a `depth` to that depth, and with another limit
    deeper and deeper. Options are its own: `read_from` ("left", "right", "best"), `symmetry`, for alphabeta `fail`
    ("soft", "hard") and `window`, for expectimax `level` or `opponent`, and `agent`.
    """
    if algorithm is None and depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    game = _loaded(game)
    limits = Limits(depth, nodes, seconds)
    with diagnosing(game):
        s = game.initial() if state is None else state
        if is_for_engine(game, algorithm, options):
            return _by_engine(game, s, limits, stop, **options)
        return textbook.analyse(game, s, limits, algorithm=algorithm, stop=stop, **options)


def is_for_engine(game: Game, algorithm: str | None, options: Iterable[str] = ()) -> bool:
    """Whether the engine answers: it was named, or nothing was, and it fits the game and the options."""
    return algorithm == "engine" or (algorithm is None and refusal(game) is None and set(options) <= ENGINE_OPTIONS)


def others_of(
    game: Game,
    others: str | None = None,
    level: float | None = None,
    opponent: Opponent | Policy | str | None = None,
    agent: int | None = None,
) -> Others | None:
    """What the engine takes the others to do, as people say it; None where they simply minimise."""
    if (others is not None) + (level is not None) + (opponent is not None) > 1:
        raise KindError("'others', 'level' and 'opponent' are ways to say the same: give one of them")
    said = level if opponent is None else opponent
    if said is not None:
        return _erring(game, opponent_of(said), agent)
    if others is None and game.kind.one_number:
        if agent is not None:
            raise KindError("an agent needs others: give 'others', 'level' or 'opponent' too")
        return None
    return Others.named(others or "maxn", agent)


def _erring(game: Game, opponent: Opponent, agent: int | None) -> Others:
    """An opponent who errs, as the engine has them. Raises KindError for one that it does not have."""
    if game.players != 2 or not game.kind.one_number:
        raise KindError(
            f"an opponent who errs is one of two, of whom one gains what the other loses: not {quote(game)}"
        )
    match opponent:
        case Level():
            return Others(many.LEVEL, opponent.level, agent)
        case Boltzmann():
            return Others(many.BOLTZMANN, opponent.temperature, agent)
        case Searcher():
            return Others(many.SEARCHER, opponent.depth, agent)
    raise KindError(f"the engine does not know an opponent of {opponent}: use the algorithm 'expectimax'")


def _by_engine(
    game: Game,
    s: State,
    limits: Limits,
    stop: Event | None,
    *,
    lines: int = 1,
    watch: Watch = unwatched,
    samples: int | None = None,
    seed: int = 0,
    **options: Any,
) -> Analysis:
    said = {name: options.pop(name) for name in ("others", "level", "opponent", "agent") if name in options}
    engine = Engine(game, others=others_of(game, **said), **options)
    if samples is None:
        return analysing.analyse(engine, s, limits, lines=lines, stop=stop, watch=watch)
    return analyse_samples(engine, s, limits, samples, seed=seed, lines=lines, stop=stop, watch=watch)


def solve(
    game: Game | str,
    state: State | None = None,
    *,
    method: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    symmetry: bool = True,
    value_only: bool = False,
    stop: Event | None = None,
    watch: Watch = unwatched,
    **options: Any,
) -> Solution:
    """The exact value of a state and every optimal action; `proved` is false where it could not be found in the limits.

    The method "states" reads all states that can be reached: `nodes` counts them (four million, if nothing is said),
    `depth` is the plies within which all have to be found, and with `symmetry` those that the game calls symmetric
    count as one. The method "search" proves the value with the engine, and `nodes` counts what it reads; options are
    the engine's, `table`, `threads`, `plain` and `told`; with `value_only` it looks for neither every optimal action
    nor the distance. If no method is named, a game that has more than fifty thousand states is searched, where the
    engine fits it.
    """
    if method not in (None, *METHODS):
        raise KindError(f"{quote(method)} is not a method; there is {' and '.join(METHODS)}")
    if method == "search" and depth is not None:
        raise KindError("a search for a proof has no depth: that is a limit of the method 'states'")
    game = _loaded(game)
    limits = Limits(depth, nodes, seconds)
    with diagnosing(game):
        s = game.initial() if state is None else state
        if method is None and (depth is not None or proof_refusal(game) is not None):
            method = "states"
        if method != "search":
            states = nodes or STATES if method == "states" else min(nodes or FEW_STATES, FEW_STATES)
            told = {name: options[name] for name in ("plain", "told") if name in options}
            solution = solvers.solve(game, s, replace(limits, nodes=states), symmetry=symmetry, stop=stop, **told)
            if method == "states" or solution.proved or (stop is not None and stop.is_set()):
                return solution
        return proving.solve(Engine(game, **options), s, limits, value_only=value_only, stop=stop, watch=watch)


def check(
    game: Game | str,
    *,
    plays: int = 200,
    seed: int = 0,
    seconds: float | None = 10.0,
    plies: int = 1000,
    both_speeds: bool = False,
    stop: Event | None = None,
) -> Report:
    """Looks for rules that the game breaks, and reports each with the smallest position in which it was seen.

    A few hundred states are looked at breadth first, then those of so many random `plays`, each of at most `plies`
    plies, until `seconds` have passed. With `both_speeds`, sound rules are then played as machine code too, and every
    state, action, terminal test and utility is compared, and what else a search asks of the rules.
    """
    game = _loaded(game)
    report = soundness.check(game, plays=plays, seed=seed, seconds=seconds, plies=plies, stop=stop)
    if not (both_speeds and report.ok):
        return report
    rules, asked = Runner(game), Runner(game)
    plies = min(plies, SPEED_PLIES)
    found = rules_differ(rules, SPEED_PLAYS, plies, seed, stop)
    found = found or knowledge_differs(asked, ASKED_PLAYS, plies, seed, stop)
    if found is not None:
        return replace(report, failures=(_speeds_differ(game, found),))
    why = rules.why_plain or asked.why_plain
    if why is not None:
        note = soundness.Finding("plain-speed", f"it runs at the plain speed: {why}", None, (), 0)
        return replace(report, notes=(*report.notes, note))
    return report


def _speeds_differ(game: Game, found: Reached) -> soundness.Finding:
    names, s = [], game.initial()
    for a in found.actions:
        names.append(game.show_action(s, a))
        s = game.result(s, a)
    message = (
        "as machine code the rules give something else here: does a number outgrow 64 bits, or meet one of its kind?"
    )
    return soundness.Finding("speeds-differ", message, game.show(found.state), tuple(names), len(names))


@dataclass(frozen=True)
class SearchTree:
    """The tree that a textbook search has read, with its values, its windows and what it left unread."""

    analysis: Analysis
    trace: Trace

    @cached_property
    def root(self) -> Node:
        """The tree itself, after the last step."""
        return self.trace.tree()

    def text(self) -> str:
        """The tree for a terminal."""
        return draw.tree_text(self.root)

    def svg(self) -> str:
        """The tree as a picture."""
        return draw.tree_svg(self.root)

    def to_json(self) -> dict[str, Any]:
        """The analysis and the log of the search as plain data."""
        return self.analysis.to_json() | {"trace": self.trace.to_json()["steps"]}

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        shown = draw.readable(self.root)
        return {"text/plain": draw.tree_text(shown), "image/svg+xml": draw.tree_svg(shown)}


def tree(
    game: Game | str,
    state: State | None = None,
    *,
    algorithm: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Event | None = None,
    **options: Any,
) -> SearchTree:
    """The tree that a textbook algorithm reads, to be looked at. Raises LimitError where it is too large for that."""
    game = _loaded(game)
    limits = Limits(depth, DRAWN if nodes is None else nodes, seconds)
    with diagnosing(game):
        s = game.initial() if state is None else state
        analysis, trace = textbook.record(game, s, limits, algorithm=algorithm, stop=stop, **options)
    return SearchTree(analysis, trace)


@dataclass(frozen=True)
class Board:
    """A state of a game, to be looked at."""

    game: Game
    state: State

    def text(self) -> str:
        """The state for a terminal."""
        return self.game.show(self.state)

    def svg(self) -> str:
        """The state as a picture: the game's own, or one made from the text."""
        return board_svg(self.game, self.state)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return board_view(self.game, self.state)


def board(game: Game | str, state: State | None = None) -> Board:
    """A state as a picture, which a notebook shows: where play begins, if no other is given."""
    game = _loaded(game)
    with diagnosing(game):
        return Board(game, game.initial() if state is None else state)


def _loaded(game: Game | str) -> Game:
    if isinstance(game, str):
        return load(game)
    if not isinstance(game, Game):
        raise LoadError(f"{quote(game)} is neither a game nor the text that names one")
    return game
