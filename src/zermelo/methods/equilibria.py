"""Equilibria of games with hidden information: by a linear program, or by minimising regret in self-play."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from zermelo.core.errors import KindError, quote
from zermelo.core.game import CHANCE, Game
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.results import Analysis, Answer, Line, Solution
from zermelo.core.rules import legal_actions
from zermelo.core.views import View
from zermelo.engine.engine import Progress
from zermelo.hidden import game_tree, sequence_form
from zermelo.hidden.best_response import Measured, measure_policy
from zermelo.hidden.evaluation import Evaluation, mean_of
from zermelo.hidden.game_tree import MOST_NODES, GameTree, kept_tree
from zermelo.hidden.matrix import MatrixGame, equilibrium_text
from zermelo.hidden.policies import Policy, Strategy, draw_action, policy_of
from zermelo.hidden.regret import VARIANTS, RegretMinimiser, RegretProgress, has_guarantee
from zermelo.methods.method import Ask, Method, Question, Session, Setting
from zermelo.methods.options import NoOptions, option

EXACT = 1e-9
"""A value is exact if the policies of both players prove it to within this."""

LARGEST_DENOMINATOR, NEAR = 1_000, 1e-11
"""A value this close to a fraction with a small denominator is probably that fraction, and the answer mentions it."""


@dataclass(frozen=True)
class FoundPolicy:
    """A policy with its figures, and how it was found."""

    policy: Policy
    figures: Measured
    notes: tuple[str, ...]
    ended: bool
    speed: str = "native"


class EquilibriumSession(Session):
    """Finds an equilibrium of the whole game once, and answers all questions from it."""

    def __init__(self, game: Game, options: Any, setting: Setting, name: str) -> None:
        self.game, self.options, self.setting, self.name = game, options, setting, name
        self.found: FoundPolicy | None = None
        self._evaluation: Evaluation | None = None
        self._random = Random(setting.seed)

    @abstractmethod
    def search(self, tree: GameTree, ask: Ask) -> FoundPolicy:
        """The best policy that is found within the budget. Raises OutOfBudget if there is none."""

    def forget(self, seed: int) -> bool:
        """Draws from this seed from now on; the equilibrium is kept."""
        self._random = Random(seed)
        return True

    def answers(self, ask: Ask) -> Iterator[Answer]:
        """The equilibrium, or the strategy at the mover's view."""
        game = self.game
        if ask.question is Question.SOLVE and ask.state != game.initial():
            raise KindError(
                f"an equilibrium of {quote(game)} is one of the whole game: leave the position out (with hidden "
                "information, the value of a position depends on what was believed before)"
            )
        doing = "the tree of the game was built"
        try:
            tree = kept_tree(game, ask.budget, ask.budget.most_nodes or MOST_NODES)
            doing = "an equilibrium was computed"
            if self.found is None or not self.found.ended:
                self.found, self._evaluation = self.search(tree, ask), None
        except OutOfBudget:
            yield self._unfinished(ask, f"stopped while {doing}")
            return
        yield self._solution(tree, ask) if ask.question is Question.SOLVE else self._analysis(tree, ask)

    # The whole game.

    def _solution(self, tree: GameTree, ask: Ask) -> Solution:
        assert self.found is not None
        found, game = self.found, self.game
        figures = found.figures
        return Solution(
            **self._common(ask, tree.size),
            value=figures.values[0],
            values=figures.values,
            proved=self._is_exact(figures),
            bounds=figures.bounds if has_guarantee(game) and not self._is_exact(figures) else None,
            exploitability=figures.exploitability,
            nash_conv=figures.nash_conv,
            profile=found.policy,
            notes=(*found.notes, *_fraction_note(figures.values[0], self._is_exact(figures))),
            speed=found.speed,
            states=tree.size,
            ended=found.ended,
        )

    def _is_exact(self, figures: Measured) -> bool:
        return has_guarantee(self.game) and figures.nash_conv <= EXACT

    def _unfinished(self, ask: Ask, note: str) -> Answer:
        """The answer where time was up before there was any policy."""
        if ask.question is Question.SOLVE:
            return Solution(
                **self._common(ask, 0), value=None, values=None, proved=False, states=None, ended=False, notes=(note,)
            )
        return self._empty_analysis(ask, note)

    def _common(self, ask: Ask, nodes: int) -> dict[str, Any]:
        return {
            "game": self.game,
            "state": self.game.initial(),
            "method": self.name,
            "action": None,
            "actions": (),
            "line": (),
            "distance": None,
            "depth": 0,
            "nodes": nodes,
            "seconds": ask.budget.seconds,
            "compile_seconds": ask.budget.compile_seconds,
            "table": None,
        }

    # A view.

    def _analysis(self, tree: GameTree, ask: Ask) -> Analysis:
        assert self.found is not None
        game, found = self.game, self.found
        if not isinstance(ask.state, View) and (game.is_terminal(ask.state) or game.player(ask.state) == CHANCE):
            return self._root_analysis(tree, ask)
        view = View.of(game, ask.state)
        strategy = found.policy.at(view)
        number = tree.number_of[view]
        lines = self._lines(strategy, number)
        mixed = [probability for _, probability in strategy]
        values = tuple(mean_of(mixed, after) for after in zip(*(line.values for line in lines), strict=True))
        if ask.question is Question.PLAY:
            action = draw_action(strategy, self._random)
        else:
            action = max(strategy, key=lambda each: each[1])[0]
        if ask.question is Question.RANK:
            lines.sort(key=lambda line: line.preference(game, view.player))
        else:
            lines.sort(key=lambda line: (line.action != action, -(line.probability or 0)))
        return Analysis(
            game=game,
            state=tree.sets[number].state,
            view=view,
            method=self.name,
            value=values[0],
            values=values,
            action=action,
            line=(action,),
            lines=tuple(lines[: ask.lines]),
            strategy=strategy,
            proved=False,
            depth=0,
            nodes=tree.size,
            seconds=ask.budget.seconds,
            compile_seconds=ask.budget.compile_seconds,
            speed=found.speed,
            exploitability=found.figures.exploitability,
            nash_conv=found.figures.nash_conv,
            notes=(
                "the strategy of an equilibrium of the whole game",
                *found.notes,
            ),
        )

    def _lines(self, strategy: Strategy, number: int) -> list[Line]:
        assert self.found is not None
        if self._evaluation is None:
            self._evaluation = Evaluation(self.found.policy)
        values = self._evaluation.action_values(number)
        return [
            Line(values=value, actions=(a,), proved=False, probability=p)
            for (a, p), value in zip(strategy, values, strict=True)
        ]

    def _root_analysis(self, tree: GameTree, ask: Ask) -> Analysis:
        """The value of the whole game, for the initial state if chance moves there."""
        assert self.found is not None
        if ask.state != self.game.initial():
            raise KindError("no player is to move there, so there is no view to answer for")
        figures = self.found.figures
        return Analysis(
            game=self.game,
            state=ask.state,
            method=self.name,
            value=figures.values[0],
            values=figures.values,
            action=None,
            line=(),
            proved=self._is_exact(figures),
            depth=0,
            nodes=tree.size,
            seconds=ask.budget.seconds,
            compile_seconds=ask.budget.compile_seconds,
            speed=self.found.speed,
            exploitability=figures.exploitability,
            nash_conv=figures.nash_conv,
            notes=("chance moves first: this is the value of the whole game", *self.found.notes),
        )

    def _empty_analysis(self, ask: Ask, note: str) -> Analysis:
        """The answer without a value: a random action if the state is given, whose actions the mover knows."""
        game, s = self.game, ask.state
        action = None
        if not isinstance(s, View) and not game.is_terminal(s) and game.player(s) != CHANCE:
            action = self._random.choice(legal_actions(game, s))
        return Analysis(
            game=game,
            state=game.initial() if isinstance(s, View) else s,
            view=s if isinstance(s, View) else None if action is None else View.of(game, s),
            method=self.name,
            value=None,
            values=None,
            action=action,
            line=() if action is None else (action,),
            proved=False,
            depth=0,
            nodes=0,
            seconds=ask.budget.seconds,
            notes=(note,),
        )


class ProgramSession(EquilibriumSession):
    """By the linear program."""

    def search(self, tree: GameTree, ask: Ask) -> FoundPolicy:
        """The exact equilibrium."""
        ask.watch(
            _progress(self.game, f"solving a linear program of {tree.first_sequence[-1]:,} sequences", ask.budget)
        )
        policy = sequence_form.solve_by_program(tree, ask.budget)
        note = (
            f"exact, by a linear program in sequence form: {tree.size:,} nodes, {len(tree.sets):,} information sets, "
            f"{tree.first_sequence[-1]:,} sequences"
        )
        return FoundPolicy(policy, measure_policy(policy), (note,), ended=True)


class RegretSession(EquilibriumSession):
    """By minimising regret. If it was stopped early, the next question continues."""

    _run: RegretMinimiser | None = None

    def search(self, tree: GameTree, ask: Ask) -> FoundPolicy:
        """The average strategies at the end of a run."""
        if self._run is None:
            setting = self.setting
            self._run = RegretMinimiser(
                tree, VARIANTS[self._variant()], seed=setting.seed, plain=setting.plain, notice=setting.notice
            )
        run = self._run
        options = self.options
        latest = None
        for latest in run.run(ask.budget, options.exploitability, options.iterations):
            bound = latest.figures.exploitability
            doing = f"{self.name}: exploitability {bound:.3g} after {latest.iterations:,} iterations"
            ask.watch(_progress(self.game, doing, ask.budget, latest.figures.values[0]))
        assert latest is not None
        return FoundPolicy(run.policy(), latest.figures, self._notes(latest), latest.ended, run.speed)

    def _variant(self) -> str:
        return self.name if self.name in VARIANTS else f"{self.name} {self.options.sampling}"

    def _notes(self, progress: RegretProgress) -> tuple[str, ...]:
        how = f"by {progress.iterations:,} iterations of {self._variant()}"
        if not has_guarantee(self.game):
            return (
                f"{how}, in self-play: for more than two players, or a sum that is not constant, nothing guarantees "
                "that this is near an equilibrium; the exploitability says how near",
            )
        return (how,) if progress.ended else (how, "stopped before the bound was reached")

    def forget(self, seed: int) -> bool:
        """Keeps the equilibrium, unless it was sampled from the old seed."""
        return super().forget(seed) and self.name in VARIANTS


class SupportsSession(EquilibriumSession):
    """All equilibria of a matrix game, by enumerating supports; the answer is about the first."""

    def search(self, tree: GameTree, ask: Ask) -> FoundPolicy:
        """The first equilibrium, and notes about all."""
        game, table = self.game, MatrixGame.of(tree)
        found = table.equilibria(ask.budget)
        degenerate = not found or any(map(table.is_degenerate, found))
        notes = [
            f"exact, by enumerating supports: {len(found)} equilibri{'um' if len(found) == 1 else 'a'}",
            *(equilibrium_text(game, table, one) for one in found),
            *(["the game is degenerate: there may be more equilibria, even infinitely many"] if degenerate else []),
        ]
        if not found:
            raise KindError(f"{quote(game)} is degenerate: no equilibrium mixes equally many actions of both players")
        policy = policy_of(tree, [1.0, *map(float, found[0].row), 1.0, *map(float, found[0].column)])
        return FoundPolicy(policy, measure_policy(policy), tuple(notes), ended=True, speed="plain")

    def _is_exact(self, figures: Measured) -> bool:
        return True


@dataclass(frozen=True)
class RegretOptions:
    """When minimising regret ends."""

    exploitability: float | None = option(None, "End at this exploitability (NashConv / players).", metavar="E")
    iterations: int | None = option(None, "End after this many iterations.")


@dataclass(frozen=True)
class SamplingOptions(RegretOptions):
    """The options of Monte Carlo regret minimisation."""

    sampling: str = option("external", "The actions that each iteration samples.", choices=("external", "outcome"))


class EquilibriumMethod(Method):
    """Solves the whole tree of a game with hidden information."""

    questions = frozenset({Question.SOLVE, Question.ANALYSE, Question.RANK, Question.PLAY})
    session: ClassVar[type[EquilibriumSession]]

    def refusal(self, game: Game, question: Question) -> str | None:
        """Requires hidden information; the linear program also two players and zero sum, supports two players."""
        why = game_tree.refusal(game)
        if why is None and self.session is ProgramSession:
            return sequence_form.refusal(game)
        if why is None and self.session is SupportsSession and game.players != 2:
            return "it is not a matrix game of two players"
        return why

    def open(self, game: Game, options: Any, setting: Setting) -> Session:
        """A session that keeps the tree and the equilibrium."""
        return self.session(game, options, setting, self.name)


def _method(name: str, summary: str, session: type[EquilibriumSession], options: type) -> Method:
    attributes = {"name": name, "summary": summary, "session": session, "Options": options, "__doc__": summary}
    return type(f"{name.title()}Method", (EquilibriumMethod,), attributes)()  # type: ignore[no-any-return]


METHODS = (
    _method("lp", "a linear program in sequence form: the exact equilibrium", ProgramSession, NoOptions),
    _method("supports", "all equilibria of a matrix game, by enumerating supports", SupportsSession, NoOptions),
    _method("cfr", "counterfactual regret minimisation: an equilibrium in self-play", RegretSession, RegretOptions),
    _method("cfr+", "CFR without negative regrets and with linear averaging: quicker", RegretSession, RegretOptions),
    _method("dcfr", "CFR that discounts early iterations", RegretSession, RegretOptions),
    _method("mccfr", "CFR that samples a part of the tree in each iteration", RegretSession, SamplingOptions),
)


def _fraction_note(value: float, is_exact: bool) -> tuple[str, ...]:
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    if not is_exact or near.denominator == 1 or abs(value - near) > NEAR:
        return ()
    return (f"the value is {near}, to 11 decimal places",)


def _progress(game: Game, doing: str, budget: Budget, value: float | None = None) -> Progress:
    return Progress(game, game.initial(), doing, value, seconds=budget.seconds)
