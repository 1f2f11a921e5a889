"""A bot from a file in a process of its own, which can be ended: it may sleep, fork, or end its process.

The process speaks UGI, so that a bot and another program fail in the same ways and are handled in the same way.
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
    """A user's bot in another process. What it prints goes to standard error."""

    echo_errors = True

    def __init__(self, game: Game, path: str, name: str) -> None:
        self._name = f"{path}:{name}"
        super().__init__(game, [sys.executable, "-P", "-c", _COMMAND, str(game), path, name])


def main() -> None:
    """The other process: GAME FILE NAME, and then UGI on standard input and output."""
    game_text, path, name = sys.argv[1:]
    # What the bot prints must not be taken for an answer, and what it reads must not be a question.
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
    os._exit(0)  # threads that a bot has started are not waited for
