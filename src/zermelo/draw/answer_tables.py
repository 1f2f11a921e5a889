"""An answer as a table for people: a row for each field, beside the board of the state."""

from __future__ import annotations

from html import escape

from zermelo.core.game import Game, State
from zermelo.core.people import player_name
from zermelo.core.results import Analysis, Answer, Line, Profile, Solution, ends_of, notebook_view, show_line
from zermelo.core.values import Vector, show_value
from zermelo.draw.board import board_svg
from zermelo.draw.words import clean, columns

Row = tuple[str, str]
"""The name of a field and its text."""


MOST_SETS = 60
"""The number of information sets whose strategies are shown."""


BAR = 24
"""The columns of a bar for the probability 1."""


MOST_LINES = 10
"""The default number of lines shown."""


def answer_rows(answer: Answer, lines: int | None = None) -> list[Row]:
    """The fields of the answer that have a value: result, cost and notes, and at most `lines` of its lines."""
    value = answer.value if answer.game.kind.one_number else answer.values
    rate = f" ({answer.nodes / answer.seconds:,.0f} nodes/s, {answer.speed})" if answer.seconds else ""
    rows = [
        ("game", str(answer.game)),
        (
            "value",
            "not found" if value is None else f"{_value_text(value, answer.proved, answer.error)}{verdict(answer)}",
        ),
        ("action", answer.shown_action),
        ("line", " · ".join(answer.shown_line)),
        *_rare_rows(answer),
        *(_analysis_rows(answer, lines) if isinstance(answer, Analysis) else []),
        *(_solution_rows(answer) if isinstance(answer, Solution) else []),
        ("time", f"{answer.seconds:.3f} s{rate}"),
        ("compiling", f"{answer.compile_seconds:.1f} s more" if answer.compile_seconds >= 0.05 else None),
        *(("note", note) for note in answer.notes),
        *(policy_rows(answer.profile) if isinstance(answer, Solution) and answer.profile is not None else []),
    ]
    return [(name, text) for name, text in rows if text]


def _rare_rows(answer: Answer) -> list[tuple[str, str | None]]:
    """The fields that only some methods fill."""
    return [
        ("bounds", None if answer.bounds is None else " to ".join(show_value(bound, 10) for bound in answer.bounds)),
        *strategy_rows(answer),
        ("visits", _visits_text(answer)),
        ("worlds", None if answer.worlds is None else f"{answer.worlds:,}"),
        ("source", answer.source),
        ("exploitability", None if answer.exploitability is None else f"{answer.exploitability:.3g}"),
        ("NashConv", None if answer.nash_conv is None else f"{answer.nash_conv:.3g}"),
    ]


def _visits_text(answer: Answer) -> str | None:
    """The number of visits, and those of the best action if they are known."""
    if answer.visits is None:
        return None
    first = answer.lines[0].visits if isinstance(answer, Analysis) and answer.lines else None
    of_best = f", {first:,} of {answer.shown_action}" if first and answer.action is not None else ""
    return f"{answer.visits:,}{of_best}"


def strategy_rows(answer: Answer) -> list[Row]:
    """The mixed strategy of an answer: a row for each action, with its probability as a number and as a bar."""
    names = [answer.game.show_action(answer.state, a) for a, _ in answer.strategy]
    width = max(map(columns, names), default=0)
    return [
        ("" if i else "strategy", f"{name}{' ' * (width - columns(name))}  {p:.3f}  {_bar(p)}")
        for i, (name, (_, p)) in enumerate(zip(names, answer.strategy, strict=True))
    ]


def _bar(probability: float) -> str:
    return "█" * round(BAR * probability) or "·"


def policy_rows(profile: Profile) -> list[Row]:
    """The strategy at each information set: the first MOST_SETS of them."""
    found = profile.rows()
    rows = [
        (f"{player}: {seen}", ", ".join(f"{action} {show_value(round(p, 4), 4)}" for action, p in strategy))
        for player, seen, strategy in found[:MOST_SETS]
    ]
    left_out = len(found) - len(rows)
    return [*rows, ("…", f"{left_out:,} more information sets")] if left_out > 0 else rows


def _analysis_rows(analysis: Analysis, lines: int | None) -> list[tuple[str, str | None]]:
    known = [line for line in analysis.lines if line.is_evaluated]
    shown = known[1 : MOST_LINES if lines is None else lines]
    left_out = len(analysis.lines) - 1 - len(shown)
    return [
        ("distance", _plies(analysis.distance)),
        *((f"line {i}", _line_text(analysis, line)) for i, line in enumerate(shown, 2)),
        ("…", f"{left_out:,} more actions" if lines is None and left_out > 0 else None),
        ("depth", f"{_plies(analysis.depth)} by {analysis.method}"),
        ("nodes", f"{analysis.nodes:,}"),
    ]


def _solution_rows(solution: Solution) -> list[tuple[str, str | None]]:
    return [
        ("optimal", ends_of(solution.shown_actions) if len(solution.actions) > 1 else None),
        ("distance", _plies(solution.distance)),
        ("states", None if solution.states is None else f"{solution.states:,}"),
        ("nodes", f"{solution.nodes:,}" if solution.states is None else None),
    ]


def _value_text(value: float | Vector, proved: bool, error: float | None = None) -> str:
    within = "" if error is None else f" ± {error:.1g}"
    return f"{show_value(value, 10)}{within}, {'proved' if proved else 'estimated'}"


def _line_text(analysis: Analysis, line: Line) -> str:
    shown = " · ".join(show_line(analysis.game, analysis.state, line.actions))
    value = line.value if analysis.game.kind.one_number else line.values
    visits = "" if analysis.visits is None or line.visits is None else f", {line.visits:,} visits"
    return f"{_value_text(value, line.proved, line.error)}{visits}: {shown}"


def _plies(number: int | None) -> str | None:
    return None if number is None else f"{number} {'ply' if number == 1 else 'plies'}"


def verdict(answer: Answer) -> str:
    """Who wins, if that is proved and the game has a winner; otherwise an empty string."""
    game = answer.game
    against_errors = isinstance(answer, Analysis) and answer.against_errors
    if not answer.proved or answer.value is None or against_errors or game.scored:
        return ""
    if game.kind.stochastic or game.kind.hidden:
        return ""
    if game.players != 2:
        return ""
    if answer.value == game.fair_share:
        return ": a draw"
    return f": {player_name(game, 0 if answer.value > game.fair_share else 1)} wins"


def rows_text(head: str, rows: list[Row]) -> str:
    """The heading, a blank line, and the rows in two columns."""
    width = max(len(name) for name, _ in rows)
    return "\n".join([head, "", *(f"{name.ljust(width)}  {text}" for name, text in rows)])


def rows_html(game: Game, s: State, rows: list[Row], viewer: int | None = None) -> str:
    """The board, for a viewer if one is given, with the rows beside it (below it on a narrow page), without scripts."""
    cell = "padding:.2em 1em .2em 0;text-align:left;vertical-align:top"
    table = "".join(
        f'<tr><th scope="row" style="{cell};width:1%;white-space:nowrap;font-weight:600">{escape(name)}</th>'
        f'<td style="{cell};white-space:pre-wrap">{escape(_clean_lines(text))}</td></tr>'
        for name, text in rows
    )
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start">'
        f'<div style="width:16em;max-width:100%">{board_svg(game, s, viewer)}</div>'
        f'<table style="flex:1 1 20em">{table}</table></div>'
    )


def _clean_lines(text: str) -> str:
    return "\n".join(map(clean, text.split("\n")))


@notebook_view.register
def _answer_view(answer: Answer) -> dict[str, str]:
    rows = answer_rows(answer)
    viewer = None if answer.view is None else answer.view.player
    return {
        "text/plain": rows_text(answer.board, rows),
        "text/html": rows_html(answer.game, answer.state, rows, viewer),
    }


def board_view(game: Game, s: State) -> dict[str, str]:
    """A state for a notebook: as text, as SVG inside HTML (in the page's colours), and as plain SVG."""
    svg = board_svg(game, s)
    return {
        "text/plain": game.show(s),
        "text/html": f'<div style="width:20em;max-width:100%">{svg}</div>',
        "image/svg+xml": svg,
    }
