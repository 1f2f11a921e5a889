"""`zermelo cache`: shows or clears the cache of machine code."""

from __future__ import annotations

import time
from typing import Any

import click

from zermelo.cli.shared import Verb, print_json
from zermelo.native import store
from zermelo.native.teach import Refusal, read_refusal


@click.command(cls=Verb)
@click.option("--clear", is_flag=True, help="Remove all entries.")
def cache(as_json: bool, clear: bool) -> None:
    """Show the contents and the folder of the cache, or clear it.

    The cache contains machine code, and for rules that do not compile the reason, so that this is not tried again.
    """
    removed = store.clear() if clear else 0
    kept = store.entries()
    if as_json:
        print_json(
            {"folder": str(store.store_folder()), "removed": removed, "entries": [_to_json(entry) for entry in kept]}
        )
        return
    if clear:
        click.echo(f"removed {removed}")
    click.echo(f"{len(kept)} in {store.store_folder()}, {sum(e.size for e in kept) / 2**20:.1f} MiB")
    for entry in kept:
        days = (time.time() - entry.used) / 86_400
        click.echo(f"  {entry.digest[:12]}  {entry.size / 1024:8.0f} KiB  {days:5.1f} days ago  {entry.game}")
        for refusal in _refusals(entry):
            click.echo(f"    does not compile: {refusal.rule}: {refusal.reason}")


def _refusals(entry: store.StoreEntry) -> list[Refusal]:
    """The reasons why a game does not compile, without duplicates."""
    return list(dict.fromkeys(map(read_refusal, entry.refusals)))


def _to_json(entry: store.StoreEntry) -> dict[str, Any]:
    return {
        "digest": entry.digest,
        "game": entry.game,
        "kernels": entry.codes,
        "refusals": [{"rule": r.rule, "reason": r.reason, "advice": r.advice} for r in _refusals(entry)],
        "bytes": entry.size,
        "used": entry.used,
    }
