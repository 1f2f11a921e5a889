"""A Zermelo game as a game of OpenSpiel, for its algorithms."""

from __future__ import annotations

import re
from typing import Any

import pyspiel

from zermelo.adapters.survey import Survey, refuse_more, survey
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.repetition import forbidden_positions, legal_without
from zermelo.core.rules import utilities

LONGEST = 100_000
"""An upper bound on the plies of a play, which OpenSpiel requires."""

_registered: dict[tuple[str, Survey], type[Any]] = {}
"""The classes that are registered with OpenSpiel, which accepts only one per game."""


def pyspiel_game(game: Game, most_actions: int | None, bounds: tuple[float, float] | None) -> Any:
    """The game as a `pyspiel.Game`, registered, so that OpenSpiel can load it again by its name."""
    found = survey(game, most_actions, bounds)
    key = (str(game), found)
    if key not in _registered:
        name = f"zermelo_{re.sub(r'[^0-9a-z]+', '_', str(game).casefold()).strip('_')}_{len(_registered)}"
        kind = _type(game, name)
        _registered[key] = _class(game, kind, found)
        pyspiel.register_game(kind, _registered[key])
    return _registered[key]()


def _type(game: Game, name: str) -> Any:
    kind, types = game.kind, pyspiel.GameType
    sums = types.Utility
    return types(
        short_name=name,
        long_name=str(game),
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if kind.stochastic else types.ChanceMode.DETERMINISTIC,
        information=types.Information.IMPERFECT_INFORMATION if kind.hidden else types.Information.PERFECT_INFORMATION,
        utility=sums.GENERAL_SUM if not kind.zero_sum else sums.CONSTANT_SUM if kind.total else sums.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def _class(game: Game, kind: Any, found: Survey) -> type[Any]:
    """The subclass of `pyspiel.Game` for this game."""
    low, high = found.bounds
    info = pyspiel.GameInfo(
        num_distinct_actions=found.actions,
        max_chance_outcomes=found.outcomes if game.kind.stochastic else 0,
        num_players=game.players,
        min_utility=low,
        max_utility=high,
        utility_sum=float(game.kind.total) if game.kind.zero_sum else None,
        max_game_length=LONGEST,
    )

    class ZermeloGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
        """The game for OpenSpiel."""

        zermelo = game

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> ZermeloState:
            """The initial state."""
            return ZermeloState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            """An observer that returns the state as text."""
            return _Observer()

    return ZermeloGame


class ZermeloState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state for OpenSpiel: it is mutable, and an action is its index among the legal ones."""

    def __init__(self, spiel: Any) -> None:
        super().__init__(spiel)
        self._rules: Game = spiel.zermelo
        self._limit: int = max(spiel.num_distinct_actions(), spiel.max_chance_outcomes())
        self._state: State = self._rules.initial()
        self._forbidden = forbidden_positions(self._rules, [self._state])
        self._played: tuple[str, ...] = ()

    def __deepcopy__(self, memo: Any) -> ZermeloState:
        return self.clone()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """The player to move, or one of OpenSpiel's special players."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        mover = self._rules.player(self._state)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else int(mover)

    def is_terminal(self) -> bool:
        """Whether play is over."""
        return bool(self._rules.is_terminal(self._state))

    def returns(self) -> list[float]:
        """The utilities; zeros before the end."""
        game = self._rules
        return [float(u) for u in utilities(game, self._state)] if self.is_terminal() else [0.0] * game.players

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The indices of the outcomes, with their probabilities."""
        game, s = self._rules, self._state
        return [(i, float(game.probability(s, a))) for i, a in enumerate(self._actions())]

    def _legal_actions(self, _player: int) -> list[int]:
        return list(range(len(self._actions())))

    def _apply_action(self, action: int) -> None:
        game, s = self._rules, self._state
        a = self._actions()[action]
        self._played = (*self._played, game.show_action(s, a))
        self._state = game.result(s, a)
        self._forbidden |= forbidden_positions(game, [self._state])

    def _action_to_string(self, _player: int, action: int) -> str:
        return self._rules.show_action(self._state, self._actions()[action])

    def information_state_string(self, player: int | None = None) -> str:
        """The player's information state; with perfect information, the history."""
        seat = self.current_player() if player is None else player
        return repr(self._rules.observe(self._state, seat)) if self._rules.kind.hidden else " ".join(self._played)

    def observation_string(self, player: int | None = None) -> str:
        """The player's observation."""
        seat = self.current_player() if player is None else player
        return repr(self._rules.observe(self._state, seat)) if self._rules.kind.hidden else str(self)

    def __str__(self) -> str:
        return self._rules.show(self._state)

    def _actions(self) -> list[Action]:
        actions = legal_without(self._rules, self._state, self._forbidden)
        refuse_more(self._rules, self._state, len(actions), self._limit)
        return actions


class _Observer:
    """An observer without a tensor."""

    tensor = None
    dict: dict[str, Any] = {}  # noqa: RUF012  # OpenSpiel reads these names

    def set_from(self, _state: ZermeloState, _player: int) -> None:
        """Does nothing: there is no tensor."""

    def string_from(self, state: ZermeloState, player: int) -> str:
        """The player's observation as text."""
        return state.observation_string(player)
