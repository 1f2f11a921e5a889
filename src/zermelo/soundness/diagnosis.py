"""From an error that nobody foresaw to the rule that is behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo.core.blame import blaming_rules
from zermelo.core.errors import RuleError, ZermeloError
from zermelo.core.game import Game
from zermelo.soundness import check


@contextmanager
def diagnosing(game: Game) -> Iterator[None]:
    """Turns an exception that the game's rules are behind into a RuleError that says which, and where.

    A rule that raises is named as it is. Where the exception arose elsewhere (a state that cannot be hashed, actions
    that are None), a short check of the rules tells what is wrong with them; if it finds nothing, the exception passes.
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
        raise RuleError(f"{type(game).__name__} breaks a rule of games: {failures[0]}") from error
