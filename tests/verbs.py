"""The commands of the command line."""

from __future__ import annotations

import click

from zermelo.cli import VERBS, main


def every_command() -> list[tuple[tuple[str, ...], click.Command]]:
    """Every verb with its command; of a verb that is a group, each of its commands."""
    found: list[tuple[tuple[str, ...], click.Command]] = []
    for verb in VERBS:
        context = click.Context(main)
        command = main.get_command(context, verb)
        assert command is not None
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                found.append(((verb, name), inner))
        else:
            found.append(((verb,), command))
    return found
