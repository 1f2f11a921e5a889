"""What is wrong with a game's numbers, or with a table: messages that name the position."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.core.blame import shown
from zermelo.core.errors import RuleError, ZermeloError, quote
from zermelo.core.game import MAX, Action, Game, State
from zermelo.core.rules import each_action, has_own
from zermelo.kernels import table_reading as faults
from zermelo.tables.known import parts_of


def fault_error(game: Game, fault: int, stage: int, number: int) -> ZermeloError:
    """The error for a fault that a kernel has found in the position with this number."""
    s = game.unrank(stage, number)
    name, at = type(game).__name__, quote(shown(game, s))
    if fault == faults.BAD_UTILITY:
        return RuleError(f"{name}.utility gives {game.utility(s, MAX)!r} in {at}, which is not a finite float")
    if fault == faults.BAD_PLAYER:
        return RuleError(f"{name}.player gives {game.player(s)!r} in {at}")
    if fault == faults.NO_ACTIONS:
        return RuleError(f"{at} is not terminal, but has no actions ({name}.actions)")
    if fault == faults.TOO_FAR:
        return RuleError(f"a win from {at} takes more plies than a table can store")
    for a, t in _successors(game, s):
        wrong = _wrong_number(game, stage, number, t)
        if wrong is not None:
            return RuleError(f"{name}: {wrong}, which action {quote(game.show_action(s, a))} leads to from {at}")
    return RuleError(f"{name}: the entries that {at} leads to are not known: {name}.parts_needed leaves out a part")


def _successors(game: Game, s: State) -> Iterator[tuple[Action, State]]:
    for a in each_action(game, s):
        t = game.result(s, a)
        yield a, game.canonical(t) if has_own(game, "canonical") else t


def _wrong_number(game: Game, stage: int, number: int, t: State) -> str | None:
    """What is wrong with the stage or the number of the state t, a successor of the position with this number."""
    after, rank, at = game.stage(t), game.rank(t), quote(shown(game, t))
    if after > stage:
        return f"stage grows from {stage} to {after} in {at}"
    sizes = [part.size for part in parts_of(game, after)] if after >= 0 else []
    if not 0 <= rank < sum(sizes):
        return f"rank gives {rank} in {at}, and stage {after} has {sum(sizes):,} positions"
    if after == stage and _part_of(sizes, rank) > _part_of(sizes, number):
        return f"a later part of the same stage has {at}"
    again = game.unrank(after, rank)
    if game.stage(again) != after or game.rank(again) != rank:
        return f"number {rank} of stage {after} is unused according to unrank, but rank gives it in {at}"
    if game.key(again) != game.key(t):
        return f"two states share number {rank} of stage {after}: {quote(shown(game, again))} and {at}"
    return None


def _part_of(sizes: list[int], number: int) -> int:
    part = 0
    while number >= sizes[part]:
        number -= sizes[part]
        part += 1
    return part
