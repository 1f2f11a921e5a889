"""The server of UGI, the Universal Game Interface: Zermelo as the program. docs/protocols.md describes the dialect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event, Lock
from typing import Any, TextIO

from zermelo.core.errors import ParseError, ZermeloError, nearest, quote
from zermelo.core.game import CHANCE, Action, Game
from zermelo.core.limits import Clock, Limits
from zermelo.core.results import Analysis, show_line
from zermelo.core.rules import utilities
from zermelo.core.values import plain_number
from zermelo.play.baselines import GreedyPlayer
from zermelo.play.player import Player, PlayerFault, Turn
from zermelo.protocols.server import Server
from zermelo.protocols.ugi import fault_line
from zermelo.protocols.words import read_words, write_words

FOR_EVER = 1e9
"""The time limit of an infinite search, in seconds."""

MakePlayer = Callable[[dict[str, Any]], Player]
"""Creates the player from the options that were set."""


@dataclass(frozen=True)
class EngineOption:
    """An option of `setoption`: its name, the keyword argument that it sets, and its unit."""

    name: str
    keyword: str
    declaration: str
    unit: int = 1


OPTIONS = {
    option.name.casefold(): option
    for option in (
        EngineOption("Threads", "threads", "type spin default 1 min 1 max 512"),
        EngineOption("Table", "table", "type spin default 256 min 1 max 1048576", 2**20),
    )
}
"""The options of the engine; the table is in MiB."""


@dataclass(frozen=True)
class Go:
    """The arguments of `go`."""

    limits: Limits
    clocks: tuple[Clock, ...] | None
    ponder: bool
    infinite: bool


class Search:
    """One `go`: its arguments, the best answer so far, and whether a move was sent."""

    def __init__(self, turn: Turn, go: Go) -> None:
        self.turn, self.go = turn, go
        self.best: Analysis | None = None
        self._lock = Lock()
        self._is_answered = False

    def claim(self) -> bool:
        """Whether the caller is the first to answer: either the search or `stop` answers, not both."""
        with self._lock:
            first, self._is_answered = not self._is_answered, True
            return first


class UgiServer(Server):
    """Speaks UGI for one game.

    An engine answers `stop` at once with the best action found so far. A bot (`is_engine` is false) has no options, and
    only the bot itself answers.
    """

    def __init__(
        self, game: Game, make_player: MakePlayer, output: TextIO, *, is_engine: bool = True, seed: int = 0
    ) -> None:
        super().__init__(game, output)
        self._make = make_player
        self._settings: dict[str, Any] = {}
        self._is_engine = is_engine
        self._known = OPTIONS if is_engine else {}
        self._seed = seed
        self._player: Player | None = None
        self._asked: Search | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._hello,
            "isready": lambda _: self.say("readyok"),
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": self._position,
            "go": self._go,
            "ponderhit": self._ponder_hit,
            "stop": self._stop,
            "query": self._query,
        }

    @property
    def player(self) -> Player:
        """The player: created when it is first needed, and again when an option has changed."""
        if self._player is None:
            self._player = self._make(self._settings)
            self._player.begin(self._seed)
        return self._player

    def close(self) -> None:
        """Releases what the player has begun, if it was needed at all."""
        if self._player is not None:
            self._player.close()

    @property
    def will_end(self) -> bool:
        """True for a search with limits; a bot may run forever."""
        go = None if self._asked is None else self._asked.go
        return self._is_engine and go is not None and not (go.ponder or go.infinite)

    def hear(self, line: str) -> bool:
        """Executes a command; an empty line is ignored."""
        words = read_words(line)
        if not words:
            return True
        if words[0] == "quit":
            return False
        command = self._commands.get(words[0])
        if command is None:
            raise ParseError(f"there is no command {quote(words[0])}: {nearest(words[0], [*self._commands, 'quit'])}")
        command(words[1:])
        return True

    def complain(self, error: ZermeloError) -> None:
        """Sends a `fault` line, which other clients ignore."""
        self.say(fault_line(error.reason if isinstance(error, PlayerFault) else "error", str(error)))

    # Commands.

    def _hello(self, _words: list[str]) -> None:
        self.say(f"id name Zermelo ({self.game})")
        self.say("id author The Zermelo authors")
        for option in self._known.values():
            self.say(f"option name {option.name} {option.declaration}")
        self.say(f"option name Seed type spin default {self._seed}")
        self.say("ugiok")

    def _set_option(self, words: list[str]) -> None:
        if len(words) != 4 or words[0] != "name" or words[2] != "value":
            raise ParseError(f"{quote(' '.join(words))} is not a valid option: write setoption name NAME value VALUE")
        name, value = words[1].casefold(), words[3]
        if name != "seed" and name not in self._known:
            raise ParseError(f"there is no option {quote(words[1])}: {nearest(name, [*self._known, 'seed'])}")
        if not value.removeprefix("-").isdecimal():
            raise ParseError(f"{words[1]} must be a whole number, not {quote(value)}")
        if name == "seed":
            self._seed = int(value)
            return
        option = self._known[name]
        self.stop(wait=True)
        changed = self._settings | {option.keyword: int(value) * option.unit}
        self._player, self._settings = self._make(changed), changed  # in this order, because `_make` may refuse it
        self._player.begin(self._seed)

    def _new_game(self, _words: list[str]) -> None:
        self.stop(wait=True)
        self.player.begin(self._seed)
        self.follow(self.game.initial(), ())

    def _position(self, words: list[str]) -> None:
        split = words.index("moves") if "moves" in words else len(words)
        where, moves = words[:split], words[split + 1 :]
        if where == ["startpos"]:
            self.follow(self.game.initial(), moves)
        elif len(where) >= 2 and where[0] == "fen":
            self.follow(self.game.parse(" ".join(where[1:])), moves)
        else:
            raise ParseError(
                f"{quote(' '.join(words))} is not a position: write startpos or fen POSITION, and moves ..."
            )

    def _go(self, words: list[str]) -> None:
        go = read_go(words, self.game.players)
        if self.game.is_terminal(self.state):
            raise ParseError(f"play is over in {quote(self.game.show(self.state))}")
        if self.game.player(self.state) == CHANCE:
            raise ParseError(f"chance moves in {quote(self.game.show(self.state))}: name its outcome among the moves")
        self._search_for(go)

    def _ponder_hit(self, _words: list[str]) -> None:
        """The expected move was played: the search restarts with the same table, now with its limits."""
        pondered = self._asked
        if pondered is None or not pondered.go.ponder or not pondered.claim():
            raise ParseError("ponderhit: there is no go ponder to continue")
        self._search_for(replace(pondered.go, ponder=False))

    def _stop(self, _words: list[str]) -> None:
        """Sends the best move so far, without waiting for the search to end."""
        self.stop()
        search = self._asked
        if search is not None and self._is_engine and search.claim():
            self.say(self._best_move(search.turn, self._best_so_far(search)))

    def _query(self, words: list[str]) -> None:
        game, s = self.game, self.state
        over = game.is_terminal(s)
        answers: dict[str, Callable[[], str]] = {
            "gameover": lambda: str(over).lower(),
            "p1turn": lambda: str(not over and game.player(s) == 0).lower(),
            "result": lambda: result_word(game, s) if over else "none",
        }
        asked = " ".join(words)
        if asked not in answers:
            raise ParseError(f"there is no query {quote(asked)}: {nearest(asked, answers)}")
        self.say(f"response {answers[asked]()}")

    # The search.

    def _search_for(self, go: Go) -> None:
        """Starts a search; pondering and infinite searches have no time limit."""
        is_held = go.ponder or go.infinite
        turn = Turn(
            self.state,
            self.start,
            tuple(self.actions),
            clocks=None if is_held else go.clocks,
            limits=go.limits if not is_held else Limits(go.limits.depth, go.limits.nodes, FOR_EVER),
        )
        search = self._asked = Search(turn, go)
        self.think(lambda stop: self._decide(search, stop))

    def _decide(self, search: Search, stop: Event) -> None:
        def hear(analysis: Analysis) -> None:
            if analysis.values is not None and not stop.is_set():
                search.best = analysis
                self._inform(analysis)

        choice = self.player.decide(replace(search.turn, stop=stop, hear=hear))
        if search.go.ponder or search.go.infinite:
            stop.wait()  # the move must not be sent before `stop`
        if search.claim():
            self.say(self._best_move(search.turn, (choice.action, *(choice.line.actions[1:2] if choice.line else ()))))

    def _best_so_far(self, search: Search) -> tuple[Action, ...]:
        """The line of the best answer; before the first answer, the action that looks best without a search."""
        if search.best is not None and search.best.action is not None:
            return search.best.line or (search.best.action,)
        return (GreedyPlayer(self.game).decide(search.turn).action,)

    def _best_move(self, turn: Turn, line: tuple[Action, ...]) -> str:
        names = show_line(self.game, turn.state, line[:2])
        return f"bestmove {write_words(names[:1])}" + (f" ponder {write_words(names[1:])}" if names[1:] else "")

    def _inform(self, analysis: Analysis) -> None:
        """Sends an `info` line about an answer; values are for the mover."""
        assert analysis.values is not None
        value = plain_number(analysis.values[self.game.player(analysis.state)])
        seconds = max(analysis.seconds, 1e-6)
        line = write_words(show_line(self.game, analysis.state, analysis.line))
        if analysis.source is not None:
            self.say(f"info string from the {analysis.source}")
        self.say(
            f"info depth {analysis.depth} score value {value}{' proved' if analysis.proved else ''} "
            f"nodes {analysis.nodes} time {round(1000 * seconds)} nps {round(analysis.nodes / seconds)} pv {line}"
        )


def read_go(words: list[str], players: int) -> Go:
    """Parses the arguments of `go`. Raises ParseError."""
    numbers = {"movetime", "nodes", "depth"}
    numbers |= {f"p{p}{what}" for p in range(1, players + 1) for what in ("time", "inc")}
    given: dict[str, int] = {}
    flags = set()
    rest = iter(words)
    for word in rest:
        if word in ("ponder", "infinite"):
            flags.add(word)
        elif word in numbers:
            value = next(rest, "")
            if not value.isdecimal():
                raise ParseError(f"go {word} {quote(value)}: {word} must be a whole number")
            given[word] = int(value)
        else:
            raise ParseError(f"go has no {quote(word)}: {nearest(word, [*numbers, 'ponder', 'infinite'])}")
    limits = Limits(
        depth=given.get("depth"),
        nodes=given.get("nodes"),
        seconds=max(given["movetime"], 1) / 1000 if "movetime" in given else None,
    )
    return Go(limits, _clocks(given, players), "ponder" in flags, "infinite" in flags)


def _clocks(given: dict[str, int], players: int) -> tuple[Clock, ...] | None:
    """A clock for each player, if any is given; players without one have no time limit."""
    if not any(name.endswith("time") and name != "movetime" for name in given):
        return None
    return tuple(
        Clock(max(given.get(f"p{p}time", 10**9), 1) / 1000, given.get(f"p{p}inc", 0) / 1000)
        for p in range(1, players + 1)
    )


def result_word(game: Game, s: Any) -> str:
    """The result of a terminal state: "p1win", "p2win" and so on, or "draw" if no player has more than all others."""
    got = utilities(game, s)
    best = [p for p, u in enumerate(got, 1) if u == max(got)]
    return f"p{best[0]}win" if len(best) == 1 else "draw"
