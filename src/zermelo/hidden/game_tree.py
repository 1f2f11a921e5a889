"""The whole tree of a game with its information sets, in flat rows: the form that solvers of equilibria work on.

A *sequence* of a player is an action at an information set, preceded by the player's earlier actions there: with
perfect recall there is only one way. Each player also has the empty sequence. A strategy is then a number for each
sequence, and only three things of the tree matter: the information sets, the sequence that leads to each, and the
payoffs of the leaves by the sequences of all players (von Stengel, "Efficient computation of behavior strategies",
1996).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from zermelo.core.errors import KindError, LimitError, RuleError, quote
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Budget, Limits
from zermelo.core.people import player_name
from zermelo.core.rules import chances, legal_actions, utilities
from zermelo.core.views import View, show_view

MOST_NODES = 1_000_000
"""The most nodes of a tree; its rows take about 300 bytes for each."""

TERMINAL = -2
"""The player of a terminal node."""


@dataclass(frozen=True)
class InformationSet:
    """The states that their mover cannot distinguish, with the sequences that begin and end there."""

    view: View
    actions: tuple[Action, ...]
    state: State
    """The state in which the set was first reached."""

    parent: int
    """The number of the mover's last sequence before it."""

    first: int
    """The number of the sequence that ends with the first action; those of the other actions follow."""

    @property
    def sequences(self) -> range:
        """The numbers of the sequences that end here, one for each action."""
        return range(self.first, self.first + len(self.actions))


@dataclass
class Nodes:
    """The nodes of the tree in preorder: for each its player, its information set or leaf, and its children."""

    player: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    """The number of its information set, or of its utilities if it is terminal, or -1 for a chance node."""

    first_child: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    """The number of children of each node."""

    child: list[int] = field(default_factory=list)
    """The children of all nodes: those of a node follow each other from `first_child` on."""

    chance: list[float] = field(default_factory=list)
    """The probability of each of these children, if its parent is a chance node."""

    utility: list[float] = field(default_factory=list)
    """The utilities of the terminal nodes, to each player."""

    depth: int = 0


@dataclass(frozen=True)
class GameTree:
    """The tree of a game from its initial state. Sequences and information sets are ordered by player.

    Those of one player are in the order in which play reaches them: a set comes after the sequence that leads to it.
    """

    game: Game
    sets: tuple[InformationSet, ...]
    first_set: tuple[int, ...]
    """The number of each player's first information set, and at the end the number of all sets."""

    first_sequence: tuple[int, ...]
    """The number of each player's empty sequence, and at the end the number of all sequences."""

    payoffs: dict[tuple[int, ...], tuple[float, ...]]
    """For the last sequences of all players at a leaf: the utilities, times the probability of chance, added up."""

    nodes: Nodes

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.nodes.player)

    @cached_property
    def number_of(self) -> dict[View, int]:
        """The number of each information set by its view."""
        return {known.view: number for number, known in enumerate(self.sets)}

    def sets_of(self, p: int) -> range:
        """The numbers of the information sets of a player."""
        return range(self.first_set[p], self.first_set[p + 1])

    def sequences_of(self, p: int) -> range:
        """The numbers of the sequences of a player, the empty one first."""
        return range(self.first_sequence[p], self.first_sequence[p + 1])


def game_tree(game: Game, budget: Budget | None = None, most_nodes: int = MOST_NODES) -> GameTree:
    """The tree of a game. Raises LimitError if it is larger than `most_nodes`, and OutOfBudget.

    Raises KindError if a player forgets, and RuleError if states of one information set have different actions, or if
    the probabilities of chance do not add up to 1.
    """
    return _Builder(game, budget or Budget(Limits()), most_nodes).tree()


_kept: deque[GameTree] = deque(maxlen=4)
"""The trees that were built last: the methods that a chooser tries share them."""


def kept_tree(game: Game, budget: Budget | None = None, most_nodes: int = MOST_NODES) -> GameTree:
    """The tree of a game, without building it again if it was one of the last; raises as `game_tree` does."""
    tree = next((kept for kept in _kept if kept.game is game), None)
    if tree is None:
        tree = game_tree(game, budget, most_nodes)
        _kept.append(tree)
    if tree.size > most_nodes:
        raise _too_large(game, most_nodes)
    return tree


def _too_large(game: Game, most_nodes: int) -> LimitError:
    return LimitError(
        f"the tree of {quote(game)} has more than {most_nodes:,} nodes: it is too large to be solved whole"
    )


def refusal(game: Game) -> str | None:
    """The reason why the tree cannot be built, apart from its size; None if it can."""
    return None if game.kind.hidden else "it has perfect information, and this method is for imperfect information"


class _Open(NamedTuple):  # there is one for each node, and a dataclass takes longer to make
    """A state that has not been visited yet: the slot of its node in `child`, and how it is reached."""

    state: State
    slot: int
    depth: int
    last: tuple[int, ...]
    """The last sequence of each player."""

    chance: float


class _Builder:
    """Visits the tree depth first. Sequences are numbered as they are found, and by player at the end."""

    def __init__(self, game: Game, budget: Budget, most_nodes: int) -> None:
        self.game, self.budget, self.most_nodes = game, budget, most_nodes
        self.nodes = Nodes()
        self.sets: list[InformationSet] = []
        self.number_of: dict[View, int] = {}
        self.payoffs: dict[tuple[int, ...], tuple[float, ...]] = {}
        self.sequences = game.players  # those found so far: first the empty ones

    def tree(self) -> GameTree:
        game = self.game
        why = refusal(game)
        if why is not None:
            raise KindError(f"{quote(game)} has no tree with information sets: {why}")
        stack = [_Open(game.initial(), -1, 0, tuple(range(game.players)), 1.0)]
        while stack:
            found = stack.pop()
            if len(self.nodes.player) >= self.most_nodes:
                raise _too_large(game, self.most_nodes)
            self.budget.check()
            stack.extend(reversed(list(self._visit(found))))
        return self._ordered()

    def _visit(self, found: _Open) -> Iterator[_Open]:
        """Adds a node to the rows; its children."""
        game, s, nodes = self.game, found.state, self.nodes
        if found.slot >= 0:
            nodes.child[found.slot] = len(nodes.player)
        nodes.depth = max(nodes.depth, found.depth)
        nodes.first_child.append(len(nodes.child))
        if game.is_terminal(s):
            self._end(found)
            return
        player = int(game.player(s))
        is_chance = player == CHANCE
        actions = legal_actions(game, s)
        number = -1 if is_chance else self._set_at(s, player, tuple(actions), found.last[player])
        nodes.player.append(player)
        nodes.place.append(number)
        nodes.children.append(len(actions))
        shares = chances(game, s, actions) if is_chance else [1.0] * len(actions)
        slot = len(nodes.child)
        nodes.child.extend([-1] * len(actions))
        nodes.chance.extend(shares)
        for place, a in enumerate(actions):
            last = found.last
            if not is_chance:
                last = (*last[:player], self.sets[number].first + place, *last[player + 1 :])
            yield _Open(game.result(s, a), slot + place, found.depth + 1, last, found.chance * shares[place])

    def _end(self, found: _Open) -> None:
        nodes, values = self.nodes, [float(u) for u in utilities(self.game, found.state)]
        nodes.player.append(TERMINAL)
        nodes.place.append(len(nodes.utility) // self.game.players)
        nodes.children.append(0)
        nodes.utility.extend(values)
        before = self.payoffs.get(found.last, (0.0,) * len(values))
        self.payoffs[found.last] = tuple(b + found.chance * v for b, v in zip(before, values, strict=True))

    def _set_at(self, s: State, player: int, actions: tuple[Action, ...], last: int) -> int:
        """The number of the information set of s, which is new or has been reached by the same own actions."""
        view = View(player, self.game.observe(s, player))
        number = self.number_of.setdefault(view, len(self.sets))
        if number == len(self.sets):
            self.sets.append(InformationSet(view, actions, s, last, self.sequences))
            self.sequences += len(actions)
            return number
        known = self.sets[number]
        if known.actions != actions:
            raise RuleError(
                f"{player_name(self.game, player)} cannot tell {quote(self.game.show(known.state))} from "
                f"{quote(self.game.show(s))}, but their actions differ: {known.actions!r} and {actions!r}"
            )
        if known.parent != last:
            raise KindError(
                f"{player_name(self.game, player)} forgets what it did or knew: the view "
                f"{quote(show_view(self.game, view))} is reached by different own actions, and without perfect recall "
                "there is no strategy to compute"
            )
        return number

    def _ordered(self) -> GameTree:
        """The tree with information sets and sequences renumbered: ordered by player, then as they were found."""
        players = range(self.game.players)
        order = [n for p in players for n, known in enumerate(self.sets) if known.view.player == p]
        renumbered = [0] * self.sequences
        sets: list[InformationSet] = []
        first_set, first_sequence, count = [0], [0], 0
        for p in players:
            renumbered[p] = count
            count += 1
            for number in order[len(sets) :]:
                known = self.sets[number]
                if known.view.player != p:
                    break
                for place, sequence in enumerate(known.sequences):
                    renumbered[sequence] = count + place
                sets.append(InformationSet(known.view, known.actions, known.state, renumbered[known.parent], count))
                count += len(known.actions)
            first_set.append(len(sets))
            first_sequence.append(count)
        place_of = {number: place for place, number in enumerate(order)}
        nodes = self.nodes
        nodes.place = [
            place_of[place] if player >= 0 else place for player, place in zip(nodes.player, nodes.place, strict=True)
        ]
        payoffs = {tuple(renumbered[n] for n in last): values for last, values in self.payoffs.items()}
        return GameTree(self.game, tuple(sets), tuple(first_set), tuple(first_sequence), payoffs, nodes)
