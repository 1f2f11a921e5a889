"""Games of Go in the Smart Game Format (SGF), read and written with sgfmill: variations, comments, handicap stones.

    (;FF[4]GM[1]SZ[9]KM[7.5];B[ee]C[tengen];W[eg](;B[cf])(;B[gf]))

A node without a move, and moves of the same colour twice running, have no place in a record: comments of the former go
to the move before, and the latter are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from zermelo.core.errors import LoadError, ParseError, ZermeloError, quote
from zermelo.core.game import MIN, Action, Game, State
from zermelo.core.repetition import refuse_repetition
from zermelo.loading import load
from zermelo.play.record import Move, Record
from zermelo.play.steps import DEEPEST

Go: TypeAlias = Any
"""The game of Go, which this room knows by its name and its methods alone."""

Node: TypeAlias = Any
"""A node of sgfmill's trees, or a whole tree: the library has no type hints."""

Path: TypeAlias = tuple[Action, ...]
"""The actions from the start to a position."""

GO = "1"
"""The number of Go in the property GM."""

_SETUP = ("AB", "AW", "AE")
_COLOURS = ("b", "w")


@dataclass(frozen=True)
class SgfGame:
    """A game of Go with what SGF adds to the moves: comments, the names of the players, and the result as written."""

    record: Record
    comments: Mapping[Path, str] = field(default_factory=dict)
    """The comments, by the actions that lead to the position they are about."""

    players: tuple[str, str] = ("", "")
    result: str = ""


def read_sgf(text: str, game: Game | None = None) -> SgfGame:
    """The game in the text. Raises ParseError, or LoadError if sgfmill is not installed.

    If a game is given, it must be Go of the same size; its komi and its rule of ko hold. Otherwise the komi is that of
    the text, and ko is positional.
    """
    tree = _tree_of(text)
    root = tree.get_root()
    go = _game_of(tree, game)
    reader = _Reader(go, _start(go, root))
    reader.comment((), root)
    moves = reader.moves(root)
    names = tuple(_text_of(root, name) for name in ("PB", "PW"))
    return SgfGame(Record(go, reader.start, moves), reader.comments, (names[0], names[1]), _text_of(root, "RE"))


def write_sgf(found: SgfGame | Record) -> str:
    """The game as SGF. Raises ParseError if it is not a game of Go."""
    sgf = _library()
    given = found if isinstance(found, SgfGame) else SgfGame(found)
    go = _as_go(given.record.game)
    tree = sgf.Sgf_game(go.size, encoding="UTF-8")
    root = tree.get_root()
    root.set("KM", go.komi)
    for name, value in (("PB", given.players[0]), ("PW", given.players[1]), ("RE", given.result)):
        if value:
            root.set(name, value)
    if given.record.start != go.initial():
        _write_start(go, given.record.start, root)
    if () in given.comments:
        root.set("C", given.comments[()])
    _write_moves(go, given, root)
    return str(tree.serialise().decode("UTF-8"))


def _library() -> Any:
    try:
        from sgfmill import sgf  # noqa: PLC0415  # an optional dependency
    except ImportError:
        raise LoadError("SGF is read and written by sgfmill: install it with pip install 'zermelo[go]'") from None
    return sgf


# Reading.


def _tree_of(text: str) -> Node:
    sgf = _library()
    try:
        return sgf.Sgf_game.from_string(text)
    except ValueError as error:
        raise ParseError(f"{quote(text)} is not a game in SGF: {error}") from None


def _text_of(node: Node, name: str) -> str:
    try:
        return str(node.get(name)) if node.has_property(name) else ""
    except ValueError as error:
        raise ParseError(f"the property {name} of the SGF is broken: {error}") from None


def _game_of(tree: Node, game: Game | None) -> Go:
    """The game that the text is about. Raises ParseError if it is another one than the given game."""
    root = tree.get_root()
    number = root.get_raw("GM").decode("ascii", "replace").strip() if root.has_property("GM") else GO
    if number != GO:
        raise ParseError(f"the SGF is of another game: its GM is {quote(number)}, and that of Go is {GO}")
    size = tree.get_size()
    if game is not None:
        go = _as_go(game)
        if go.size != size:
            raise ParseError(f"the SGF has a board of {size} lines, and {quote(game)} has {go.size}")
        return go
    try:
        return load(f"go:size={size},komi={tree.get_komi():g}")
    except (ValueError, ZermeloError) as error:
        raise ParseError(f"the SGF is not of a game that can be played here: {error}") from None


def _as_go(game: Game) -> Go:
    if game.name != "go":
        raise ParseError(f"SGF is for Go, not for {quote(game)}")
    return game


def _start(go: Go, root: Node) -> State:
    """The position in which play begins: the empty board, or the stones that are set up. Raises ParseError."""
    try:
        black, white, _ = root.get_setup_stones()
        named = root.get("PL") if root.has_property("PL") else None
    except ValueError as error:
        raise ParseError(f"the SGF sets up a position that is broken: {error}") from None
    first = named or ("w" if black and not white else "b")  # after handicap stones White begins
    if not black and not white and first == "b":
        return go.initial()
    letters = dict.fromkeys(black, "X") | dict.fromkeys(white, "O")
    size = range(go.size)
    rows = ["".join(letters.get((go.size - 1 - row, column), ".") for column in size) for row in size]
    return go.parse(f"{'/'.join(rows)} {go.player_names[_COLOURS.index(first)]}")


def _point(go: Go, at: tuple[int, int]) -> int:
    """The point that sgfmill gives as row from the bottom and column."""
    return int((go.size - 1 - at[0]) * go.stride + at[1])


class _Reader:
    """Turns the nodes of SGF into moves; collects their comments."""

    def __init__(self, go: Go, start: State) -> None:
        self.go, self.start = go, start
        self.comments: dict[Path, str] = {}

    def comment(self, path: Path, node: Node) -> None:
        """Keeps the comment of a node, after those of the same position."""
        text = _text_of(node, "C")
        if text:
            self.comments[path] = f"{self.comments[path]}\n{text}" if path in self.comments else text

    def moves(self, root: Node) -> tuple[Move, ...]:
        """The moves below the root of the tree."""
        return self._below(root, [self.start], (), 0)

    def _below(self, node: Node, states: list[State], path: Path, depth: int) -> tuple[Move, ...]:
        """The moves below a node: along its first children without recursion, because a game may be long."""
        if depth > DEEPEST:
            raise ParseError(f"the SGF has variations nested more than {DEEPEST} deep")
        line: list[tuple[Action, list[Move]]] = []
        variations: list[Move] = []  # of the next move: nodes without a move may come before it
        children = list(node)
        states = list(states)
        while children:
            first, *others = children
            variations += [m for other in others for m in self._variation(other, states, path, depth)]
            a = self._action(first, states)
            if a is not None:
                line.append((a, variations))
                variations = []
                path = (*path, a)
                states.append(self.go.result(states[-1], a))
            self.comment(path, first)
            children = list(first)
        moves = tuple(variations)
        for a, others_than_it in reversed(line):
            moves = (Move(a, moves), *others_than_it)
        return moves

    def _variation(self, node: Node, states: list[State], path: Path, depth: int) -> tuple[Move, ...]:
        a = self._action(node, states)
        if a is None:
            self.comment(path, node)
            return self._below(node, states, path, depth + 1)
        self.comment((*path, a), node)
        return (Move(a, self._below(node, [*states, self.go.result(states[-1], a)], (*path, a), depth + 1)),)

    def _action(self, node: Node, states: list[State]) -> Action | None:
        """The move of a node, or None if it has none. Raises ParseError if it is not legal."""
        go, s = self.go, states[-1]
        where = f"move {len(states)} of the SGF"
        if any(node.has_property(name) for name in _SETUP):
            raise ParseError(f"{where}: stones are set up after the game has begun")
        try:
            colour, at = node.get_move()
        except ValueError as error:
            raise ParseError(f"{where} is broken: {str(error) or 'it is off the board'}") from None
        if colour is None:
            return None
        if go.is_terminal(s):
            raise ParseError(f"{where}: play is over after two passes")
        if colour != _COLOURS[s.mover]:
            raise ParseError(f"{where}: it is the turn of {go.player_names[s.mover]}")
        name = "pass" if at is None else go.point_name(_point(go, at))
        try:
            a = go.parse_action(s, name)
        except ParseError as error:
            raise ParseError(f"{where}: {error}") from None
        refuse_repetition(go, states, a, f"{where}: ")
        return a


# Writing.


def _write_start(go: Go, s: Any, root: Node) -> None:
    points = [(go.size - 1 - row, column) for row in range(go.size) for column in range(go.size)]
    letters = "".join(go.rows(s))
    stones = {kind: [at for at, letter in zip(points, letters, strict=True) if letter == kind] for kind in "XO"}
    root.set_setup_stones(stones["X"], stones["O"])
    if s.mover == MIN or not stones["O"]:
        root.set("PL", _COLOURS[s.mover])


def _write_moves(go: Go, given: SgfGame, root: Node) -> None:
    """Writes the moves below the root; iterative, because a game may be longer than Python's stack."""
    waiting: list[tuple[Node, State, Path, Move]]
    waiting = [(root, given.record.start, (), move) for move in reversed(given.record.moves)]
    while waiting:
        above, s, path, move = waiting.pop()
        a = move.action
        node, path = above.new_child(), (*path, a)
        row, column = divmod(a, go.stride)
        node.set_move(_COLOURS[go.player(s)], None if a == go.passing else (go.size - 1 - row, column))
        if path in given.comments:
            node.set("C", given.comments[path])
        after = go.result(s, a)
        waiting += [(node, after, path, reply) for reply in reversed(move.replies)]
