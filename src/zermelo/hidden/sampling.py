"""Samples the worlds of a view, at the native speed where the rules compile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from zermelo.core.errors import RuleError, quote
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget, Limits, OutOfBudget
from zermelo.core.threads import POLL_SECONDS
from zermelo.core.views import View, show_view
from zermelo.csp.sampling import sample
from zermelo.hidden.packing import put_states, states_in
from zermelo.hidden.worlds import (
    FEW_NODES,
    LONGEST_PLAY,
    NoWorldError,
    Policy,
    Worlds,
    enumerate_worlds,
    has_sampler,
    replay_with_policy,
    worlds_in,
)
from zermelo.kernels.faults import NO_FAULT, NO_ROOM
from zermelo.kernels.worlds import WorldsMemory, draw_worlds, replay_worlds
from zermelo.native.draws import first_draw, next_draw
from zermelo.native.host import FellBack, KernelHost, Program
from zermelo.native.memory import slot_words
from zermelo.native.thresholds import FEW_WORLDS

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

FIRST_ATTEMPTS, ATTEMPTS = 20_000, 200
"""The maximum number of attempts to find the first world, and of attempts for each further world."""

FIRST_SECONDS = 10.0
"""The seconds for finding a first world, even if the time is up or the search was stopped: a player has to move."""

ROOM = 1 << 10
"""The initial room for the actions of one state."""


def compile_sampling(game: Game) -> None:
    """Compiles the kernel that samples the worlds of a game, and stores the machine code."""
    WorldSampler(game).host.compile()


class WorldSampler:
    """Finds the worlds of views of one game. With a policy for the players it runs at the plain speed."""

    def __init__(
        self,
        game: Game,
        *,
        policy: Policy | None = None,
        plain: bool = False,
        wait: bool = True,
        notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.game = game
        self.policy = policy
        self._kernel = draw_worlds if has_sampler(game) else replay_worlds
        program = Program(self._kernel, self._compile_with, compile_sampling)
        self.host = KernelHost(game, program, plain=plain, wait=wait, notice=notice)
        self._room = ROOM

    def worlds(self, view: View, count: int, seed: int = 0, budget: Budget | None = None) -> Worlds:
        """All worlds of the view if they are few, else a sample of `count`; both depend only on view, count and seed.

        Raises NoWorldError if there is none, or none was found.
        """
        budget = budget or Budget(Limits())
        self._refuse_nonsense(view)
        is_quick = self.policy is None and has_sampler(self.game)
        # Not limited by the budget: at most FEW_NODES nodes are quick, and the worlds do not depend on the clock.
        few = enumerate_worlds(
            self.game, view, policy=self.policy, most=FEW_NODES // 4 if is_quick else FEW_NODES, budget=_patient()
        )
        if few is not None:
            return few.drawn(count, seed)
        if is_quick:
            return self._sample(view, count, seed, budget)
        if self.policy is not None:
            found = self._replayed(view, count, seed, budget) or self._replayed(view, 1, seed, _patient())
            return self._checked(view, found, "replaying", budget)
        offered = self.game.world_problem(view.seen, view.player)
        if offered is not None:
            problem, build = offered
            solutions = sample(problem, count, seed).solutions
            return self._checked(view, [build(solution) for solution in solutions], "constraint satisfaction", budget)
        return self._sample(view, count, seed, budget)

    def _refuse_nonsense(self, view: View) -> None:
        example = self.game.observe(self.game.initial(), view.player)
        if type(example) is not type(view.seen):
            raise NoWorldError(
                f"{quote(repr(view.seen))} is not what a player of {quote(self.game)} can have seen: expected "
                f"something like {quote(self.game.show_view(view.player, example))}"
            )

    def _checked(self, view: View, found: list[tuple[State, float]], how: str, budget: Budget) -> Worlds:
        """The worlds that agree with the view. Raises NoWorldError if there are none."""
        agreeing = [(s, weight) for s, weight in found if weight > 0 and view.is_of(self.game, s)]
        if not agreeing:
            raise self._no_world(view, budget)
        return worlds_in(view, agreeing, how)

    def _no_world(self, view: View, budget: Budget) -> NoWorldError:
        """The error for a view without worlds; it names the contradiction if an enumeration finds it."""
        try:
            enumerate_worlds(self.game, view, policy=self.policy, most=10 * FEW_NODES, budget=budget)
        except NoWorldError as error:
            return error
        shown = quote(show_view(self.game, view))
        return NoWorldError(
            f"no state of {quote(self.game)} was found that agrees with the view {shown}: its parts contradict each "
            "other, or such states are rare"
        )

    # Sampling by kernels.

    def _sample(self, view: View, count: int, seed: int, budget: Budget) -> Worlds:
        some = self._first(view, seed, budget)
        self.host.adopt_if(budget, pays=count > FEW_WORLDS)
        while True:
            m = self._memory(some, count, seed, native=self.host.is_native)
            try:
                found = self._run(m, some, view, count, budget)
            except FellBack:
                continue
            if m.fault == NO_FAULT:
                break
            if m.fault != NO_ROOM:
                raise RuleError(f"{type(self.game).__name__}: the rules fail in a play that leads to a view")
            self._room *= 8
        how = "the game's own sampling" if has_sampler(self.game) else "replaying"
        states = states_in(m, m.worlds, some, found)
        return worlds_in(view, list(zip(states, map(float, m.weights[:found]), strict=True)), how)

    def _first(self, view: View, seed: int, budget: Budget) -> State:
        """Some world of the view, found at the plain speed: kernels are given a state in place of a view."""
        if not has_sampler(self.game):
            return self._checked(view, self._replayed(view, 1, seed, _patient()), "replaying", budget).some
        draws, patient = first_draw(seed), _patient()
        for _ in range(FIRST_ATTEMPTS):
            if patient.is_over:
                break
            draws = next_draw(draws)
            s, weight = self.game.world(view.seen, view.player, first_draw(draws))
            if weight > 0 and view.is_of(self.game, s):
                return s
        raise self._no_world(view, budget)

    def _replayed(self, view: View, count: int, seed: int, budget: Budget) -> list[tuple[State, float]]:
        attempts = FIRST_ATTEMPTS + ATTEMPTS * count
        return replay_with_policy(
            self.game, view, self.policy, count=count, attempts=attempts, seed=seed, budget=budget
        )

    def _run(self, m: WorldsMemory, some: State, view: View, count: int, budget: Budget) -> int:
        found: list[int] = []

        def work() -> None:
            attempts = FIRST_ATTEMPTS + ATTEMPTS * count
            found.append(self.host.run(self._kernel, some, m, view.player, count, attempts))

        try:
            for _ in self.host.while_running(work, m, lambda: min(budget.remaining(), POLL_SECONDS)):
                pass
        except OutOfBudget:
            pass
        if not found or found[0] == 0:  # the time is up: one world is known
            m.weights[0] = 1.0
            put_states(m, m.worlds, [some])
            return 1
        return found[0]

    def _memory(self, some: State, count: int, seed: int, *, native: bool) -> WorldsMemory:
        m = WorldsMemory.make(native, worlds=count, words=slot_words(some) - 1, room=self._room)
        m.random, m.most_plies, m.action_room = first_draw(seed), LONGEST_PLAY, self._room
        return m

    def _compile_with(self, machine: NativeGame) -> None:
        s = self.game.initial()
        machine.compile(self._kernel, s, self._memory(s, 1, 0, native=True), 0, 0, 0)


def _patient() -> Budget:
    return Budget(Limits(seconds=FIRST_SECONDS))
