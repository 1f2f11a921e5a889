"""Drives Monte Carlo tree search: its memory, its speed, and the tree that is kept from move to move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from zermelo.core.errors import KindError, LimitError, RuleError, quote
from zermelo.core.game import CHANCE, Game, State
from zermelo.core.limits import Budget, OutOfBudget
from zermelo.core.results import Analysis
from zermelo.core.rules import check_bounds, check_value_bounds, each_action, probability_error
from zermelo.core.threads import POLL_SECONDS, clock
from zermelo.engine.deepening import terminal_answer
from zermelo.engine.engine import Progress, Watch, unwatched
from zermelo.engine.history import compile_history, position_sizes, remember_play
from zermelo.engine.mcts_answers import NAME, analysis_of
from zermelo.engine.mcts_halving import SequentialHalving
from zermelo.engine.mcts_reuse import KeptTree
from zermelo.engine.mcts_root import add_noise, is_close, nothing_can_change
from zermelo.engine.mcts_settings import LONGEST_PLAYOUT, MctsSettings
from zermelo.engine.mcts_threads import TreeThreads
from zermelo.kernels.faults import NO_CHANCE, NO_PLAYER, NO_ROOM, NO_VALUE_BOUNDS
from zermelo.kernels.mcts import follow, grow, start_tree
from zermelo.kernels.recycling import keep_subtree
from zermelo.kernels.score_bounds import is_proved
from zermelo.kernels.tree_memory import ROOT, MctsMemory, TreeMemory, node_bytes
from zermelo.native.draws import first_draw
from zermelo.native.host import KernelHost, Leaves, NoRoom, Program, seconds_to_wait
from zermelo.native.memory import hash_of, slot_words

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

PLAYOUTS = 10_000
"""The number of playouts if neither playouts nor time nor nodes are limited."""

ROOM = 1 << 12
"""The initial room for the actions of one state."""

NO_LIMIT = 1 << 60

NEXT_ANSWER, LONGEST_WAIT = 0.25, 1.0
"""The seconds until the second answer, and the maximum between two answers. An interval is half the time searched so
far, up to that maximum."""

KEPT_SHARE = 0.5
"""When the tree fills its memory, nodes with few visits lose their children until at most this share is left."""


def refusal(game: Game) -> str | None:
    """The reason why the search does not fit the game; None if it fits."""
    return "it has imperfect information, and playouts see the whole state" if game.kind.hidden else None


def next_answer_after(seconds: float) -> float:
    """The time at which the next answer is due, after one at this time."""
    return seconds + min(0.5 * seconds, LONGEST_WAIT)


def compile_mcts(game: Game) -> None:
    """Compiles the kernels for a game, and stores the machine code."""
    MonteCarlo(game).host.compile()


class _Run:
    """A job for the host: one search of one state."""

    def __init__(self, s: State, threads: TreeThreads) -> None:
        self.state, self.threads, self.memory = s, threads, threads.main
        self.done = False
        self.is_news = False


class MonteCarlo:
    """Searches one game, and keeps the tree from search to search."""

    def __init__(
        self,
        game: Game,
        settings: MctsSettings | None = None,
        *,
        seed: int = 0,
        plain: bool = False,
        wait: bool = True,
        notice: Callable[[str], None] = lambda _: None,
    ) -> None:
        why = refusal(game)
        if why is not None:
            raise KindError(f"mcts is not for this game: {why}")
        check_bounds(game)
        self.game = game
        self.settings = settings or MctsSettings()
        self.settings.refuse(game)
        self.asked_plain = plain
        self._seed = seed
        self._room = ROOM
        self.host = KernelHost(
            game, Program(grow, self._compile_with, compile_mcts), plain=plain, wait=wait, notice=notice
        )
        self._threads: TreeThreads | None = None
        self._kept: KeptTree | None = None
        """The tree in the memory; None if there is none, or if it is not complete."""

        self._halving: SequentialHalving | None = None
        self.past: Sequence[State] = ()
        """The states of the play before the next search, which matter if the game forbids repetition."""

        self.lacks_playouts = False
        """Whether sequential halving was asked for without a number of playouts, which it needs."""

    def forget(self) -> None:
        """Drops the tree; its memory is kept for the next one."""
        self._kept = None

    def _release(self) -> None:
        """Drops the tree and its memory."""
        self._threads = None
        self.forget()

    def reseed(self, seed: int) -> None:
        """Drops the tree; random numbers start from this seed from now on."""
        self._seed = seed
        self.forget()

    def answers(
        self, s: State, budget: Budget, *, playouts: int | None = None, watch: Watch = unwatched
    ) -> Iterator[Analysis]:
        """Yields analyses of s, each after more playouts than the one before; the last one is the answer."""
        if playouts is not None and (isinstance(playouts, bool) or not isinstance(playouts, int) or playouts < 1):
            raise LimitError(f"{playouts!r} playouts are not possible: it has to be a whole number above zero")
        if self.game.is_terminal(s):
            yield terminal_answer(self.game, s, NAME)
            return
        check_value_bounds(self.game, s)
        if playouts is None:
            is_open = budget.most_nodes is None and not budget.has_deadline
            playouts = budget.most_playouts or (PLAYOUTS if is_open else NO_LIMIT)
        self._halving, self.lacks_playouts = None, self.settings.gumbel > 0 and playouts == NO_LIMIT
        most_nodes = budget.nodes_for_playouts or NO_LIMIT
        run: _Run | None = None
        for run in self.host.stream(
            lambda part, leaves: self._stream(s, playouts, part, leaves, watch),
            budget,
            lambda: self.nodes >= most_nodes,
            self._enlarge,
        ):
            if run.is_news:
                run.is_news = False
                yield analysis_of(self, run.state, run.memory, budget)
        assert run is not None, "a stream yields its run at the end"
        yield analysis_of(self, run.state, run.memory, budget)

    @property
    def nodes(self) -> int:
        """The number of nodes that the search of the last state has read."""
        return 0 if self._threads is None else self._threads.nodes

    @property
    def memory(self) -> MctsMemory:
        """The memory of the last search, with its tree."""
        assert self._threads is not None, "there was a search"
        return self._threads.main

    @property
    def seed(self) -> int:
        """The seed of all random numbers."""
        return self._seed

    @property
    def winner(self) -> int | None:
        """The index of the root's child that leads in sequential halving; None if the last search has not halved."""
        return None if self._halving is None else self._halving.winner

    # One search.

    def _stream(self, s: State, playouts: int, budget: Budget, leaves: Leaves, watch: Watch) -> Iterator[_Run]:
        """Searches at the host's current speed."""
        run = _Run(s, self._threads_for(s))
        for _ in self._run_kernel(run, playouts, budget, leaves, watch):
            yield run
        yield run

    def _enlarge(self) -> None:
        """Makes room for more actions of one state."""
        self._room *= 8

    def _run_kernel(self, run: _Run, playouts: int, budget: Budget, leaves: Leaves, watch: Watch) -> Iterator[None]:
        """Runs the kernel in a separate thread while this one watches the clock."""
        m = run.memory
        run.threads.begin(budget.nodes_for_playouts or NO_LIMIT)
        began = clock()
        progress = Progress(self.game, run.state)
        next_answer = NEXT_ANSWER
        known = int(m.visits[ROOT])

        def work() -> None:
            run.done = self._search(run, playouts)

        def wait() -> float:
            nonlocal next_answer
            progress.nodes, progress.seconds = run.threads.nodes, clock() - began
            progress.doing = f"{int(m.visits[ROOT]):,} playouts"
            watch(progress)
            if progress.seconds >= next_answer:
                run.is_news = True
                next_answer = next_answer_after(progress.seconds)
            if self._is_decided(run, (int(m.visits[ROOT]) - known) / progress.seconds, budget):
                return 0.0
            return seconds_to_wait(budget, leaves)

        with suppress(OutOfBudget):
            yield from self.host.while_running(work, m, wait)

    def _is_decided(self, run: _Run, playouts_per_second: float, budget: Budget) -> bool:
        """Whether a search with a clock can end early, as its choice is decided; extends its time if that is close."""
        m = run.memory
        if budget.reserve is None or self.game.player(run.state) == CHANCE:
            return False
        left = budget.remaining() + budget.reserve
        if m.visits[ROOT] > 0 and nothing_can_change(m, playouts_per_second * left):
            return True
        if budget.reserve > 0 and budget.remaining() <= POLL_SECONDS and not budget.was_stopped and is_close(m):
            budget.use_reserve()
        return False

    def _search(self, run: _Run, playouts: int) -> bool:
        """Runs the playouts, recycling memory when it is full; returns whether all were run or the root was proved."""
        m = run.memory
        if self.settings.gumbel > 0 and playouts < NO_LIMIT and self.game.player(run.state) != CHANCE:
            self._halve(run, playouts)
            run.threads.force(-1)
        else:
            self._grow(run, playouts)
        return m.visits[ROOT] >= playouts or is_proved(m, ROOT) or m.nodes >= m.most_nodes

    def _grow(self, run: _Run, playouts: int) -> None:
        """Runs playouts until all are done or the search has to end."""
        s, threads = run.state, run.threads

        def work(m: MctsMemory) -> None:
            self.host.explained(partial(self.host.run, grow, s, m, playouts), lambda: self._replay(run))

        threads.main.begun[0] = 0
        while True:
            threads.run(work)
            self._check_fault(run)
            if not threads.is_full:
                return
            self._recycle(s, threads.main)

    def _check_fault(self, run: _Run) -> None:
        """Raises RuleError if a thread met a broken rule, and NoRoom if the actions of a state did not fit."""
        faulty = run.threads.faulty
        if faulty is not None:
            self._release()
            raise NoRoom if faulty.fault == NO_ROOM else self._broken_rule(run.state, faulty)

    def _halve(self, run: _Run, playouts: int) -> None:
        """Shares the playouts by sequential halving."""
        self._halving = SequentialHalving(self.game, run.state, run.memory, self._seed)
        for child, share in self._halving.shares(playouts, self.settings.gumbel):
            run.threads.force(child)
            self._grow(run, share)

    # Memory.

    def _threads_for(self, s: State) -> TreeThreads:
        """The threads for a search of s; the subtree of s is reused if it was kept."""
        threads = self._threads
        if threads is None or threads.main.is_native != self.host.is_native:
            threads = self._threads = self._new_threads(s, self.host.is_native, self.settings.tree)
            self._kept = None
        kept, self._kept = self._kept, None
        node = None if kept is None else kept.find(s, self.past, threads.main)
        if node is not None and node != ROOT:
            self.host.run(keep_subtree, s, threads.main, node, 1)
        for m in threads.memories:
            remember_play(self.host, self.past, s, m)
        if node is None:
            self._start(s, threads)
        is_known = node is not None and kept is not None and s == kept.root
        if self.settings.noise > 0 and not is_known and self.game.player(s) != CHANCE:
            random = Random(self._seed ^ hash_of(s))
            add_noise(threads.main, self.settings.noise, self.settings.dirichlet, random)
        self._kept = KeptTree(self.game, s, tuple(self.past))
        return threads

    def _start(self, s: State, threads: TreeThreads) -> None:
        """Reduces the tree to a root with its children."""
        m = threads.main
        threads.begin(NO_LIMIT)
        threads.reseed(self._seed)
        self.host.explained(lambda: self.host.run(start_tree, s, m), lambda: self._start_plainly(s))
        self._check_fault(_Run(s, threads))
        if m.full:
            raise LimitError(f"a tree of {self.settings.tree:,} bytes has no room for the actions at its root")

    def _new_threads(self, s: State, native: bool, size: int) -> TreeThreads:
        """A new tree of at most `size` bytes, with memories for its threads: at the plain speed there is only one."""
        game, amaf = self.game, int(self.settings.grave is not None)
        gains, credits = int(self.settings.winning > 0), int(self.settings.credit > 0)
        words = slot_words(next(each_action(game, s))) - 1 if not game.is_terminal(s) else 1
        width = 1 if game.kind.one_number else game.players
        parts = {"width": width, "words": words, "amaf": amaf, "gains": gains, "credits": credits}
        nodes = max(size // node_bytes(**parts), 2)
        tree = TreeMemory.make(native, nodes=nodes, **parts)
        memories = []
        for _ in range(self.settings.threads if native else 1):
            m = MctsMemory.make(
                native,
                tree,
                players=max(game.players, 1),
                room=self._room,
                plies=LONGEST_PLAYOUT,
                amaf=amaf,
                **position_sizes(game, s, LONGEST_PLAYOUT),
            )
            self.settings.put_into(m, game)
            m.most_tree_nodes, m.action_room, m.most_nodes = nodes, self._room, NO_LIMIT
            memories.append(m)
        return TreeThreads(memories)

    def _compile_with(self, machine: NativeGame) -> None:
        """Compiles or loads the kernels, on a small tree."""
        s = self.game.initial()
        m = self._new_threads(s, True, 1).main
        compile_history(machine, s, m)
        machine.compile(start_tree, s, m)
        machine.compile(keep_subtree, s, m, ROOT, 1)
        machine.run(grow, s, m, 0)

    def _recycle(self, s: State, m: MctsMemory) -> None:
        """Frees memory when the tree has filled it: nodes with few visits lose their children."""
        before, least = min(int(m.free[0]), m.most_tree_nodes), 2
        while m.free[0] > KEPT_SHARE * before and least < NO_LIMIT:
            self.host.run(keep_subtree, s, m, ROOT, least)
            least *= 2

    # Broken rules.

    def _start_plainly(self, s: State) -> None:
        start_tree(self.game, s, self._new_threads(s, False, 1).main)

    def _replay(self, run: _Run) -> None:
        """Repeats the playouts at the plain speed, so that the failing rule raises an error with its location."""
        m = self._new_threads(run.state, False, self.settings.tree).main
        m.random = first_draw(self._seed)
        start_tree(self.game, run.state, m)
        grow(self.game, run.state, m, NO_LIMIT)

    def _broken_rule(self, s: State, m: MctsMemory) -> RuleError:
        """What is wrong with the rules, and in which state of the tree, whose root is s, or soon after it."""
        name, fault = type(self.game).__name__, m.fault
        if not m.is_native:
            for i in range(1, int(m.ply_now) + 1):
                s = follow(self.game, s, m, m.path[i])
        if fault == NO_CHANCE and not self.game.is_terminal(s) and self.game.player(s) == CHANCE:
            return probability_error(self.game, s)
        wrong = {
            NO_PLAYER: "player returns a number that is not a player",
            NO_CHANCE: "the probabilities of the outcomes do not add up to 1",
            NO_VALUE_BOUNDS: "value_bounds returns a least value above the greatest",
        }.get(
            int(fault),
            "actions is empty, or utility, evaluate, order or playout_weight returns something that is not a number",
        )
        return RuleError(f"{name}: {wrong}, in {quote(self.game.show(s))} or soon after it")
