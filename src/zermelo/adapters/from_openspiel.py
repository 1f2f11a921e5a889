"""A game of OpenSpiel as a Zermelo game, at the plain speed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pyspiel

from zermelo.core.errors import LoadError, ParseError, nearest, quote
from zermelo.core.game import CHANCE, Game
from zermelo.core.kind import Kind

_CHANCE = pyspiel.GameType.ChanceMode
_INFORMATION = pyspiel.GameType.Information
_UTILITY = pyspiel.GameType.Utility


_AFTER = "after:"
"""The word before the actions in the text of a state."""


class History:
    """A state: the actions that led to it. OpenSpiel's own state is created from them once, and never changed.

    OpenSpiel does not tell when two different plays lead to the same state, so their states count as different.
    """

    __slots__ = ("actions", "spiel")

    def __init__(self, actions: tuple[int, ...], spiel: Any) -> None:
        self.actions = actions
        self.spiel = spiel

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self.actions == other.actions

    def __hash__(self) -> int:
        return hash(self.actions)

    def __repr__(self) -> str:
        return f"History({', '.join(map(str, self.actions))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.actions, self.spiel.get_game().to_string())

    def __deepcopy__(self, _memo: object) -> History:
        return self  # it is immutable


def _restored(actions: tuple[int, ...], game: str) -> History:
    spiel = pyspiel.load_game(game).new_initial_state()
    for a in actions:
        spiel.apply_action(a)
    return History(actions, spiel)


class OpenSpiel(Game):
    """A game of OpenSpiel."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._game = _loaded(text)
        kind = self._game.get_type()
        self.players = self._game.num_players()
        self.zero_sum = kind.utility in (_UTILITY.ZERO_SUM, _UTILITY.CONSTANT_SUM)
        self.total = self._game.utility_sum() if kind.utility == _UTILITY.CONSTANT_SUM else 0
        self.bounds = (self._game.min_utility(), self._game.max_utility())
        self._stochastic = kind.chance_mode != _CHANCE.DETERMINISTIC
        self._hidden = kind.information != _INFORMATION.PERFECT_INFORMATION
        if self._hidden and not kind.provides_information_state_string:
            raise LoadError(
                f"{quote(text)} has imperfect information, but OpenSpiel gives no information states for it"
            )

    @property
    def name(self) -> str:
        """The text that `zermelo.load` takes."""
        return f"openspiel:{self.text}"

    def __str__(self) -> str:
        return self.name

    @property
    def kind(self) -> Kind:
        """The kind of the game, from OpenSpiel's description."""
        return Kind(self.players, self._stochastic, self._hidden, bool(self.zero_sum), self.total)

    def initial(self) -> History:
        """OpenSpiel's initial state."""
        return History((), self._game.new_initial_state())

    def player(self, s: History) -> int:
        """The player to move."""
        return CHANCE if s.spiel.is_chance_node() else int(s.spiel.current_player())

    def actions(self, s: History) -> Iterable[int]:
        """OpenSpiel's numbers of the legal actions, or of the chance outcomes."""
        if s.spiel.is_chance_node():
            return [a for a, p in s.spiel.chance_outcomes() if p > 0]
        return s.spiel.legal_actions()  # type: ignore[no-any-return]

    def result(self, s: History, a: int) -> History:
        """The state after the action."""
        return History((*s.actions, a), s.spiel.child(a))

    def is_terminal(self, s: History) -> bool:
        """Whether play is over."""
        return bool(s.spiel.is_terminal())

    def utility(self, s: History, p: int) -> float:
        """The player's return."""
        return float(s.spiel.returns()[p])

    def probability(self, s: History, a: int) -> float:
        """The probability of an outcome."""
        return float(dict(s.spiel.chance_outcomes())[a])

    def observe(self, s: History, p: int) -> Any:
        """The player's information state; with perfect information, the state."""
        return s.spiel.information_state_string(p) if self._hidden else s

    def show(self, s: History) -> str:
        """What OpenSpiel prints, and the numbers of the actions that led there: these alone can be read again."""
        after = f"{_AFTER} {' '.join(map(str, s.actions))}" if s.actions else ""
        return "\n".join(filter(None, [str(s.spiel).strip("\n"), after]))

    def parse(self, text: str) -> History:
        """The state after these actions, OpenSpiel's numbers or its names of them; or what `show` gives."""
        s = self.initial()
        if text.strip() == self.show(s).strip():
            return s
        for word in text.rpartition(_AFTER)[2].replace(",", " ").split():
            s = self.result(s, self.parse_action(s, word))
        return s

    def show_action(self, s: History, a: int) -> str:
        """OpenSpiel's name of the action, or its number if two actions have the same name."""
        return self._names(s)[a]

    def parse_action(self, s: History, text: str) -> int:
        """The action of this name or number."""
        if s.spiel.is_terminal():
            raise ParseError(f"{quote(text)} is not an action here: play is over")
        names = self._names(s)
        for a, name in names.items():
            if text in (name, str(a)):
                return a
        raise ParseError(f"{quote(text)} is not an action here: {nearest(text, names.values())}")

    def _names(self, s: History) -> dict[int, str]:
        legal = list(self.actions(s))
        mover = s.spiel.current_player()
        names = {a: re.sub(r"\s+", " ", s.spiel.action_to_string(mover, a)) for a in legal}
        return names if len(set(names.values())) == len(names) else {a: str(a) for a in legal}


def _loaded(text: str) -> Any:
    """OpenSpiel's game, converted to sequential moves if necessary. Raises LoadError."""
    known = {game.short_name for game in pyspiel.registered_games()}
    short = re.split(r"[(\s]", text.strip(), maxsplit=1)[0]
    if short not in known:
        raise LoadError(f"OpenSpiel has no game {quote(short)}: {nearest(short, known)}")
    try:
        game = pyspiel.load_game(text.strip())
    except Exception as error:  # pyspiel raises its own kinds
        raise LoadError(f"OpenSpiel cannot load {quote(text)}: {quote(error)}") from None
    dynamics = game.get_type().dynamics
    if dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        game = pyspiel.convert_to_turn_based(game)
    elif dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise LoadError(f"{quote(text)} is a mean-field game, which is not supported")
    return game


def wrapped(text: str) -> Game:
    """The game that OpenSpiel loads by this text."""
    return OpenSpiel(text.strip())
