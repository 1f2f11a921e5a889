"""The client of UGI, the Universal Game Interface, which is UCI for any game: a program as a player.

The dialect is described in docs/protocols.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import pairwise

from zermelo.core.errors import LoadError, ParseError, quote
from zermelo.core.game import Action, Game, State
from zermelo.core.results import Line
from zermelo.play.player import Choice, PlayerFault, Turn
from zermelo.protocols.program import Program
from zermelo.protocols.program_player import ProgramPlayer
from zermelo.protocols.words import read_words, write_words


class UgiPlayer(ProgramPlayer):
    """A program that speaks UGI."""

    hello, welcome, new = "ugi", "ugiok", "uginewgame"

    def __init__(self, game: Game, command: str | list[str]) -> None:
        self._options: set[str] = set()
        super().__init__(game, command)

    def shake_hands(self, program: Program) -> None:
        """`ugi`, up to `ugiok`; then `isready`, up to `readyok`."""
        program.send(self.hello)
        self._options = set()
        while (line := self.expect(program, lambda _: True).strip()) != self.welcome:
            refuse_fault(line)
            if line.startswith("option name "):
                self._options.add(line.removeprefix("option name ").partition(" type ")[0].strip().casefold())
        self._await_ready(program)

    def new_game(self, program: Program) -> None:
        """`uginewgame`, with a seed if the program takes one."""
        if "seed" in self._options:
            program.send(f"setoption name Seed value {self._seed}")
        program.send(self.new)
        self._await_ready(program)

    def ask(self, program: Program, turn: Turn, deadline: float) -> Choice:
        """`position` and `go`, up to `bestmove`."""
        program.drop()
        program.send(self.position(turn))
        program.send(" ".join(["go", *self.limits(turn)]))
        said = _Said()
        for line in self.answers(program, turn, deadline, "stop"):
            refuse_fault(line)
            first = line.split(maxsplit=1)[:1]
            if first == ["info"]:
                said.read(line)
            elif first == ["bestmove"]:
                return self._choice(turn, line, said)
        raise AssertionError("the lines end with an answer or a fault")

    def position(self, turn: Turn) -> str:
        """The `position` command: the initial state and the moves since, if they are known."""
        start = turn.state if turn.start is None else turn.start
        moves = list(self._names(start, turn.actions if turn.start is not None else ()))
        where = "startpos" if start == self.game.initial() else f"fen {self.written(start)}"
        return f"position {where}" + (f" moves {write_words(moves)}" if moves else "")

    def written(self, s: State) -> str:
        """A state in the program's notation."""
        return write_words([self.game.show(s)])

    def named(self, s: State, a: Action) -> str:
        """An action in the program's notation."""
        return self.game.show_action(s, a)

    def limits(self, turn: Turn) -> Iterator[str]:
        """The limits of a move, as arguments of `go`."""
        for p, clock in enumerate(turn.clocks or (), 1):
            yield f"p{p}time {round(1000 * clock.seconds)} p{p}inc {round(1000 * clock.increment)}"
        yield from self.limits_of_move(turn)

    def limits_of_move(self, turn: Turn) -> Iterator[str]:
        """The limits without the clocks; if there are none, one second."""
        limits = turn.limits
        if limits.depth is not None:
            yield f"depth {limits.depth}"
        if limits.nodes is not None:
            yield f"nodes {limits.nodes}"
        if limits.seconds is not None:
            yield f"movetime {round(1000 * limits.seconds)}"
        elif turn.clocks is None and limits.depth is None and limits.nodes is None:
            yield "movetime 1000"

    def _names(self, s: State, actions: Iterable[Action]) -> Iterator[str]:
        for a in actions:
            yield self.named(s, a)
            s = self.game.result(s, a)

    def _await_ready(self, program: Program) -> None:
        program.send("isready")
        while (line := self.expect(program, lambda _: True).strip()) != "readyok":
            refuse_fault(line)

    def _choice(self, turn: Turn, line: str, said: _Said) -> Choice:
        try:
            words = read_words(line)
        except ParseError as error:
            raise PlayerFault("illegal", str(error)) from None
        if len(words) < 2:
            raise PlayerFault("illegal", f"{quote(line)} names no move")
        action = self.action(turn.state, words[1])
        return Choice(action, said.line(self.game, turn.state, action), said.depth, said.nodes)


class _Said:
    """The information that a program has sent about its search."""

    def __init__(self) -> None:
        self.depth = 0
        self.nodes = 0
        self.value: float | None = None
        self.proved = False

    def read(self, line: str) -> None:
        """Reads the numbers of an `info` line; what cannot be parsed is skipped."""
        words = line.split()
        for name, word in pairwise(words):
            try:
                if name == "depth":
                    self.depth = int(word)
                elif name == "nodes":
                    self.nodes = int(word)
                elif name in ("cp", "value"):
                    self.value = float(word) / (100 if name == "cp" else 1)
            except ValueError:
                continue
        self.proved = "proved" in words

    def line(self, game: Game, s: State, action: Action) -> Line | None:
        """The value of the action, if the program gave one and the game's value is one number."""
        if self.value is None or not (game.players == 2 and game.kind.zero_sum):
            return None
        other = game.kind.total - self.value
        values = (self.value, other) if game.player(s) == 0 else (other, self.value)
        return Line(values=values, actions=(action,), proved=False)


def fault_line(reason: str, message: str) -> str:
    """The line with which a server that hosts a bot reports that the bot has failed."""
    return f"fault {reason} {json.dumps(message)}"


def refuse_fault(line: str) -> None:
    """Raises the PlayerFault in such a line."""
    if not line.startswith("fault "):
        return
    reason, _, message = line.removeprefix("fault ").partition(" ")
    try:
        text = str(json.loads(message))
    except ValueError:
        text = message
    if reason == "load":
        raise LoadError(text)
    raise PlayerFault(reason, text)
