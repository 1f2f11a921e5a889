"""`zermelo games`: lists the games."""

from __future__ import annotations

import click

from zermelo import games as room
from zermelo.cli.shared import Verb, print_json
from zermelo.core.game import show_parameter
from zermelo.core.people import summary
from zermelo.loading import load


@click.command(cls=Verb)
def games(as_json: bool) -> None:
    """List the games with their parameters and kinds."""
    found = [load(name) for name in room.names()]
    if as_json:
        print_json(
            {
                "games": [
                    {
                        "game": game.name,
                        "title": game.title,
                        "summary": summary(game),
                        "kind": str(game.kind),
                        "parameters": game.parameters,
                    }
                    for game in found
                ]
            }
        )
        return
    for game in found:
        click.echo(f"{click.style(game.name, bold=True)}  {summary(game)}")
        click.echo(f"    {game.kind}")
        parameters = ",".join(f"{n}={show_parameter(v)}" for n, v in game.parameters.items() if v is not None)
        click.echo(f"    {game.name}:{parameters}" if parameters else f"    {game.name}")
