"""The common part of methods that search sampled worlds: options, the sampler, and the answer without a search."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from zermelo.core.errors import LimitError
from zermelo.core.game import Game, State
from zermelo.core.limits import Budget
from zermelo.core.results import Analysis, Line
from zermelo.core.rules import legal_actions
from zermelo.core.views import View
from zermelo.hidden.game_tree import kept_tree
from zermelo.hidden.policies import read_policy
from zermelo.hidden.sampling import WorldSampler
from zermelo.hidden.worlds import Policy, Worlds
from zermelo.methods.method import Session, Setting
from zermelo.methods.options import option

SECONDS = 5.0
"""The time limit of a search without limits."""

SHARE_OF_TIME = 0.25
"""The part of the time in which worlds have to be found; the rest is for searching them."""


@dataclass(frozen=True)
class WorldOptions:
    """The options of every method that searches sampled worlds."""

    threads: int = option(1, "The number of threads that search.")
    assumed_policy: str | None = option(
        None,
        "A file with the policy by which all players are assumed to have played: it weights the worlds. "
        "Without it, all actions are equally likely.",
        metavar="FILE",
    )


class WorldSession(Session):
    """A session that samples worlds anew for each question."""

    def __init__(self, game: Game, name: str, options: Any, setting: Setting) -> None:
        check_counts(worlds=options.worlds, threads=options.threads)
        self.game, self.name, self.options = game, name, options
        self.seed = setting.seed
        self.common: dict[str, Any] = {"plain": setting.plain, "wait": setting.wait, "notice": setting.notice}
        policy = None if options.assumed_policy is None else policy_in(game, options.assumed_policy)
        self._sampler = WorldSampler(game, policy=policy, **self.common)

    def forget(self, seed: int) -> bool:
        """Draws from this seed from now on."""
        self.seed = seed
        return True

    def worlds(self, s: State | View, budget: Budget, *, most: float = inf) -> Worlds:
        """At most `most` worlds of the mover's view, found in a share of the time.

        Raises NoWorldError if none was found.
        """
        count = int(min(self.options.worlds, most))
        finding = budget.part(SHARE_OF_TIME * budget.remaining()) if budget.has_deadline else budget
        return self._sampler.worlds(View.of(self.game, s), count, self.seed, finding)

    def notes(self, worlds: Worlds) -> tuple[str, ...]:
        """The way the worlds were found, and what their probabilities assume; empty if they depend on chance alone."""
        if worlds.by_chance:
            return ()
        policy = self.options.assumed_policy
        assumed = f"as if the other players had acted {'at random' if policy is None else f'by {policy}'}"
        found = "weighted" if worlds.exact else f"a sample, by {worlds.how},"
        return (f"the worlds are {found} {assumed}",)

    def analysis(self, worlds: Worlds, budget: Budget, **found: Any) -> Analysis:
        """An answer about the view of these worlds."""
        return Analysis(
            game=self.game,
            state=worlds.some,
            view=worlds.view,
            method=self.name,
            seconds=budget.seconds,
            compile_seconds=budget.compile_seconds,
            worlds=len(worlds),
            **found,
        )

    def ranked(self, worlds: Worlds, budget: Budget, lines: list[Line], **found: Any) -> Analysis:
        """The answer with these lines, the best first: its value and its action are those of the first line."""
        best = lines[0]
        return self.analysis(
            worlds,
            budget,
            value=best.values[0],
            values=best.values,
            action=best.action,
            line=best.actions,
            lines=tuple(lines),
            error=best.error,
            **found,
        )

    def unsearched(self, worlds: Worlds, budget: Budget) -> Analysis:
        """The answer if there was no time for any search: the first action, without a value."""
        action = legal_actions(self.game, worlds.some)[0]
        return self.analysis(
            worlds, budget, value=None, values=None, action=action, line=(action,), proved=False, depth=0, nodes=0
        )


def policy_in(game: Game, path: str) -> Policy:
    """The policy in a file, as probabilities of the actions in a state. Raises LoadError, and as `game_tree` does."""
    policy = read_policy(kept_tree(game), path)

    def probabilities(s: State, p: int) -> list[float]:
        return [probability for _, probability in policy.at(View(p, game.observe(s, p)))]

    return probabilities


def check_counts(**counts: int) -> None:
    """Raises LimitError unless all of them are whole numbers above zero."""
    for name, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise LimitError(f"{name} has to be a whole number above zero, not {count!r}")


def within_default(budget: Budget) -> Budget:
    """The budget, limited to SECONDS if it has no limit: some games are too long to be searched to their end."""
    is_limited = budget.has_deadline or budget.most_nodes is not None or budget.depth is not None
    return budget if is_limited else budget.part(SECONDS)
