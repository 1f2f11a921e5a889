"""A method's advice to a player with imperfect information, as data for the page: a mixed strategy, or values."""

from __future__ import annotations

from typing import Any

from zermelo.core.results import Analysis
from zermelo.web.analyses import describe_line, describe_value


def describe_advice(found: Analysis) -> dict[str, Any]:
    """The answer to the mover's view: each action with its probability, its value, or both.

    It depends on the view alone, as the answer does: names and values are those of a world chosen from the view.
    """
    game, state = found.game, found.state
    mover = game.player(state)
    probabilities = dict(found.strategy) | {
        line.action: line.probability for line in found.lines if line.probability is not None
    }
    lines = {line.action: line for line in found.lines}
    best = found.best
    if best is not None:
        lines.setdefault(best.action, best)
    actions = [*probabilities, *(a for a in lines if a not in probabilities)]
    return {
        "method": found.method,
        "proved": found.proved,
        "words": "" if found.values is None else describe_value(game, found.values, found.proved, None)["words"][mover],
        "worlds": found.worlds,
        "action": found.shown_action,
        "choices": [
            {
                "action": game.show_action(state, a),
                "probability": probabilities.get(a),
                "short": describe_line(game, lines[a])["short"][mover] if a in lines else None,
            }
            for a in actions
        ],
        "notes": list(found.notes),
    }
