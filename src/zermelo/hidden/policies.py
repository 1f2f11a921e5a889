"""Policies: a probability for each action at each information set of a game; on disk, JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from zermelo.core.classes import reason
from zermelo.core.errors import LoadError, ParseError, quote
from zermelo.core.game import Action, Game
from zermelo.core.views import View, show_view
from zermelo.hidden.game_tree import GameTree, InformationSet

FORMAT = "zermelo policy"
"""The value of the field "format" in a file."""

LARGEST_FILE = 2**28
"""The most bytes of a file that is read."""

TOLERANCE = 1e-6
"""The maximum deviation of a sum of probabilities in a file from 1."""

Strategy = tuple[tuple[Action, float], ...]
"""The actions of an information set, each with its probability."""


@dataclass(frozen=True)
class Policy:
    """The strategy of every player at every information set of the game's tree."""

    tree: GameTree
    probabilities: tuple[float, ...]
    """For each sequence the probability of its last action at its information set; 1 for an empty sequence."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.tree.game

    def at(self, view: View) -> Strategy:
        """The actions with their probabilities at an information set. Raises ParseError if the game has no such set."""
        number = self.tree.number_of.get(view)
        if number is None:
            raise ParseError(
                f"{quote(show_view(self.game, view))} is not an information set of {quote(self.game)} "
                "in which a player is to move"
            )
        return self._strategy(self.tree.sets[number])

    def _strategy(self, known: InformationSet) -> Strategy:
        return tuple(zip(known.actions, (self.probabilities[i] for i in known.sequences), strict=True))

    def rows(self) -> list[tuple[str, str, tuple[tuple[str, float], ...]]]:
        """For each information set its player's name, what that player has seen, and its strategy, as text."""
        game = self.game
        return [
            (
                game.player_names[known.view.player],
                game.show_view(known.view.player, known.view.seen),
                tuple((game.show_action(known.state, a), p) for a, p in self._strategy(known)),
            )
            for known in self.tree.sets
        ]

    def to_json(self) -> dict[str, dict[str, float]]:
        """The probabilities by the text of the view and of the action."""
        return {
            show_view(self.game, known.view): {
                self.game.show_action(known.state, a): p for a, p in self._strategy(known)
            }
            for known in self.tree.sets
        }

    def text(self) -> str:
        """The content of a file, which `read_policy` reads."""
        data = {"format": FORMAT, "game": str(self.game), "policy": self.to_json()}
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def draw_action(strategy: Strategy, random: Random) -> Action:
    """A random action, with the probabilities of the strategy."""
    left = random.random()
    for action, probability in strategy:
        left -= probability
        if left < 0:
            return action
    return max(strategy, key=lambda each: each[1])[0]  # rounding has left a rest


def uniform_policy(tree: GameTree) -> Policy:
    """All actions of an information set with the same probability."""
    return policy_of(tree, [0.0] * tree.first_sequence[-1])


def policy_of(tree: GameTree, weights: Sequence[float]) -> Policy:
    """The policy in which actions have probabilities proportional to the weights of their sequences.

    Where all weights of an information set are 0, it is uniform; weights below 0 count as 0.
    """
    probabilities = [1.0] * tree.first_sequence[-1]
    for known in tree.sets:
        own = [max(0.0, float(weights[i])) for i in known.sequences]
        whole = sum(own)
        for i, weight in zip(known.sequences, own, strict=True):
            probabilities[i] = weight / whole if whole > 0 else 1 / len(own)
    return Policy(tree, tuple(probabilities))


def read_policy(tree: GameTree, path: str | Path) -> Policy:
    """The policy in a file. Raises LoadError if the file is of another game, incomplete or not a policy."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            data = json.loads(file.read(LARGEST_FILE))
    except OSError as error:
        raise LoadError(f"the policy {quote(path)} cannot be read: {reason(error)}") from None
    except (ValueError, RecursionError):
        raise LoadError(f"{quote(path)} is not a policy: it is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("policy"), dict):
        raise LoadError(f"{quote(path)} is not a policy: expected an object with the format {quote(FORMAT)}")
    if data.get("game") != str(tree.game):
        raise LoadError(f"{quote(path)} is a policy for {quote(data.get('game'))}, not for {quote(tree.game)}")
    return _from_json(tree, data["policy"], path)


def _from_json(tree: GameTree, given: Mapping[str, Any], path: str | Path) -> Policy:
    weights = [0.0] * tree.first_sequence[-1]
    names = [show_view(tree.game, known.view) for known in tree.sets]
    missing = [name for name in names if name not in given]
    if missing:
        count = "" if len(missing) == 1 else f" and {len(missing) - 1:,} more"
        raise LoadError(f"{quote(path)} has no probabilities for the information set {quote(missing[0])}{count}")
    unknown = given.keys() - set(names)
    if unknown:
        raise LoadError(f"{quote(path)}: {quote(min(unknown))} is not an information set of {quote(tree.game)}")
    for name, known in zip(names, tree.sets, strict=True):
        shown = [tree.game.show_action(known.state, a) for a in known.actions]
        for i, probability in zip(known.sequences, _probabilities(given[name], shown, name, path), strict=True):
            weights[i] = probability
    return policy_of(tree, weights)


def _probabilities(given: Any, actions: list[str], name: str, path: str | Path) -> list[float]:
    """The probabilities of the actions at one information set, checked."""
    where = f"{quote(path)}, information set {quote(name)}"
    if not isinstance(given, dict) or set(given) != set(actions):
        shown = ", ".join(map(str, given)) if isinstance(given, dict) else given
        raise LoadError(f"{where}: expected a probability for each of {', '.join(actions)}, not {quote(shown)}")
    found = [given[action] for action in actions]
    for action, p in zip(actions, found, strict=True):
        if not isinstance(p, (int, float)) or isinstance(p, bool) or not 0 <= p <= 1 + TOLERANCE:
            raise LoadError(f"{where}: {quote(p)} is not a probability of {quote(action)}")
    if abs(sum(found) - 1) > TOLERANCE:
        raise LoadError(f"{where}: the probabilities add up to {sum(found):g}, not to 1")
    return found
