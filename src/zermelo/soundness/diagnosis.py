"""Finds the broken rule that caused an unexpected error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.core.blame import blaming_rules
from zermelo.core.errors import RuleError, ZermeloError
from zermelo.core.game import Game
from zermelo.soundness import check


@contextmanager
def diagnosing(game: Game) -> Iterator[None]:
    """Turns an exception that the game's rules caused into a RuleError that names the rule and the position.

    If a rule raised, it is named directly. If the exception arose elsewhere (an unhashable state, actions that are
    None), a short check of the rules finds the fault; if it finds none, the exception is raised unchanged.
    """
    try:
        with blaming_rules():
            yield
    except ZermeloError:
        raise
    except Exception as error:
        failures = check(game, plays=20, seconds=5).failures
        if not failures:
            raise
        raise RuleError(f"{type(game).__name__} breaks the contract of games: {failures[0]}") from error
