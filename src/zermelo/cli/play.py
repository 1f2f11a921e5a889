"""`zermelo play`: a game in the terminal between people, people and the computer, or the computer alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import click

from zermelo.cli.logs import unlogged
from zermelo.cli.methods import asking, given, plain_option
from zermelo.cli.notices import Notices
from zermelo.cli.opening_book import book_option, opened_book
from zermelo.cli.progress import lines_shown, thinking
from zermelo.cli.shared import (
    game_argument,
    interruptible,
    limit_options,
    position_argument,
    print_json,
    tables_option,
    text_of,
    the_seed,
    weights_option,
    write_whole,
)
from zermelo.core.errors import KindError, LimitError, LoadError, ParseError, ZermeloError, quote
from zermelo.core.game import CHANCE, Action, Game, State
from zermelo.core.limits import Clock, Limits
from zermelo.core.opponents import opponent as opponent_of
from zermelo.core.people import player_name, shown, summary
from zermelo.core.repetition import ends_by_repetition, legal_after
from zermelo.core.results import Line, show_line
from zermelo.core.values import plain_number, show_value
from zermelo.engine.engine import Watch
from zermelo.methods.method import Question
from zermelo.play import Choice, Computer, Erring, Player, Playing, Record, TrapSetter, Turn
from zermelo.play.pdn import write_pdn
from zermelo.play.sgf import write_sgf
from zermelo.play.viewing import PartialRecord, SeenMove, partial_record, seen_moves
from zermelo.players import is_erring, player as player_of

SECONDS = 1.0
"""The seconds for a move of the computer if no limit is given."""

FORMATS: dict[str, Callable[[Record], str]] = {".sgf": write_sgf, ".pdn": write_pdn}
"""Functions that write a record in the format of a game's community, by the ending of the file's name."""

COMMANDS = {
    "hint": "see what the computer would play",
    "why": "see the computer's values of all actions at its last move",
    "undo": "go back to your last choice",
    "save FILE": "write the game so far to a file",
    "? or help": "see this list",
    "quit": "stop",
}
"""The commands that can be typed in place of an action."""

HIDDEN_COMMANDS = {name: effect for name, effect in COMMANDS.items() if name != "undo"} | {
    "why": "see the computer's values of your actions now",
    "save FILE": "write what you have seen to a file",
}
"""The same where information is hidden: nothing is undone, and the computer's reasons are its secret."""


@click.command(cls=asking(Question.PLAY))
@game_argument
@position_argument
@tables_option
@click.option("--human", default="0", show_default=True, help="Which players are people: 0, 1, ..., all or none.")
@limit_options
@weights_option
@click.option("--clock", metavar="S+I", help="Give the computer S seconds for the game and an increment of I seconds.")
@click.option("--lines", type=int, help="On a terminal, show this many best lines before your moves.")
@click.option(
    "--opponent", metavar="PLAYER", help="The opponent: level=0.7, random, bot.py:Bot, ugi:COMMAND, as in match."
)
@book_option
@click.option("--traps", metavar="HOW", help="Set traps, among the best actions, for an opponent who errs this way.")
@click.option("--save", "path", type=click.Path(path_type=Path), help="Write the game to a file.")
@plain_option
def play(
    game: Game,
    position: str | None,
    *,
    human: str,
    as_json: bool,
    clock: str | None,
    lines: int | None,
    opponent: str | None,
    book: str | None,
    traps: str | None,
    path: Path | None,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    **options: Any,
) -> None:
    """Play against the computer, from POSITION or from the start.

    Type an action or its number; or hint, undo, why (the computer's reasons), save FILE, quit. On a terminal, a line
    shows the progress of the computer's search; Ctrl-C makes it move.
    """
    if lines is not None and lines < 1:
        raise LimitError(f"--lines {lines} is not valid: the number of lines must be above zero")
    notices = Notices()
    if clock is None and depth is None and nodes is None and seconds is None:
        seconds = SECONDS
    people = _people(game, human)
    playing = Playing(game, None if position is None else text_of(position), the_seed())
    timing = None if clock is None else Clock.parse(clock)
    computer = Computer(
        game,
        Limits(depth, nodes, seconds),
        playing.state,
        clock=timing,
        book=opened_book(book, game),
        notice=notices,
        **given(options),
    )
    if len(people) < game.players and opponent is None:
        computer.check_fit()
    player = _player(computer, opponent, traps)
    sitting = _Sitting(playing, people, computer, player, notices, as_json=as_json, lines=lines)
    if path is not None:
        _save(sitting.record, path)  # so that an error in writing comes before the game
    player.begin(the_seed())
    computer.prepare(compiling=len(people) < game.players)
    try:
        sitting.run()
    finally:
        player.close()
        computer.close()
    if path is not None:
        _save(sitting.record, path)
    if as_json:
        print_json(sitting.to_json())


def _people(game: Game, text: str) -> set[int]:
    if text in ("all", "none"):
        return set(range(game.players)) if text == "all" else set()
    try:
        people = {int(piece) for piece in text.split(",")}
    except ValueError:
        people = {-1}
    if not people <= set(range(game.players)):
        raise LoadError(f"--human {quote(text)}: the players are 0 to {game.players - 1}; or write all or none")
    return people


def _player(computer: Computer, opponent: str | None, traps: str | None) -> Player:
    """The computer itself, one that errs or sets traps, or any other player."""
    if opponent is not None and traps is not None:
        raise KindError("--opponent and --traps cannot be combined: each of them chooses the player")
    if opponent is not None and not is_erring(opponent):
        return player_of(computer.game, opponent, isolated=True)
    if opponent is not None:
        return Erring(computer, opponent_of(opponent), the_seed())
    return computer if traps is None else TrapSetter(computer, opponent_of(traps))


def _save(record: Record | PartialRecord, path: Path) -> None:
    """Writes the record: as JSON, SGF or PDN if the file's name ends in .json, .sgf or .pdn, otherwise as text."""
    if path.suffix == ".json":
        write_whole(path, json.dumps(record.to_json(), ensure_ascii=False, indent=2) + "\n")
    elif path.suffix in FORMATS and isinstance(record, Record):
        write_whole(path, FORMATS[path.suffix](record))
    else:
        write_whole(path, record.text())


class _Quit(Exception):
    """The person quits."""


class _Sitting:
    """One game between people and the computer: it shows the board, asks for moves, and handles commands."""

    def __init__(
        self,
        playing: Playing,
        people: set[int],
        computer: Computer,
        player: Player,
        notices: Notices,
        *,
        as_json: bool,
        lines: int | None,
    ) -> None:
        self.game = playing.game
        self.playing = playing
        self.people = people
        self.computer = computer  # gives hints and reasons
        self.player = player  # plays the moves
        self.notices = notices
        self.lines = lines
        self.to_stderr = as_json  # standard output is then only for the JSON object
        self.last_choice: tuple[list[State], Action] | None = None  # the play up to it, and the action
        self.viewer = min(people) if self.game.kind.hidden and people else None
        """The person at the terminal, if information is hidden."""

        self.reported = dict.fromkeys(people, 0)  # how many of the moves that it has seen each person was shown
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self.hint,
            "undo": self.undo,
            "why": self.why,
            "help": self.help,
            "?": self.help,
        }

    def say(self, text: str) -> None:
        """Prints a text for the person."""
        click.echo(text, err=self.to_stderr)

    def run(self) -> None:
        """Plays to the end, or until the person quits."""
        self.introduce()
        self.tell_news()
        try:
            while not self.playing.is_over:
                if not self.people and ends_by_repetition(self.game, self.playing.states):
                    self.say("\nthe same position for the third time: play that never ends is a draw")
                    return
                if self.playing.mover in self.people:
                    self.ask()
                else:
                    self.let_computer_move()
        except _Quit:
            self.say("bye")
            return
        if self.viewer is not None:  # now nothing is hidden any more
            self.say("\n" + ", ".join(self.news_of(seen) for seen in self.seen_moves()))
        self.say(f"\n{self.game.show(self.playing.state)}\n\n{self.outcome()}")

    def introduce(self) -> None:
        """Says what the goal is, whose moves the person makes, and how to get help."""
        if not self.people or self.playing.is_over:
            return
        others = [self.name(p) for p in range(self.game.players) if p not in self.people]
        yours = " and ".join(self.name(p) for p in sorted(self.people))
        who = f"You are {yours}, the computer is {' and '.join(others)}." if others else f"You are {yours}."
        about = summary(self.game)
        self.say(f"{self.game.title}: {about}" if about else self.game.title)
        self.say(f"{who} Type an action or its number; ? shows all commands.")

    def ask(self) -> None:
        """Shows the board and the actions, and reads input until the state changes."""
        state = self.playing.state
        self.pass_to(self.playing.mover)
        names = [self.game.show_action(state, a) for a in legal_after(self.game, self.playing.states)]
        self.say(f"\n{shown(self.game, state, self.playing.mover)}\n\n{_numbered(names)}")
        self.show_lines()
        while self.playing.state is state and (text := self.read()) is not None:
            try:
                if text in self.commands:
                    self.commands[text]()
                elif text.partition(" ")[0] == "save":
                    self.save(text.partition(" ")[2].strip())
                elif text:
                    self.move(self.action(text, names))
            except ParseError as error:
                self.say(f"{error} (? shows all commands)")
            except ZermeloError as error:
                self.say(str(error))

    def pass_to(self, person: int) -> None:
        """Where information is hidden and another person is to move: clears the screen and waits for that person."""
        if self.viewer in (None, person):
            return
        self.viewer = person
        click.clear()
        self.say(f"\npass the terminal to {self.name(person)}, who presses Enter")
        self.read()
        self.tell_news()

    def move(self, action: Action) -> None:
        """Plays the action, and shows the chance outcomes that follow."""
        before = len(self.playing.past) + 1
        self.playing.play(action)
        self.tell_news(before)

    def tell_news(self, since: int = 0) -> None:
        """Shows the chance outcomes from index `since` on; where information is hidden, what the viewer has seen since.

        The viewer knows its own actions.
        """
        if self.viewer is None:
            for state, outcome in self.playing.past[since:]:
                self.say(f"{self.name(CHANCE)}: {self.game.show_action(state, outcome)}")
        elif not self.playing.is_over:  # the end shows everything
            seen = self.seen_moves()
            for each in seen[self.reported[self.viewer] :]:
                if each.player != self.viewer:
                    self.say(self.news_of(each))
            self.reported[self.viewer] = len(seen)

    def news_of(self, seen: SeenMove) -> str:
        """A move that the viewer has seen, in words."""
        return f"{self.name(seen.player)}: {seen.text}"

    def seen_moves(self) -> list[SeenMove]:
        """The moves that the viewer has seen: all of them at the end."""
        return seen_moves(self.game, self.playing.past, self.playing.state, self.viewer)

    @property
    def record(self) -> Record | PartialRecord:
        """The record of the game: while it is running, only what the person at the terminal has seen."""
        if self.viewer is None or self.playing.is_over:
            return self.playing.record
        return partial_record(self.game, self.playing.past, self.playing.state, self.viewer)

    def read(self) -> str:
        """The line that the person types."""
        name = self.name(self.playing.mover)
        try:
            with self.notices.held():
                text = click.prompt(name, "", show_default=False, prompt_suffix="> ", err=self.to_stderr)
        except (click.Abort, RuntimeError):  # the end of the input, or Ctrl-C, or no input at all
            raise _Quit from None
        if text.strip().lower() in ("quit", "exit", "q"):
            raise _Quit
        return str(text).strip()

    def action(self, text: str, names: list[str]) -> Action:
        """The action with this name, or with this number if the names are not numbers themselves."""
        actions = legal_after(self.game, self.playing.states)
        if text.isdecimal() and len(text) < 10 and _are_numbered(names) and 1 <= int(text) <= len(actions):
            return actions[int(text) - 1]
        return self.game.parse_action(self.playing.state, text)

    def let_computer_move(self) -> None:
        """The computer thinks and moves. Ctrl-C makes it move immediately."""
        state = self.playing.state
        is_secret = self.viewer is not None
        with interruptible() as stop, unlogged(is_secret), thinking(quiet=is_secret) as watch:
            choice = self.player.decide(self.turn(stop, watch))
        if stop.is_set() and not self.people:  # no person could end it otherwise
            raise _Quit
        if self.viewer is not None:
            self.move(choice.action)
            return
        self.last_choice = (self.playing.states, choice.action)
        source = "" if choice.source is None else f" (from the {choice.source})"
        self.say(f"{self.name(self.playing.mover)} plays {self.game.show_action(state, choice.action)}{source}")
        self.move(choice.action)

    def turn(self, stop: Event, watch: Watch) -> Turn:
        """The situation of the player to move."""
        playing = self.playing
        actions = [a for _, a in playing.past]
        return Turn(playing.state, playing.start, actions, before=playing.before, stop=stop, watch=watch)

    def hint(self) -> None:
        """Shows the computer's choice."""
        with interruptible() as stop, thinking() as watch:
            choice = self.computer.decide(self.turn(stop, watch))
        if choice.line is None:
            raise LimitError("no action was valued within the limits: a hint needs more, as with --seconds 5")
        source = "" if choice.source is None else f", from the {choice.source}"
        name = self.game.show_action(self.playing.state, choice.action)
        self.say(f"{name}{self.mixture(choice)}: {self.worth(choice.line)}{source}")

    def mixture(self, choice: Choice) -> str:
        """The mixed strategy that an action was drawn from; empty if it is played for certain."""
        mixed = [
            f"{self.game.show_action(self.playing.state, a)} {show_value(round(p, 4))}" for a, p in choice.strategy if p
        ]
        return f", drawn from {', '.join(mixed)}" if len(mixed) > 1 else ""

    def undo(self) -> None:
        """Goes back to the last choice of the same person."""
        if self.viewer is not None:
            raise KindError("undo is not available in a game with hidden information")
        self.last_choice = None
        if not self.playing.undo(self.playing.mover):
            self.say("there is nothing to undo")

    def why(self) -> None:
        """Shows the computer's values of its actions at its last move; before that, of the person's actions now."""
        (*past, state), played = self.last_choice or (self.playing.states, None)
        with interruptible() as stop, thinking():
            choices = self.computer.weigh(state, stop, past=past)
        for choice in choices:
            mark = "*" if choice.action == played else " "
            name = self.game.show_action(state, choice.action)
            self.say(f"{mark} {name}: {self.worth(choice)}{self.reason(state, choice)}")

    def reason(self, state: State, choice: Line) -> str:
        """How often an equilibrium plays the action; otherwise, if nothing is hidden, the line that is expected."""
        if choice.probability is not None:
            return f", played with probability {show_value(round(choice.probability, 4))}"
        return f", {self.line(state, choice)}" if self.viewer is None else ""

    def show_lines(self) -> None:
        """Shows the best lines, with --lines and on a terminal; Ctrl-C ends the search for them."""
        if self.lines is None:
            return
        state = self.playing.state
        with lines_shown(self.to_stderr) as show, interruptible() as stop:
            if show is None:
                return
            for choices in self.computer.consider(state, self.lines, stop, past=self.playing.states[:-1]):
                show([(self.worth(choice), self.line(state, choice)) for choice in choices])

    def save(self, name: str) -> None:
        """Writes the game so far to a file."""
        if not name:
            raise LoadError("save needs a file name, as in: save game.txt")
        _save(self.record, Path(name))
        played = len(self.seen_moves())
        self.say(f"{name}: {played} action{'s' * (played != 1)}")

    def help(self) -> None:
        """Lists the commands."""
        self.say("Type an action or its number, or")
        for command, effect in (COMMANDS if self.viewer is None else HIDDEN_COMMANDS).items():
            self.say(f"  {command.ljust(9)}  {effect}")

    def worth(self, choice: Line) -> str:
        """A choice's value, in words."""
        simple = self.game.kind.one_number
        value = show_value(choice.values[0] if simple else choice.values)
        return f"value {value}{f' for {self.name(0)}' if simple else ''}, {'proved' if choice.proved else 'estimated'}"

    def line(self, state: State, choice: Line) -> str:
        """The actions that the computer expects, as the game shows them; if information is hidden, only the first."""
        if self.viewer is not None:
            return self.game.show_action(state, choice.action)
        return " · ".join(show_line(self.game, state, choice.actions))

    def name(self, player: int) -> str:
        """The name of a player."""
        return player_name(self.game, player)

    def outcome(self) -> str:
        """The winner, a draw, or each player's utility."""
        utilities = self.playing.utilities or []
        fair = self.game.fair_share
        if self.game.scored or self.game.players != 2 or not self.game.kind.zero_sum:
            return ", ".join(f"{self.name(p)}: {show_value(u)}" for p, u in enumerate(utilities))
        if utilities[0] == fair:
            return "a draw"
        winner = 0 if utilities[0] > fair else 1
        you = " (you)" if self.people == {winner} else ""
        return f"{self.name(winner)}{you} wins"

    def to_json(self) -> dict[str, Any]:
        """The game as plain data: while it is running, only what the person at the terminal has seen."""
        utilities = self.playing.utilities
        viewer = None if self.playing.is_over else self.viewer
        return {
            "game": str(self.game),
            "position": shown(self.game, self.playing.state, viewer),
            "actions": [seen.text for seen in self.seen_moves()],
            "over": self.playing.is_over,
            "utilities": None if utilities is None else [plain_number(u) for u in utilities],
            **({} if viewer is None else {"viewer": viewer}),
        }


def _are_numbered(names: list[str]) -> bool:
    """Whether a number means an index in the list: not if names are numbers themselves."""
    return not any(name.isdecimal() for name in names)


def _numbered(names: list[str], most: int = 60) -> str:
    shown = [f"{i}) {n}" for i, n in enumerate(names, 1)] if _are_numbered(names) else names
    more = f"  … and {len(names) - most} more" if len(names) > most else ""
    return "  ".join(shown[:most]) + more
