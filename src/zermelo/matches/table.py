"""A table plays the games of a match one after another, with players that are created once and kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from threading import Event
from typing import Any

from zermelo.core.errors import KindError, quote
from zermelo.core.game import Game
from zermelo.core.limits import Clock, Limits
from zermelo.core.values import plain_number
from zermelo.loading import load
from zermelo.matches.referee import Conditions, Outcome, play_game
from zermelo.matches.results import GameResult
from zermelo.matches.schedule import Openings, Pairing, mixed, openings, refuse_number
from zermelo.play.computer import Computer
from zermelo.play.player import Player
from zermelo.players import player
from zermelo.tables.book import Book


@dataclass(frozen=True)
class Setup:
    """The definition of a match: equal setups play equal games."""

    game: Game
    players: Sequence[str | Player | Any]
    conditions: Conditions = field(default_factory=Conditions)
    openings: str | None = None
    seed: int = 0
    book: str | None = None
    """The file of an opening book for all players that search; one with a book of its own keeps that."""

    def __post_init__(self) -> None:
        refuse_number(self.game, len(self.players))

    @property
    def names(self) -> list[str]:
        """The names of the players: their texts; repeated names get a number."""
        names: list[str] = []
        for given in self.players:
            text = _name(given)
            same = sum(name == text or name.startswith(f"{text} #") for name in names)
            names.append(f"{text} #{same + 1}" if same else text)
        return names

    @property
    def is_text(self) -> bool:
        """Whether the match can be sent to another process as text."""
        return all(isinstance(given, str) for given in self.players) and is_loadable(self.game)

    def to_json(self) -> dict[str, Any]:
        """The identity of the match, as plain data."""
        conditions = asdict(self.conditions)
        return {
            "players": self.names,
            "seed": self.seed,
            "openings": self.openings,
            "book": self.book,
            **conditions,
        }

    def for_worker(self) -> dict[str, Any]:
        """The match as data for another process; `setup_of` parses it."""
        return {"game": str(self.game), "texts": list(self.players), **self.to_json()}


def setup_of(data: dict[str, Any]) -> Setup:
    """The match in the data that another process sent."""
    conditions = Conditions(
        limits=Limits(**data["limits"]),
        clock=None if data["clock"] is None else Clock(**data["clock"]),
        margin=data["margin"],
        adjudicate=data["adjudicate"],
        longest=data["longest"],
    )
    return Setup(load(data["game"]), data["texts"], conditions, data["openings"], data["seed"], data["book"])


def _name(given: object) -> str:
    if isinstance(given, str):
        return given.strip()
    name = getattr(given, "name", None) or getattr(given, "__name__", None)
    return str(name) if name else type(given).__name__


def is_loadable(game: Game) -> bool:
    """Whether another process can load the same game by its text."""
    try:
        return type(load(str(game))).__qualname__ == type(game).__qualname__
    except Exception:  # any error means that it cannot
        return False


class MatchTable:
    """Plays games of a match; a player is created when it is first needed."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self._isolated = is_loadable(setup.game)
        self._book = None if setup.book is None else Book.open(setup.book, setup.game)
        self._players: dict[int, Player] = {}
        self._openings: Openings = openings(setup.game, setup.openings, setup.seed)
        self._match = setup.to_json()
        self._text = str(setup.game)

    def seat_all(self) -> None:
        """Creates all players now, so that an invalid one is refused before the first game."""
        for index in range(len(self.setup.players)):
            self._player(index)

    def play(self, pairing: Pairing, stop: Event | None = None) -> GameResult:
        """Plays a game of the schedule."""
        opening = self._openings(pairing.round)
        players = [self._player(index) for index in pairing.seats]
        outcome = play_game(
            self.game,
            players,
            self.setup.conditions,
            opening=opening,
            seed=pairing.seed,
            player_seeds=[mixed(pairing.seed, pairing.number, seat) for seat in range(self.game.players)],
            stop=stop,
        )
        return self._result(pairing, outcome, len(opening))

    def close(self) -> None:
        """Closes the players."""
        players, self._players = self._players, {}
        for sitting in players.values():
            sitting.close()

    def _player(self, index: int) -> Player:
        if index not in self._players:
            given = self.setup.players[index]
            if not isinstance(given, str) and any(given is self.setup.players[other] for other in self._players):
                raise KindError(f"the player {quote(_name(given))} is the same object in two seats: create two objects")
            made = player(self.game, given, isolated=self._isolated)
            if self._book is not None and isinstance(made, Computer) and not made.has_book:
                made.use_book(self._book)
            self._players[index] = made
        return self._players[index]

    def _result(self, pairing: Pairing, outcome: Outcome, opening: int) -> GameResult:
        game = self.game
        return GameResult(
            game=self._text,
            match=self._match,
            number=pairing.number,
            round=pairing.round,
            players=[self._match["players"][index] for index in pairing.seats],
            seats=list(pairing.seats),
            seed=pairing.seed,
            opening=opening,
            actions=outcome.names,
            seconds=[None if spent is None else round(spent, 6) for spent in outcome.seconds],
            values=[None if value is None or not isfinite(value) else plain_number(value) for value in outcome.values],
            utilities=[plain_number(u) for u in outcome.utilities],
            points=points_of(game, outcome.utilities),
            why=outcome.why,
            fault=outcome.fault,
            message=outcome.message,
        )


def has_winner(game: Game) -> bool:
    """Whether a game is won, drawn or lost: it has two players and a fixed sum, and no stakes.

    In a game such as poker the stakes differ from hand to hand, and the winner of most hands may lose money: there the
    mean score counts.
    """
    return game.players == 2 and game.kind.zero_sum and not (game.scored and game.kind.hidden)


def points_of(game: Game, utilities: Sequence[float]) -> list[float] | None:
    """1 for a win, ½ for a draw and 0 for a loss; None if the game is not won, drawn or lost."""
    if not has_winner(game):
        return None
    first, second = utilities
    return [0.5, 0.5] if first == second else [1.0, 0.0] if first > second else [0.0, 1.0]
