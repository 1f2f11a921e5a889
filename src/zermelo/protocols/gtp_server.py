"""The server of GTP, the Go Text Protocol, version 2: Zermelo as the program. docs/protocols.md lists the commands.

It is for Go, and for every other board game of two players that moves stone by stone: Hex, gomoku, Othello. Black is
player 0. Commands are executed one after another, as the protocol requires; only an analysis runs until the next line
is read.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from threading import Event
from typing import TextIO

from zermelo.core.errors import KindError, ZermeloError, quote
from zermelo.core.game import Game, State
from zermelo.core.limits import Limits
from zermelo.core.results import Analysis
from zermelo.core.rules import utilities
from zermelo.play.player import Choice, Player
from zermelo.protocols.gtp_analysis import FOR_EVER, Reporter, read_analyse
from zermelo.protocols.gtp_clock import GtpClock
from zermelo.protocols.gtp_go import GoCommands
from zermelo.protocols.gtp_lines import (
    Command,
    GtpError,
    answer,
    read_colour,
    read_command,
    read_count,
    read_number,
    read_seconds,
    refusal,
    score_text,
    some_words,
)
from zermelo.protocols.gtp_play import Play
from zermelo.protocols.server import Server

LONGEST = 100_000
"""The maximum number of characters in a line."""

MakePlayer = Callable[[Game], Player]
"""Creates the player of a game: the same game with another size or komi is another game."""

Handler = Callable[[Command], str | None]
"""Executes a command and returns the answer; None if it has been written already. Raises GtpError or ParseError."""


class GtpServer(Server):
    """Speaks GTP for a game of two players. Black is player 0.

    A command that fails is answered with `?` and changes nothing. In Go a player may move twice in a row,
    and play may continue after both have passed, as the protocol allows; in other games only if a pass is legal.
    """

    def __init__(self, game: Game, make_player: MakePlayer, output: TextIO, *, seed: int = 0) -> None:
        if game.players != 2 or game.kind.stochastic or game.kind.hidden:
            raise KindError(f"GTP is for two players, no chance and no hidden information, not for {quote(game)}")
        super().__init__(game, output)
        self._make = make_player
        self._seed = seed
        self._player = make_player(game)
        self.now = Play(game, self.start)
        """The play so far."""

        self._earlier: list[Play] = []  # the play before each move, for `undo`
        self._clocks = [GtpClock(), GtpClock()]
        self._is_analysing = False
        self._commands: dict[str, Handler] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Zermelo",
            "version": lambda _: version("zermelo"),
            "known_command": self._known_command,
            "list_commands": lambda _: "\n".join(self._commands),
            "quit": lambda _: "",
            "boardsize": self._board_size,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": self._final_score,
            "showboard": lambda _: f"\n{self.game.show(self.state)}",
            "lz-analyze": self._analyse,
            "kata-analyze": self._analyse,
        }
        if game.name == "go":
            self._commands |= GoCommands(self).handlers

    @property
    def player(self) -> Player:
        """The player that searches."""
        return self._player

    @property
    def will_end(self) -> bool:
        """False: only an analysis runs in the background, and it ends with the input."""
        return False

    def hear(self, line: str) -> bool:
        """Executes the command in a line and answers it; empty lines and comments have no answer."""
        command = read_command(line[: LONGEST + 1])
        if command is None:
            return True
        self._end_analysis()
        before = (self.game, self._player, self._earlier, self.now)
        try:
            said = self._carried_out(command, is_whole=len(line) <= LONGEST)
        except Exception as error:  # rules and players may raise anything, and the session survives it
            self.game, self._player, self._earlier, now = before
            self._set(now)
            self.say(refusal(command.number, error))
            return True
        if said is not None:
            self.say(answer(command.number, said))
        return command.name != "quit"

    def complain(self, error: ZermeloError) -> None:
        """Reports an error of an analysis, whose output has begun already, in a line that other programs ignore."""
        self.say(f"info string {' '.join(str(error).split())}")

    def _carried_out(self, command: Command, *, is_whole: bool) -> str | None:
        if not is_whole:
            raise GtpError(f"syntax error: the line has more than {LONGEST:,} characters")
        handler = self._commands.get(command.name)
        if handler is None:
            raise GtpError(f"unknown command {quote(command.name)}")
        return handler(command)

    # The session.

    def _known_command(self, command: Command) -> str:
        (name,) = some_words(command, "NAME")
        return str(name in self._commands).lower()

    def _board_size(self, command: Command) -> str:
        (size,) = some_words(command, "SIZE")
        self.change("unacceptable size", size=read_count(size))
        self.begin()
        return ""

    def _clear_board(self, _command: Command) -> str:
        self.begin()
        return ""

    def _komi(self, command: Command) -> str:
        """Sets the komi, also during a game. A game without komi accepts only 0."""
        (komi,) = some_words(command, "KOMI")
        number = read_number(komi)
        if "komi" in self.game.parameters or number != 0:
            self.change("unacceptable komi", komi=number)
        return ""

    def begin(self, start: State | None = None) -> None:
        """Starts a new game in the initial state or in `start`; the player forgets the previous game."""
        self.player.begin(self._seed)
        self._earlier = []
        self._set(Play(self.game, self.game.initial() if start is None else start))

    def change(self, refused: str, **changed: float) -> None:
        """Replaces the game by one with other parameters, and its player; the actions are kept. Raises GtpError."""
        parameters = self.game.parameters
        if not changed.keys() <= parameters.keys():
            raise GtpError(f"{refused}: {self.game} has no {min(changed)}")
        if parameters | changed == parameters:
            return
        try:
            game = type(self.game)(**parameters | changed)
        except ValueError as error:
            raise GtpError(f"{refused}: {error}") from None
        self.game, self._player = game, self._make(game)
        self.now = replace(self.now, game=game)
        self._earlier = [replace(play, game=game) for play in self._earlier]

    # Moves.

    def _play(self, command: Command) -> str:
        colour, vertex = some_words(command, "COLOUR", "VERTEX")
        self.add(self.now.turned_to(read_colour(colour)).after(vertex))
        return ""

    def _genmove(self, command: Command) -> str:
        (colour,) = some_words(command, "COLOUR")
        player = read_colour(colour)
        turned = self.now.turned_to(player)
        began = time.perf_counter()
        choice = self._decided(turned, self._clocks[player])
        self._clocks[player] = self._clocks[player].after(time.perf_counter() - began - choice.waited)
        self.add(turned.with_action(choice.action))
        return self.game.show_action(turned.state, choice.action)

    def _reg_genmove(self, command: Command) -> str:
        (colour,) = some_words(command, "COLOUR")
        turned = self.now.turned_to(read_colour(colour))
        return self.game.show_action(turned.state, self._decided(turned, GtpClock()).action)

    def _undo(self, _command: Command) -> str:
        if not self._earlier:
            raise GtpError("cannot undo: no move was played")
        *self._earlier, now = self._earlier
        self._set(now)
        return ""

    def add(self, now: Play) -> None:
        """Continues with a play, as one move that `undo` takes back."""
        self._earlier = [*self._earlier, self.now]
        self._set(now)

    def _set(self, now: Play) -> None:
        self.now = now
        self.start, self.actions, self.state = now.start, list(now.actions), now.state

    def _decided(self, play: Play, clock: GtpClock) -> Choice:
        """The next action of the player, with this clock."""
        if self.game.is_terminal(play.state):
            raise GtpError("illegal move: play is over")
        if clock.is_unlimited:
            self.player.get_ready()
        return self.player.decide(play.turn(limits=clock.limits(), clocks=clock.clocks()))

    # The clock and the score.

    def _time_settings(self, command: Command) -> str:
        main, period, stones = some_words(command, "MAIN_TIME", "BYO_YOMI_TIME", "BYO_YOMI_STONES")
        clock = GtpClock(read_seconds(main), read_seconds(period), read_count(stones))
        self._clocks = [clock, clock]
        return ""

    def _time_left(self, command: Command) -> str:
        colour, seconds, stones = some_words(command, "COLOUR", "TIME", "STONES")
        player = read_colour(colour)
        self._clocks[player] = self._clocks[player].with_time_left(read_number(seconds), read_count(stones))
        return ""

    def _final_score(self, _command: Command) -> str:
        """The margin as the game counts it in any state, such as Go's area; else the utility at the end."""
        margin = getattr(self.game, "margin", None)
        if margin is not None:
            return score_text(margin(self.state))
        if not self.game.is_terminal(self.state):
            raise GtpError("cannot score: play is not over")
        return score_text(utilities(self.game, self.state)[0])

    # The analysis.

    def _analyse(self, command: Command) -> None:
        request = read_analyse(command)
        turned = self.now if request.player is None else self.now.turned_to(request.player)
        if self.game.is_terminal(turned.state):
            raise GtpError("illegal move: play is over")
        reporter = Reporter(self.game, turned.state, request, self.say)
        self.say(f"={command.number}")
        self._is_analysing = True

        def work(stop: Event) -> None:
            def hear(analysis: Analysis) -> None:
                if not stop.is_set():
                    reporter.report(analysis)

            self.player.decide(turned.turn(limits=Limits(seconds=FOR_EVER), stop=stop, hear=hear))

        self.think(work)

    def _end_analysis(self) -> None:
        """Ends the analysis, if one is running, with an empty line, like every answer."""
        if self._is_analysing:
            self.stop(wait=True)
            self._is_analysing = False
            self.say("")
