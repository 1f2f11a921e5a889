"""The schedule: pairings, seats and openings. All of it follows from the seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, count
from pathlib import Path
from random import Random

from zermelo.core.errors import KindError, LimitError, LoadError, ParseError, quote
from zermelo.core.game import CHANCE, Action, Game
from zermelo.core.repetition import legal_after
from zermelo.play.playing import drawn_outcome
from zermelo.play.steps import read_steps

ATTEMPTS = 100
"""The number of attempts to draw a random opening that does not end the game."""

Openings = Callable[[int], tuple[Action, ...]]
"""The opening of each round."""


@dataclass(frozen=True)
class Pairing:
    """One game of the schedule: its number, its round, the player of each seat, and the seed of chance."""

    number: int
    round: int
    seats: tuple[int, ...]
    seed: int


def pairings(game: Game, players: int, seed: int) -> Iterator[Pairing]:
    """The infinite schedule: in each round, every group of players meets, with each of them in every seat once.

    The games of one group in one round have the same opening and the same seed. Raises KindError if the number of
    players does not fit the game.
    """
    refuse_number(game, players)
    numbers = count()
    for turn in count():
        for group in combinations(range(players), game.players):
            for shift in range(game.players):
                yield Pairing(next(numbers), turn, group[shift:] + group[:shift], mixed(seed, turn))


def refuse_number(game: Game, players: int) -> None:
    """Raises KindError if this number of players cannot play a match of the game."""
    if players < max(game.players, 1):
        needed = f"{game.players} player{'s' * (game.players != 1)}"
        raise KindError(f"{quote(game)} is a game of {needed}, and {players} {'is' if players == 1 else 'are'} given")


def games_per_round(game: Game, players: int) -> int:
    """The number of games in a round."""
    return len(list(combinations(range(players), game.players))) * game.players


def mixed(*numbers: int) -> int:
    """A seed that depends on all of these."""
    digest = hashlib.blake2b(" ".join(map(str, numbers)).encode(), digest_size=6).digest()
    return int.from_bytes(digest, "big")


def openings(game: Game, text: str | None, seed: int) -> Openings:
    """The openings that the text describes: None for none, "random:4" for 4 random plies, or a file with one per line.

    When a file ends, it starts again from the top. Raises ParseError, LoadError or LimitError.
    """
    if text is None:
        return lambda _: ()
    kind, colon, plies = text.partition(":")
    if kind == "random" and colon:
        if not plies.isdecimal():
            raise ParseError(f"{quote(text)} does not describe openings: write random:4, or the name of a file")
        return lambda turn: random_opening(game, int(plies), mixed(seed, turn, 1))
    lines = read_openings(game, text)
    return lambda turn: lines[turn % len(lines)]


def random_opening(game: Game, plies: int, seed: int) -> tuple[Action, ...]:
    """At most `plies` random actions of the players that do not end the game, with chance outcomes in between.

    Raises LimitError if no such opening is found.
    """
    random = Random(seed)
    for _ in range(ATTEMPTS):
        s, played, made = game.initial(), [], 0
        states = [s]
        while not game.is_terminal(s) and made < plies:
            by_chance = game.player(s) == CHANCE
            played.append(drawn_outcome(game, s, random) if by_chance else random.choice(legal_after(game, states)))
            made += not by_chance
            s = game.result(s, played[-1])
            states.append(s)
        if not game.is_terminal(s):
            return tuple(played)
    raise LimitError(f"no random opening of {plies} plies was found: {quote(game)} ended sooner in {ATTEMPTS} attempts")


def read_openings(game: Game, path: str) -> list[tuple[Action, ...]]:
    """The openings in a file: one per line, with actions written as in records; "#" begins a comment."""
    try:
        rows = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise LoadError(f"the openings {quote(path)} cannot be read: {reason}") from None
    found = []
    for number, row in enumerate(rows, 1):
        line = row.partition("#")[0].strip()
        if line:
            found.append(_opening(game, line, f"{path}, line {number}"))
    if not found:
        raise LoadError(f"the file {quote(path)} has no openings")
    return found


def _opening(game: Game, line: str, where: str) -> tuple[Action, ...]:
    try:
        actions = tuple(step.action for step in read_steps(game, game.initial(), line))
    except ParseError as error:
        raise ParseError(f"{where}: {error}") from None
    s = game.initial()
    for a in actions:
        s = game.result(s, a)
    if game.is_terminal(s):
        raise ParseError(f"{where}: the opening {quote(line)} ends the game")
    return actions
