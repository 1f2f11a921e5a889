"""`zermelo evaluate`: EVAL of a position feature by feature, or how far EVAL orders states as their exact values do."""

from __future__ import annotations

import click

from zermelo.cli.shared import (
    Verb,
    game_argument,
    position_argument,
    print_json,
    print_rows,
    state_at,
    the_seed,
    weights_option,
)
from zermelo.core.errors import KindError, quote
from zermelo.core.features import show_weights
from zermelo.core.game import MAX, Game, State
from zermelo.core.people import player_name
from zermelo.core.rules import has_own
from zermelo.core.values import show_value
from zermelo.evaluations import EvaluationQuality, compare_evaluation


@click.command(cls=Verb)
@game_argument
@position_argument
@weights_option
@click.option("--states", type=int, help="Compare this many states of random plays.  [default: all of a small game]")
@click.option("--depth", type=int, default=0, show_default=True, help="Compare searches up to this depth as well.")
def evaluate(game: Game, position: str | None, *, states: int | None, depth: int, as_json: bool) -> None:
    """Show EVAL of POSITION as a weighted sum of features, from the view of the first player.

    Without a POSITION: compare EVAL with exact values. Of all pairs of states whose exact values differ, how many does
    EVAL order correctly? With --depth also for the values that searches of depth 1, 2, ... back up.
    """
    if position is not None:
        _show_features(game, state_at(game, position), as_json)
        return
    found = compare_evaluation(game, states=states, depth=depth, seed=the_seed())
    if as_json:
        print_json(found.to_json())
        return
    _show_quality(found)


def _show_features(game: Game, s: State, as_json: bool) -> None:
    if game.is_terminal(s):
        raise KindError(f"{quote(game.show(s))} is terminal, so its utility is used instead of EVAL")
    value = float(game.evaluate(s, MAX))
    rows = list(zip(game.feature_weights.items(), game.features(s), strict=True))
    if as_json:
        features = [{"feature": n, "number": float(f), "weight": float(w)} for (n, w), f in rows]
        print_json({"game": str(game), "position": game.show(s), "features": features, "evaluation": value})
        return
    click.echo(game.show(s) + "\n")
    cells = [("feature", "number", "weight", "product")]
    cells += [(name, show_value(f), show_value(w), show_value(w * f)) for (name, w), f in rows]
    cells.append(("EVAL", "", "", show_value(value)))
    widths = [max(len(row[i]) for row in cells) for i in range(4)]
    for name, *numbers in cells:
        right = "  ".join(n.rjust(width) for n, width in zip(numbers, widths[1:], strict=True))
        click.echo(f"{name.ljust(widths[0])}  {right}")


def _show_quality(found: EvaluationQuality) -> None:
    game = found.game
    rows = [("game", str(game))]
    if game.feature_weights:
        rows.append(("weights", show_weights(game.feature_weights)))
    if not has_own(game, "evaluate"):
        rows.append(("EVAL", f"the game defines none, so it is {show_value(game.fair_share)} in every state"))
    rows.append(
        ("states", f"{found.states:,} {'from random plays' if found.is_sample else '(all that are not terminal)'}")
    )
    rows.append(("pairs", f"{found.orderings[0].pairs:,} with different exact values"))
    print_rows(rows)
    click.echo("\ndepth  agree   tied  reversed")
    for o in found.orderings:
        shares = [f"{100 * n / max(o.pairs, 1):.1f} %" for n in (o.agreeing, o.tied, o.reversed)]
        click.echo(f"{o.depth:>5}  {shares[0]:>6} {shares[1]:>6}  {shares[2]:>8}")
    for one in found.worst or ():
        judged = f"EVAL {show_value(one.guess)}, exact {show_value(one.value)}"
        click.echo(f"\n{judged}, {player_name(game, game.player(one.state))} to move\n{game.show(one.state)}")
