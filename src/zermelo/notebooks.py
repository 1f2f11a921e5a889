"""A game that is played in a notebook: by clicking, if it is small, and otherwise action by action, in cells."""

from __future__ import annotations

from functools import cached_property
from html import escape
from os import PathLike
from random import Random
from typing import Any

from zermelo.core.errors import KindError, LimitError, ParseError, quote
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Limits
from zermelo.core.people import player_name
from zermelo.core.results import Solution
from zermelo.core.rules import legal_actions, state_of
from zermelo.core.values import show_value
from zermelo.draw.board import board_svg
from zermelo.draw.frame import Framed
from zermelo.draw.html import write_page
from zermelo.loading import load
from zermelo.methods.chooser import NOTEBOOK_STATES, Chooser
from zermelo.questions import analyse

MOST_POSITIONS = 1_500
"""The maximum number of reachable positions of a game that is put into one page."""

HEIGHT = 520

START = """
const data = JSON.parse(document.getElementById("data").textContent);
mountGame(document.querySelector(".place-of-a-game"), data);
"""


def interactive(
    game: Game | str | PathLike[str],
    state: State | str | None = None,
    *,
    human: int | None = 0,
    seconds: float = 1.0,
    seed: int = 0,
) -> Interactive:
    """A game to be played in a notebook as player `human` against the computer; with None, people play all sides.

    A small game becomes a board to click on, which works without Python too: the computer plays perfectly. Any game
    can be played with `play(action)`; the computer has `seconds` for each of its moves.
    """
    loaded = game if isinstance(game, Game) else load(game)
    if loaded.kind.hidden:
        raise KindError(f"{quote(loaded)} hides information: play it with zermelo serve, where each player has a seat")
    if human is not None and human not in range(loaded.players):
        raise ParseError(f"{quote(human)} is not a player of {quote(loaded)}: they are 0 to {loaded.players - 1}")
    start = loaded.initial() if state is None else state_of(loaded, state)
    return Interactive(loaded, start, human, seconds, Random(seed))


class Interactive:
    """A game that is being played. A notebook shows the current position."""

    def __init__(self, game: Game, start: State, human: int | None, seconds: float, dice: Random) -> None:
        self.game, self.state, self.human, self.seconds = game, start, human, seconds
        self.moves: list[str] = []
        self._dice = dice
        self._let_others_move()

    def play(self, action: str) -> Interactive:
        """Plays the action, and then the computer's moves. Raises ParseError if it is not legal."""
        if self.game.is_terminal(self.state):
            raise ParseError(f"{quote(action)}: play is over")
        self._take(self.game.parse_action(self.state, action))
        self._let_others_move()
        self.__dict__.pop("page", None)
        return self

    def _take(self, action: Action) -> None:
        self.moves.append(self.game.show_action(self.state, action))
        self.state = self.game.result(self.state, action)

    def _let_others_move(self) -> None:
        while not self.game.is_terminal(self.state) and not self._is_humans(self.state):
            if self.game.player(self.state) == CHANCE:
                outcomes = legal_actions(self.game, self.state)
                weights = [self.game.probability(self.state, a) for a in outcomes]
                self._take(self._dice.choices(outcomes, weights)[0])
            else:
                found = analyse(self.game, self.state, seconds=self.seconds)
                assert found.action is not None
                self._take(found.action)

    def _is_humans(self, s: State) -> bool:
        player = self.game.player(s)
        return player != CHANCE and self.human in (None, player)

    @property
    def turn(self) -> str:
        """The player to move, or the result."""
        return _turn(self.game, self.state)

    @cached_property
    def page(self) -> Framed | None:
        """The game as a board to click on; None if too many positions can be reached, or it cannot be enumerated."""
        try:
            positions = _Positions(self.game, self.human).reach(self.state)
        except (KindError, LimitError):
            return None
        body = '<div class="place-of-a-game"></div>'
        data = {"positions": positions}
        sheets = ("page.css", "playable.css")
        return Framed(write_page(self.game.title, body, data, ("playable.js", START), sheets=sheets), HEIGHT)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        plain = "\n\n".join(filter(None, [self.game.show(self.state), self.turn, " · ".join(self.moves)]))
        if self.page is not None:
            return {"text/plain": plain, "text/html": self.page._repr_html_()}
        board = f'<div style="width:22em;max-width:100%">{board_svg(self.game, self.state)}</div>'
        words = [self.turn, " · ".join(self.moves), "" if self.game.is_terminal(self.state) else self._how()]
        return {"text/plain": plain, "text/html": board + "".join(f"<p>{escape(text)}</p>" for text in words if text)}

    def _how(self) -> str:
        names = [self.game.show_action(self.state, a) for a in legal_actions(self.game, self.state)]
        shown = ", ".join(names[:12]) + (" …" if len(names) > 12 else "")
        return f'Play with .play("{names[0]}"), or any of: {shown}'


class _Positions:
    """The positions of a game that can be reached if the computer plays its best actions, as plain data."""

    def __init__(self, game: Game, human: int | None) -> None:
        self.game, self.human = game, human
        self._solution: Solution | None = None

    def reach(self, start: State) -> list[dict[str, Any]]:
        """All positions that can be reached from start, which comes first. Raises LimitError if there are too many."""
        numbers = {start: 0}
        states = [start]
        rows: list[dict[str, Any]] = []
        for s in states:  # the list grows during the loop
            moves = []
            for action, probability in self._moves(s):
                after = self.game.result(s, action)
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                moves.append([self.game.show_action(s, action), numbers[after], probability])
            if len(states) > MOST_POSITIONS:
                raise LimitError(f"{quote(self.game)} has more than {MOST_POSITIONS:,} positions")
            over = self.game.is_terminal(s)
            rows.append({"turn": _turn(self.game, s), "over": over, "human": self._is_humans(s), "moves": moves})
        return [{"picture": board_svg(self.game, s), **row} for s, row in zip(states, rows, strict=True)]

    def _is_humans(self, s: State) -> bool:
        if self.game.is_terminal(s):
            return False
        player = self.game.player(s)
        return player != CHANCE and self.human in (None, player)

    def _moves(self, s: State) -> list[tuple[Action, float]]:
        """The actions that may be taken in s, with their probabilities."""
        if self.game.is_terminal(s):
            return []
        actions = legal_actions(self.game, s)
        if self.game.player(s) == CHANCE:
            return [(a, self.game.probability(s, a)) for a in actions]
        return [(a, 1.0) for a in actions] if self._is_humans(s) else [(self._best(s), 1.0)]

    def _best(self, s: State) -> Action:
        if self._solution is None:
            self._solution = Chooser(self.game).enumerated(self.game.initial(), Limits(nodes=NOTEBOOK_STATES))
        found = self._solution.policy(s)
        if not found:
            raise LimitError(f"{quote(self.game)} is too large to be solved for a page")
        return found[0]


def _turn(game: Game, s: State) -> str:
    if not game.is_terminal(s):
        return f"{player_name(game, int(game.player(s)))} to move"
    results = (f"{player_name(game, p)} {show_value(game.utility(s, p))}" for p in range(game.players))
    return f"Play is over: {', '.join(results)}"
