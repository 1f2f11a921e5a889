"""A bot from a file in its own process, which can be killed: the bot may sleep, fork, or exit.

The process speaks UGI, so that failures of bots and of other programs are handled in the same way.
"""

from __future__ import annotations

import os
import sys

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game
from zermelo.loading import load
from zermelo.play.bots import bot_in_file
from zermelo.protocols.ugi import UgiPlayer, fault_line
from zermelo.protocols.ugi_server import UgiServer

_COMMAND = "from zermelo.protocols.hosting import main; main()"


class HostedBot(UgiPlayer):
    """A user's bot in another process. Its output goes to standard error."""

    echo_errors = True
    is_shown_everything = False  # the process is ours, and gives the bot its view only

    def __init__(self, game: Game, path: str, name: str) -> None:
        self._name = f"{path}:{name}"
        super().__init__(game, [sys.executable, "-P", "-c", _COMMAND, str(game), path, name])


def main() -> None:
    """The main function of the other process: arguments GAME FILE NAME, then UGI on standard input and output."""
    game_text, path, name = sys.argv[1:]
    # The bot's output must not be read as an answer, and it must not read commands from standard input.
    questions = os.fdopen(os.dup(0), encoding="utf-8", errors="replace")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    try:
        game = load(game_text)
        bot = bot_in_file(game, path, name)
    except ZermeloError as error:
        answers.write(f"{fault_line('load', str(error))}\n")
        answers.flush()
        return
    UgiServer(game, lambda _options: bot, answers, is_engine=False).run(iter(questions.readline, ""))
    os._exit(0)  # without waiting for threads of the bot
