"""Games of Go in the Smart Game Format (SGF), read and written with sgfmill: variations, comments, handicap stones.

    (;FF[4]GM[1]SZ[9]KM[7.5];B[ee]C[tengen];W[eg](;B[cf])(;B[gf]))

A record cannot hold everything that SGF can. `notes` report what was changed: between two moves of one colour, a pass
of the other is inserted; a line ends where stones are set up or play continues after two passes; of several games, the
first is read. Comments of a node without a move are added to the previous move. An illegal move is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import floor
from types import MappingProxyType
from typing import Any, TypeAlias

from zermelo.core.errors import LoadError, ParseError, quote
from zermelo.core.game import MIN, Action, Game, State
from zermelo.core.repetition import refuse_repetition
from zermelo.loading import load
from zermelo.play.record import Move, Record
from zermelo.play.steps import DEEPEST

Go: TypeAlias = Any
"""A game of Go. `play` must not import it, so it is recognised by its name and used through its methods."""

Node: TypeAlias = Any
"""A node or a tree of sgfmill, which has no type hints."""

Path: TypeAlias = tuple[Action, ...]
"""The actions from the start to a position."""

GO = "1"
"""The number of Go in the property GM."""

_SETUP = ("AB", "AW", "AE")
_COLOURS = ("b", "w")


@dataclass(frozen=True)
class SgfGame:
    """A game of Go with the other contents of an SGF file: comments, the players' names, and the result as written."""

    record: Record
    comments: Mapping[Path, str] = field(default_factory=dict)
    """The comments, by the actions that lead to the position of each."""

    players: tuple[str, str] = ("", "")
    result: str = ""
    notes: tuple[str, ...] = ()
    """What was left out or changed, because a record cannot hold it."""


def read_sgf(text: str, game: Game | None = None, *, rules: Mapping[str, Any] = MappingProxyType({})) -> SgfGame:
    """The game in the text. Raises ParseError, or LoadError if sgfmill is not installed.

    If a game is given, it must be Go of the same size; its komi and its ko rule apply. Otherwise the komi is that of
    the text, and the ko rule is positional superko, unless `rules`, parameters of Go, say otherwise.
    """
    tree = _tree_of(text)
    root = tree.get_root()
    notes = _notes_on_games(text)
    go = _game_of(tree, game, notes, rules)
    reader = _Reader(go, _start(go, root), notes)
    reader.comment((), root)
    moves = reader.moves(root)
    names = tuple(_text_of(root, name) for name in ("PB", "PW"))
    record = Record(go, reader.start, moves)
    return SgfGame(record, reader.comments, (names[0], names[1]), _text_of(root, "RE"), tuple(dict.fromkeys(notes)))


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


def _notes_on_games(text: str) -> list[str]:
    """A note if the text is a collection of several games."""
    from sgfmill import sgf_grammar  # noqa: PLC0415  # an optional dependency, which is there by now

    count = len(sgf_grammar.parse_sgf_collection(text.encode("utf-8")))
    return [f"the SGF has {count} games, and this is the first"] if count > 1 else []


def _komi_of(tree: Node, notes: list[str]) -> float:
    """The komi; if it is not a multiple of a half, one that is and with which every score has the same winner."""
    try:
        komi = float(tree.get_komi())
    except ValueError:
        raise ParseError(f"the komi of the SGF, {_quoted(tree.get_root().get_raw('KM'))}, is not a number") from None
    if 2 * komi == int(2 * komi):
        return komi
    notes.append(f"komi {komi:g} is played as {floor(komi) + 0.5:g}, with the same winner for every score")
    return floor(komi) + 0.5


def _quoted(raw: bytes) -> str:
    return quote(raw.decode("utf-8", "replace"))


def _text_of(node: Node, name: str) -> str:
    try:
        return str(node.get(name)) if node.has_property(name) else ""
    except ValueError as error:
        raise ParseError(f"the property {name} of the SGF is broken: {error}") from None


def _game_of(tree: Node, game: Game | None, notes: list[str], rules: Mapping[str, Any]) -> Go:
    """The game of the text. Raises ParseError if it differs from the given game."""
    root = tree.get_root()
    number = root.get_raw("GM").decode("ascii", "replace").strip() if root.has_property("GM") else GO
    if number != GO:
        raise ParseError(f"the SGF is of another game: GM is {quote(number)}, and Go has GM {GO}")
    size = tree.get_size()
    if game is not None:
        go = _as_go(game)
        if go.size != size:
            raise ParseError(f"the SGF has a board of {size} lines, and {quote(game)} has {go.size}")
        return go
    try:
        go = load(f"go:size={size},komi={_komi_of(tree, notes):g}")
    except (LoadError, OverflowError) as error:
        raise ParseError(f"the SGF is not of a game that can be played here: {error}") from None
    return type(go)(**{**go.parameters, **rules})


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
    """The point for a row, counted from the bottom, and a column of sgfmill."""
    return int((go.size - 1 - at[0]) * go.stride + at[1])


class _Reader:
    """Converts the nodes of SGF to moves; collects their comments, and notes on what is left out."""

    def __init__(self, go: Go, start: State, notes: list[str]) -> None:
        self.go, self.start, self.notes = go, start, notes
        self.comments: dict[Path, str] = {}

    def comment(self, path: Path, node: Node) -> None:
        """Adds the comment of a node to those of the same position."""
        text = _text_of(node, "C")
        if text:
            self.comments[path] = f"{self.comments[path]}\n{text}" if path in self.comments else text

    def moves(self, root: Node) -> tuple[Move, ...]:
        """The moves below the root of the tree."""
        return self._below(root, [self.start], (), 0)

    def _below(self, node: Node, states: list[State], path: Path, depth: int) -> tuple[Move, ...]:
        """The moves below a node. First children are followed in a loop, without recursion: a game may be long."""
        if depth > DEEPEST:
            raise ParseError(f"the SGF has variations nested more than {DEEPEST} deep")
        line: list[tuple[Action, list[Move]]] = []
        variations: list[Move] = []  # of the next move: nodes without a move may come before it
        children = list(node)
        states = list(states)
        while children:
            first, *others = children
            variations += [m for other in others for m in self._variation(other, states, path, depth)]
            if self._ends_before(first, states):
                break
            for a in self._actions(first, states):
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
        if self._ends_before(node, states):
            return ()
        states = list(states)
        actions = self._actions(node, states)
        for a in actions:
            states.append(self.go.result(states[-1], a))
        path = (*path, *actions)
        self.comment(path, node)
        moves = self._below(node, states, path, depth + 1)
        for a in reversed(actions):
            moves = (Move(a, moves),)
        return moves

    def _ends_before(self, node: Node, states: list[State]) -> bool:
        """Whether a line ends before this node, because a record cannot hold it."""
        where = f"move {len(states)} of the SGF"
        if any(node.has_property(name) for name in _SETUP):
            self.notes.append(f"{where}: stones are set up, and the line ends before them")
            return True
        if self.go.is_terminal(states[-1]) and self._move(node, where)[0] is not None:
            self.notes.append(f"{where}: play continues after two passes, and the line ends with them")
            return True
        return False

    def _actions(self, node: Node, states: list[State]) -> list[Action]:
        """The moves of a node: one, or none; preceded by a pass if the other player is to move. Raises ParseError."""
        go, s = self.go, states[-1]
        where = f"move {len(states)} of the SGF"
        colour, at = self._move(node, where)
        if colour is None:
            return []
        passes: list[Action] = []
        if colour != _COLOURS[s.mover]:
            self.notes.append(f"{where}: {go.player_names[s.mover]} is taken to pass, because the other moves again")
            passes, s = [go.passing], go.result(s, go.passing)
            if go.is_terminal(s):
                skipped = go.player_names[1 - s.mover]
                raise ParseError(f"{where}: it is the turn of {skipped}, whose pass would end play")
        name = "pass" if at is None else go.point_name(_point(go, at))
        try:
            a = go.parse_action(s, name)
        except ParseError as error:
            raise ParseError(f"{where}: {error}") from None
        refuse_repetition(go, [*states, s] if passes else states, a, f"{where}: ")
        return [*passes, a]

    def _move(self, node: Node, where: str) -> tuple[str | None, tuple[int, int] | None]:
        """The colour and the point of a node's move. Raises ParseError."""
        try:
            colour, at = node.get_move()
        except ValueError:
            _, raw = node.get_raw_move()
            raise ParseError(f"{where} is broken: {_quoted(raw)} is not a point of the board") from None
        return colour, at


# Writing.


def _write_start(go: Go, s: Any, root: Node) -> None:
    points = [(go.size - 1 - row, column) for row in range(go.size) for column in range(go.size)]
    letters = "".join(go.rows(s))
    stones = {kind: [at for at, letter in zip(points, letters, strict=True) if letter == kind] for kind in "XO"}
    root.set_setup_stones(stones["X"], stones["O"])
    if s.mover == MIN or not stones["O"]:
        root.set("PL", _COLOURS[s.mover])


def _write_moves(go: Go, given: SgfGame, root: Node) -> None:
    """Writes the moves below the root; in a loop, because a game may be longer than Python's stack is deep."""
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
