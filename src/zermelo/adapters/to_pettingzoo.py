"""A Zermelo game as a PettingZoo AEC environment, with a mask of the legal actions."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from zermelo.adapters.survey import refuse_more, survey
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.repetition import forbidden_positions, legal_without
from zermelo.core.rules import legal_actions, utilities

WIDEST = 4096
"""The length of an observation if states are text."""


def environment(game: Game, most_actions: int | None, longest: int) -> Any:
    """The environment of a game."""
    return ZermeloEnv(game, survey(game, most_actions, None).actions, longest)


class ZermeloEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """Agents "player_0", "player_1" and so on. An observation has the numbers of the state, or of the player's view."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012  # PettingZoo's own convention

    def __init__(self, game: Game, most_actions: int, longest: int) -> None:
        super().__init__()
        self.game = game
        self.render_mode = "ansi"
        self.metadata = {**type(self).metadata, "name": f"zermelo_{game.name}"}
        self.possible_agents = [f"player_{p}" for p in range(game.players)]
        self._most, self._longest = most_actions, longest
        self._random = Random(0)
        s = game.initial()
        self._shape = numbers_in(game.observe(s, 0)).shape
        self._type = numbers_in(game.observe(s, 0)).dtype
        everything = {
            "observation": spaces.Box(*_range(self._type), self._shape, self._type),
            "action_mask": spaces.Box(0, 1, (most_actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(everything) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(most_actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. Chance is drawn from the seed."""
        if seed is not None:
            self._random = Random(seed)
        self._state: State = self.game.initial()
        self._forbidden = forbidden_positions(self.game, [self._state])
        self._plies = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._let_chance_move()
        self._select()

    def step(self, action: int | None) -> None:
        """The selected agent takes the legal action with this index; after the end it must be None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        legal = self._legal()
        if action is None or not 0 <= action < len(legal):
            raise ValueError(f"{action!r} is not among the {len(legal)} legal actions of {agent}: use the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._follow(legal[action])
        self._let_chance_move()
        self._select()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """The agent's observation and its action mask, which is all zeros if another agent is to move."""
        seat = self.possible_agents.index(agent)
        seen = numbers_in(self.game.observe(self._state, seat))
        fitted = np.zeros(self._shape, self._type)
        fitted[: seen.size] = seen[: fitted.size]
        mask = np.zeros(self._most, np.int8)
        if agent == self.agent_selection and not self._is_over():
            mask[: len(self._legal())] = 1
        return {"observation": fitted, "action_mask": mask}

    def render(self) -> str:
        """The state as text."""
        return self.game.show(self._state)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def _is_over(self) -> bool:
        return self._plies >= self._longest or self.game.is_terminal(self._state)

    def _legal(self) -> list[Action]:
        legal = legal_without(self.game, self._state, self._forbidden)
        refuse_more(self.game, self._state, len(legal), self._most)
        return legal

    def _let_chance_move(self) -> None:
        game = self.game
        while not self._is_over() and game.player(self._state) == CHANCE:
            outcomes = legal_actions(game, self._state)
            weights = [float(game.probability(self._state, a)) for a in outcomes]
            self._follow(self._random.choices(outcomes, weights)[0])

    def _follow(self, action: Action) -> None:
        self._state = self.game.result(self._state, action)
        self._forbidden |= forbidden_positions(self.game, [self._state])
        self._plies += 1

    def _select(self) -> None:
        """Selects the next agent, or sets the rewards and flags at the end."""
        game = self.game
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if game.is_terminal(self._state):
            got = utilities(game, self._state)
            self.rewards = {agent: float(got[p]) for p, agent in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._is_over():
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[game.player(self._state)]
            return
        self.agent_selection = self.agents[0]


def numbers_in(thing: Any) -> Any:
    """All numbers in a state, in order; any other state is taken as text, with a number for each character."""
    flat = _flat(thing)
    if flat is None:
        text = repr(thing)[:WIDEST]
        return np.array([ord(sign) for sign in text.ljust(WIDEST, "\0")], np.int64)
    if any(isinstance(x, float) for x in flat):
        return np.array(flat, np.float64)
    return np.array([x - 2**64 if x >= 2**63 else x for x in flat], np.int64)


def _flat(thing: Any) -> list[Any] | None:
    """The numbers in nested tuples; None if they contain anything else."""
    if isinstance(thing, (bool, int, np.integer)):
        return [int(thing)]
    if isinstance(thing, (float, np.floating)):
        return [float(thing)]
    if isinstance(thing, tuple):
        parts = [_flat(part) for part in thing]
        return None if any(part is None for part in parts) else [x for part in parts for x in part or ()]
    return None


def _range(kind: Any) -> tuple[float, float]:
    return (-np.inf, np.inf) if kind == np.float64 else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
