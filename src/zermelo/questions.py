"""The public functions that answer questions about a game: analyse, solve, exploit, check, tree and board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from threading import Event
from typing import Any

from zermelo import draw, soundness
from zermelo.core.errors import OptionError
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget, Limits
from zermelo.core.options import known_options
from zermelo.core.repetition import play_to
from zermelo.core.results import Analysis, Solution
from zermelo.core.rules import state_of
from zermelo.core.trace import Node, Trace
from zermelo.core.views import View, asked_about
from zermelo.draw.answer_tables import board_view
from zermelo.draw.board import board_svg
from zermelo.draw.frame import Framed
from zermelo.engine.engine import Watch, unwatched
from zermelo.hidden.best_response import Measured, measure_policy
from zermelo.hidden.game_tree import kept_tree
from zermelo.hidden.policies import Policy, read_policy, uniform_policy
from zermelo.loading import load
from zermelo.methods.chooser import Chooser
from zermelo.methods.method import Question, Setting, ignore
from zermelo.methods.registry import option_names
from zermelo.native.host import KernelHost
from zermelo.soundness import Report
from zermelo.soundness.agreement import Reached, knowledge_differs, rules_differ
from zermelo.soundness.diagnosis import diagnosing

SECONDS = 5.0
"""The time limit of an analysis without a method and without limits."""

SPEED_PLAYS, ASKED_PLAYS, SPEED_PLIES = 100, 20, 200
"""The number of plays that a check compares at both speeds, for the rules and for other methods; the plies of each."""

COMPARING = 0.25
"""The part of its time that a check reserves for comparing both speeds."""

UNIFORM = "uniform"
"""The name of the policy that takes all actions with the same probability."""

DRAWN = 30_000
"""The default node limit of a search tree to be drawn."""


@known_options(further=partial(option_names, Question.ANALYSE))
def analyse(
    game: Game | str | PathLike[str],
    state: State | View | str | None = None,
    *,
    method: str | None = None,
    algorithm: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    lines: int = 1,
    stop: Event | None = None,
    watch: Watch = unwatched,
    each: Callable[[Analysis], None] = ignore,
    plain: bool = False,
    wait: bool = True,
    notice: Callable[[str], None] = ignore,
    seed: int = 0,
    past: Sequence[State] = (),
    **options: Any,
) -> Analysis:
    """The best action in a state, which may be given as text, and its value.

    `past` is the play before the state, which matters if the game forbids repetition. If the text of a state tells the
    moves that led to it, the play is known already.

    If information is hidden, the answer depends only on the mover's view: what that player has seen, which may be given
    in place of the state. A text is then the text of a view.

    Without a `method`, one is chosen that fits the game and has the given options: the engine if possible. It searches
    deeper and deeper until a limit in `depth`, `nodes` or `seconds` is reached or the value is proved; without limits,
    for five seconds. A textbook method without limits searches to the end of the game, with a `depth` to that depth,
    and with another limit deeper and deeper. `algorithm` is another name for `method`.

    The best `lines` actions get their own values. `stop` ends the search with its best result so far, `watch` is
    called with its progress, and `each` with every analysis on the way to the last one. If rules have to be compiled,
    the call waits for that once; the time is not part of its limit but reported as `compile_seconds`, and `notice` is
    called with a message. With `wait` false it searches at the plain speed while another process compiles; with `plain`
    true nothing is compiled. `seed` is the seed of random numbers. Further options are those of the method.
    """
    named = _one_name(method, algorithm)
    if named is None and depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    game = _loaded(game)
    limits = Limits(depth, nodes, seconds)
    with diagnosing(game):
        chooser = Chooser(game, Setting(plain, wait, notice, seed), options)
        chooser.refuse_depth(named, depth)
        *before, s = [asked_about(game, state)] if game.kind.hidden else [*past, *_play(game, state)]
        found: Analysis | None = None
        for answer in chooser.answers(
            Question.ANALYSE, s, limits, method=named, lines=lines, past=before, stop=stop, watch=watch
        ):
            assert isinstance(answer, Analysis)
            found = answer
            each(found)
    assert found is not None, "there is at least one answer"
    return found


def _one_name(method: str | None, algorithm: str | None) -> str | None:
    if method is not None and algorithm is not None:
        raise OptionError("'method' and 'algorithm' are two names of the same option: give only one of them")
    return algorithm if method is None else method


@known_options(further=partial(option_names, Question.SOLVE))
def solve(
    game: Game | str | PathLike[str],
    state: State | str | None = None,
    *,
    method: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Event | None = None,
    watch: Watch = unwatched,
    plain: bool = False,
    wait: bool = True,
    notice: Callable[[str], None] = ignore,
    seed: int = 0,
    past: Sequence[State] = (),
    **options: Any,
) -> Solution:
    """The exact value of a state, which may be given as text, and its optimal actions.

    `proved` is false if the value was not found within the limits. Without a `method`, a small game is solved by
    enumerating its states; for a large one, enumeration and proofs by search take turns, and the first to finish
    answers. Enumeration ("states") finds every optimal action, and counts states as `nodes`; it fails if states lie
    more than `depth` plies away. A proof by alpha-beta ("engine") finds the value first; it finds every optimal action
    and the distance if that takes few further nodes, or with `all_actions`. Proof-number search ("pn") finds the value
    and one optimal action. All other arguments are those of `analyse`.

    If information is hidden, the solution is an equilibrium of the whole game, with a mixed strategy for each
    information set in `profile`: by a linear program ("lp") if the tree is small, otherwise by minimising regret
    ("cfr+"), which ends at the `exploitability` or after the `iterations` that are given.
    """
    game = _loaded(game)
    limits = Limits(depth, nodes, seconds)
    with diagnosing(game):
        chooser = Chooser(game, Setting(plain, wait, notice, seed), options)
        *before, s = [*past, *_play(game, state)]
        found = chooser.answer(Question.SOLVE, s, limits, method=method, past=before, stop=stop, watch=watch)
    assert isinstance(found, Solution)
    return found


@known_options()
def exploit(game: Game | str | PathLike[str], policy: Policy | str | PathLike[str]) -> Measured:
    """What a policy gets, and what best responses to it get: NashConv and exploitability.

    The policy is the profile of a solution, the path of a file, or "uniform". Raises LoadError for a file that is not
    a policy of this game.
    """
    game = _loaded(game)
    if isinstance(policy, Policy):
        return measure_policy(policy)
    with diagnosing(game):
        tree = kept_tree(game)
    return measure_policy(uniform_policy(tree) if policy == UNIFORM else read_policy(tree, Path(policy)))


@known_options()
def check(
    game: Game | str | PathLike[str],
    *,
    plays: int = 200,
    seed: int = 0,
    seconds: float | None = 10.0,
    plies: int = 1000,
    both_speeds: bool = False,
    stop: Event | None = None,
    notice: Callable[[str], None] = lambda _: None,
) -> Report:
    """Checks whether the game breaks a rule of the contract, and reports each with the smallest position found.

    It checks a few hundred states breadth first, then the states of `plays` random plays, each of at most `plies`
    plies, until `seconds` have passed. With `both_speeds`, sound rules are then also played as machine code, and every
    state, action, terminal test and utility is compared, as are the results of all other methods that a search calls. A
    quarter of the time is reserved for that; compiling is not counted, and `notice` is called with a message about it.
    """
    game = _loaded(game)
    first = (1 - COMPARING) * seconds if both_speeds and isinstance(seconds, (int, float)) else seconds
    report = soundness.check(game, plays=plays, seed=seed, seconds=first, plies=plies, stop=stop)
    if not (both_speeds and report.ok):
        return report
    left = None if seconds is None else max(seconds - report.seconds, 1e-9)
    return _compared(report, min(plies, SPEED_PLIES), seed, Budget(Limits(seconds=left), stop), notice)


def _compared(report: Report, plies: int, seed: int, budget: Budget, notice: Callable[[str], None]) -> Report:
    """The report of a check, after the rules were compared at both speeds."""
    game = report.game
    rules, asked = (KernelHost(game, notice=notice) for _ in range(2))
    found = rules_differ(rules, SPEED_PLAYS, plies, seed, budget=budget)
    found = found or knowledge_differs(asked, ASKED_PLAYS, plies, seed, budget=budget)
    report = replace(report, seconds=report.seconds + budget.seconds)
    if found is not None:
        return replace(report, failures=(_speeds_differ(game, found),))
    notes = []
    if budget.is_over:
        notes.append(("not-compared", "not all plays were compared with machine code: time ran out"))
    why = rules.why_plain or asked.why_plain
    if why is not None:
        notes.append(("plain-speed", f"it runs at the plain speed: {why}"))
    return replace(report, notes=(*report.notes, *(soundness.Finding(*note, None, (), 0) for note in notes)))


def _speeds_differ(game: Game, found: Reached) -> soundness.Finding:
    names, s = [], game.initial()
    for a in found.actions:
        names.append(game.show_action(s, a))
        s = game.result(s, a)
    message = (
        "as machine code the rules give another result here: "
        "look for a number that exceeds 64 bits, and for signed numbers mixed with unsigned ones"
    )
    return soundness.Finding("speeds-differ", message, game.show(found.state), tuple(names), len(names))


@dataclass(frozen=True)
class SearchTree:
    """The tree of a textbook search, with its values, its windows and the branches it did not read."""

    analysis: Analysis
    trace: Trace

    @cached_property
    def root(self) -> Node:
        """The root of the tree, after the last step."""
        return self.trace.tree()

    def text(self) -> str:
        """The tree for a terminal."""
        return draw.tree_text(self.root)

    def svg(self, **look: Any) -> str:
        """The tree as a picture; `theme`, `colour` and `boards` are those of `zermelo.draw.design_for`."""
        return draw.tree_svg(self.root, design=draw.design_for(self.trace.game, **look))

    def stepper(self, height: int = 760) -> Framed:
        """The search step by step, in a notebook."""
        return Framed(draw.tree_html(self.trace), height)

    def to_json(self) -> dict[str, Any]:
        """The analysis and the log of the search as plain data."""
        return self.analysis.to_json() | {"trace": self.trace.to_json()["steps"]}

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        shown, design = draw.readable(self.root), draw.design_for(self.trace.game)
        return {"text/plain": draw.tree_text(shown), "image/svg+xml": draw.tree_svg(shown, design=design)}


@known_options(further=partial(option_names, Question.TREE))
def tree(
    game: Game | str | PathLike[str],
    state: State | str | None = None,
    *,
    method: str | None = None,
    algorithm: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    stop: Event | None = None,
    seed: int = 0,
    past: Sequence[State] = (),
    **options: Any,
) -> SearchTree:
    """The tree that a textbook method reads. Raises LimitError if it has more nodes than the limit.

    Without a `method` (or `algorithm`, another name for it), one is chosen that finds exact values in this game.
    `seed` is the seed of random numbers, and `past` the play before the state, as in `analyse`.
    """
    game = _loaded(game)
    limits = Limits(depth, DRAWN if nodes is None else nodes, seconds)
    with diagnosing(game):
        *before, s = [*past, *_play(game, state)]
        chooser, named = Chooser(game, options=options), _one_name(method, algorithm)
        chosen = chooser.method(Question.TREE, named)
        chooser.refuse_depth(named, depth)
        analysis, trace = chosen.record(game, s, Budget(limits, stop), chosen.Options(**options), seed, past=before)
    return SearchTree(analysis, trace)


@dataclass(frozen=True)
class Board:
    """A state of a game, as text or as a picture."""

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


@known_options()
def board(game: Game | str | PathLike[str], state: State | str | None = None) -> Board:
    """A state, by default the initial one, that a notebook shows as a picture."""
    game = _loaded(game)
    with diagnosing(game):
        return Board(game, _state(game, state))


def _state(game: Game, state: State | str | None) -> State:
    """The state that a question is about: the initial state if none is given."""
    return game.initial() if state is None else state_of(game, state)


def _play(game: Game, state: State | str | None) -> list[State]:
    """That state, after the states before it if the text of the state tells them."""
    return [game.initial()] if state is None else play_to(game, state)


def _loaded(game: Game | str | PathLike[str]) -> Game:
    return game if isinstance(game, Game) else load(game)
