"""`zermelo ratings`: ratings from result files of earlier matches."""

from __future__ import annotations

import click

from zermelo.cli.shared import Verb, print_json
from zermelo.cli.standing import print_standings
from zermelo.matches.rating_files import ratings as rated


@click.command(cls=Verb)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--anchor", metavar="NAME[=ELO]", help="The player whose rating is fixed.  [default: the mean is 0]")
def ratings(files: tuple[str, ...], anchor: str | None, as_json: bool) -> None:
    """Rate the players by all games in the files, which are those of `zermelo match -o`, or PGN."""
    found = rated(files, anchor)
    if as_json:
        print_json(found.to_json())
    else:
        print_standings(found)
