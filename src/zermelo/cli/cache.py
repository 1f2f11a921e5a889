"""`zermelo cache`: the machine code that is kept, and how to be rid of it."""

from __future__ import annotations

import time

import click

from zermelo.cli.common import Verb, print_json


@click.command(cls=Verb)
@click.option("--clear", is_flag=True, help="Remove all of it.")
def cache(as_json: bool, clear: bool) -> None:
    """Show the machine code that is kept from one run to the next, and where; or clear it."""
    from zermelo.native import store  # noqa: PLC0415  # Numba takes half a second to import

    removed = store.clear() if clear else 0
    kept = store.entries()
    if as_json:
        entries = [
            {"digest": e.digest, "game": e.game, "kernels": e.files, "bytes": e.size, "used": e.used} for e in kept
        ]
        print_json({"folder": str(store.store_folder()), "removed": removed, "entries": entries})
        return
    if clear:
        click.echo(f"removed {removed}")
    click.echo(f"{len(kept)} in {store.store_folder()}, {sum(e.size for e in kept) / 2**20:.1f} MiB")
    for entry in kept:
        days = (time.time() - entry.used) / 86_400
        click.echo(f"  {entry.digest[:12]}  {entry.size / 1024:8.0f} KiB  {days:5.1f} days ago  {entry.game}")
