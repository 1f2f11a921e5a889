"""The command line: `zermelo VERB GAME [POSITION] [options]`, one file per verb.

A verb is imported only when it is used, so that `zermelo --help` is instant.
"""

from __future__ import annotations

import os
import sys
import threading
from importlib import import_module

import click
from click.shell_completion import CompletionItem

from zermelo.core.errors import nearest, quote

VERBS = {
    "games": "List the games.",
    "play": "Play a game against the computer.",
    "analyse": "Find a good action and its value.",
    "solve": "Find the exact value and every optimal action.",
    "exploit": "Measure how much a best response gains against a policy.",
    "matrix": "Find dominance and all equilibria of a matrix game.",
    "tree": "Draw the tree that an algorithm reads.",
    "match": "Play a match between players, and find out who is stronger.",
    "ratings": "Rate players by their games.",
    "book": "Build an opening book, import games into it, or show what it has.",
    "engine": "Play a game for another program, by UGI, GTP or NBoard.",
    "serve": "Open the page in a browser.",
    "table": "Build, show, probe or verify tables of values on disk.",
    "csp": "Solve a constraint satisfaction problem.",
    "quiz": "Make an exercise from a seed, and its key.",
    "check": "Check that a game's rules are sound.",
    "evaluate": "Show EVAL feature by feature, or compare it with exact values.",
    "measure": "Measure the branching factor, the depth and the size of a game.",
    "perft": "Count the plays of a given length.",
    "new": "Write a game file to start from, and its test.",
    "cache": "Show or clear the cache of machine code.",
}
"""The verbs and their descriptions, in the order of the help; the file `cli/VERB.py` has a command of that name."""


class _Verbs(click.Group):
    """A group that imports a command only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = getattr(import_module(f"zermelo.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The verbs, without importing any of them."""
        return [CompletionItem(verb, help=text) for verb, text in VERBS.items() if verb.startswith(incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and args[0] not in VERBS:
            ctx.fail(f"there is no verb {quote(args[0])}: {nearest(args[0], VERBS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


def run() -> None:
    """The program. It exits when its verb ends, without waiting for a compiler in the background."""
    try:
        main()
    except SystemExit as end:
        if isinstance(end.code, int) and _threads_are_running():
            sys.stdout.flush()
            sys.stderr.flush()
            if "zermelo.core.threads" in sys.modules:
                import_module("zermelo.core.threads").await_short_tasks()
            os._exit(end.code)
        raise


def _threads_are_running() -> bool:
    """Whether there are other threads.

    A normal exit would wait for them; or, if they are daemons, end them inside a compiler or a solver, which aborts
    the process.
    """
    return any(thread is not threading.main_thread() for thread in threading.enumerate())


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="zermelo")
def main() -> None:
    """Write a game in plain Python; play it, solve it, and see why.

    GAME is a name with parameters (tictactoe, nim:piles=3,4,5), a class in a file of your own (mygame.py:MyGame), or a
    tree in brackets ("((3 12 8) (2 4 6) (14 5 2))"; - reads it from standard input).
    """
