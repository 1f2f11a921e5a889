"""The session of one tab: it answers quick requests immediately, and runs one search, which streams its results."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

from zermelo import questions
from zermelo.core.errors import LoadError, ZermeloError, quote
from zermelo.core.game import Game
from zermelo.core.limits import Budget, Limits
from zermelo.core.people import seat_names, summary
from zermelo.core.results import Analysis
from zermelo.core.rules import has_own
from zermelo.core.views import View
from zermelo.draw.design import design_for
from zermelo.draw.miniatures import BOARD
from zermelo.draw.stepping import stepping
from zermelo.methods.method import Question
from zermelo.methods.registry import fitting, offered
from zermelo.play.record import record_of
from zermelo.play.review import review
from zermelo.soundness.diagnosis import diagnosing
from zermelo.web import messages, records
from zermelo.web.advice import describe_advice
from zermelo.web.analyses import Standing, describe_costs, describe_judgement
from zermelo.web.background_search import Searcher
from zermelo.web.class_desk import Desk
from zermelo.web.classroom import Classroom
from zermelo.web.constraints import constraint_run
from zermelo.web.equilibria import equilibria
from zermelo.web.gallery import Gallery, rules
from zermelo.web.known_values import known_values
from zermelo.web.levels import LEVELS, with_clock
from zermelo.web.match_file import MatchFile
from zermelo.web.ownership import estimate_ownership
from zermelo.web.positions import describe, describe_text
from zermelo.web.solutions import Solver
from zermelo.web.tables import Table
from zermelo.web.thinking import TABLE, Thinker
from zermelo.web.walks import Walk, Walker, start_of

Send = Callable[[dict[str, Any]], None]

TREE_NODES, TREE_SECONDS = 5_000, 20.0
"""The limits of a tree for the stepper: nodes, and seconds of search."""

MATCH_POLL_SECONDS = 0.5
"""The seconds between two checks of a match's file for new games."""

REVIEW_SECONDS = 300.0
"""The time for the review of a game, shared equally among its moves; the position after each move gets as much."""


class Session:
    """Handles the requests of one tab. `send` is called with the answers, from any thread."""

    def __init__(self, gallery: Gallery, send: Send, classroom: Classroom | None = None) -> None:
        self._gallery = gallery
        self._desk = Desk(gallery, classroom, send)
        self._send = send
        self._searcher = Searcher()
        self._estimator = Searcher()  # for ownership estimates, in parallel with the search
        self._walker = Walker()
        self._thinker: Thinker | None = None
        self._solver: Solver | None = None
        self._quick: dict[type[messages.Request], Callable[[Any], dict[str, Any]]] = {
            messages.Games: self._games,
            messages.Position: self._position,
            messages.Judge: self._judge,
            messages.Stop: self._stop,
            messages.Read: self._read,
            messages.Write: self._write,
            messages.Played: self._played,
            messages.Look: self._look,
            messages.Recorded: self._recorded,
            messages.Deal: self._deal,
            messages.Edit: self._edit,
            **self._desk.handlers,
        }
        self._searches: dict[type[messages.Request], Callable[[Any, Event], None]] = {
            messages.Analyse: self._analyse,
            messages.Ownership: self._ownership,
            messages.Choose: self._choose,
            messages.Review: self._review,
            messages.Solve: self._solve,
            messages.Tree: self._tree,
            messages.Match: self._match,
            messages.Constraints: self._constraints,
            messages.Act: self._act,
            messages.Advise: self._advise,
        }

    def handle(self, request: messages.Request) -> None:
        """Answers the request, or starts a search that will."""
        search = self._searches.get(type(request))
        if search is not None:
            searcher = self._estimator if isinstance(request, messages.Ownership) else self._searcher
            searcher.start(lambda stop: self._guarded(request, lambda: search(request, stop)))
        else:
            self._guarded(request, lambda: self._reply(request, self._quick[type(request)](request)))

    def close(self) -> None:
        """Stops the search of a tab that was closed."""
        self._searcher.stop()
        self._estimator.stop()
        self._desk.close()
        self._gallery.freeing.ask()

    def _guarded(self, request: messages.Request, work: Callable[[], None]) -> None:
        """Does the work; an error is reported to the tab and does not end the session."""
        try:
            with self._diagnosing(request):
                work()
        except ZermeloError as error:
            self._fail(request, str(error))
        except Exception as error:  # the tab must be informed of every error
            traceback.print_exc(file=sys.stderr)
            self._fail(request, f"{type(error).__name__}: {error} (the terminal shows the traceback)")

    @contextmanager
    def _diagnosing(self, request: messages.Request) -> Iterator[None]:
        """Names the rule that caused an error, if the request is about a game."""
        name = getattr(request, "game", None)
        if not name:
            yield
        else:
            with diagnosing(self._gallery.find(name)):
                yield

    def _reply(self, request: messages.Request, content: dict[str, Any]) -> None:
        self._send({"type": type(request).__name__.lower(), "id": request.id, **content})

    def _fail(self, request: messages.Request, message: str) -> None:
        self._reply(request, {"type": "error", "message": message})

    def _walk(self, request: messages.Place) -> Walk:
        """The play so far that the request names."""
        return self._walker.walk(self._gallery.find(request.game), request.start, request.moves)

    # Requests that are answered immediately.

    def _games(self, _request: messages.Games) -> dict[str, Any]:
        levels = [level.words for level in LEVELS]
        has_match = self._gallery.match is not None
        about = {"match": has_match, "class": self._desk.has_class}
        return {"games": self._gallery.cards, "levels": levels, "methods": offered(), **about}

    def _position(self, request: messages.Position) -> dict[str, Any]:
        walk = self._walk(request)
        game = walk.game
        return {
            "title": game.title,
            "summary": summary(game),
            "rules": rules(game),
            "kind": str(game.kind),
            "hidden": game.kind.hidden,
            "players": list(seat_names(game)),
            "chance": game.chance_name,
            "methods": fitting(game),
            "owned": has_own(game, "ownership"),
            "gauged": game.kind.one_number and game.players == 2,
            "known": known_values(game, walk.states),
            **describe(walk),
        }

    def _judge(self, request: messages.Judge) -> dict[str, Any]:
        return {"judgement": self._judgement(self._walk(request))}

    def _judgement(self, walk: Walk) -> dict[str, Any] | None:
        """The judgement of the last move by the analyses so far, as plain data."""
        if self._thinker is None or self._thinker.game is not walk.game:
            return None
        found = self._thinker.memory.judge_last(walk.states, walk.actions)
        return None if found is None else describe_judgement(found)

    def _edit(self, request: messages.Edit) -> dict[str, Any]:
        game = self._gallery.find(request.game)
        return describe_text(game, start_of(game, request.start))

    def _stop(self, _request: messages.Stop) -> dict[str, Any]:
        self._searcher.stop()
        return {}

    def _read(self, request: messages.Read) -> dict[str, Any]:
        name, record = records.read(self._gallery, request.game, request.text)
        start = "" if record.start == record.game.initial() else record.game.show(record.start)
        return {"game": name, "start": start, "moves": records.branches(record)}

    def _write(self, request: messages.Write) -> dict[str, Any]:
        record = records.record(self._gallery.find(request.game), request.start, request.moves)
        return {"text": record.text() if request.form == "text" else json.dumps(record.to_json(), ensure_ascii=False)}

    def _played(self, request: messages.Played) -> dict[str, Any]:
        match = self._the_match()
        return match.game_at(request.place) | {"game": self._gallery.name_of(match.game)}

    def _the_match(self) -> MatchFile:
        if self._gallery.match is None:
            raise LoadError("no match was given: name its file, as in zermelo serve match.jsonl")
        return self._gallery.match

    # A game with hidden information, which the server keeps.

    def _deal(self, request: messages.Deal) -> dict[str, Any]:
        game = self._gallery.find(request.game)
        if not set(request.computers) <= set(range(game.players)):
            raise ZermeloError(f"the computers {quote(request.computers)} are not players of {quote(game)}")
        if request.computers:
            self._thinker_for(game).chooser.method(Question.PLAY)  # raises if no method can play it
        table = Table(game, start_of(game, request.start), request.computers, request.level)
        self._gallery.tables.open(table)
        return {"seats": [[player, key] for key, player in table.keys.items()]}

    def _look(self, request: messages.Look) -> dict[str, Any]:
        table, player = self._gallery.tables.seat(request.key)
        return self._seen(table, player)

    def _seen(self, table: Table, player: int) -> dict[str, Any]:
        game = table.game
        about = {"title": game.title, "kind": str(game.kind), "players": list(seat_names(game))}
        return about | {"methods": fitting(game)} | table.view(player)

    def _recorded(self, request: messages.Recorded) -> dict[str, Any]:
        table, player = self._gallery.tables.seat(request.key)
        record = table.record(player)
        return {"text": record.text() if request.form == "text" else json.dumps(record.to_json(), ensure_ascii=False)}

    def _act(self, request: messages.Act, stop: Event) -> None:
        table, player = self._gallery.tables.seat(request.key)
        if request.action:
            table.act(player, request.action)
            self._reply(request, self._seen(table, player) | {"done": False})
        thinker, limits = self._thinker_for(table.game), LEVELS[table.level - 1].limits
        table.let_computers_move(lambda s, stop: thinker.choose(Walk(table.game, [s], []), limits, stop), stop)
        if not stop.is_set():
            self._reply(request, self._seen(table, player))

    def _advise(self, request: messages.Advise, stop: Event) -> None:
        table, player = self._gallery.tables.seat(request.key)
        table.require_turn(player)
        view = View.of(table.game, table.state)
        budget = Budget(Limits(seconds=float(request.seconds)), stop)
        chooser = self._thinker_for(table.game).chooser
        for found in chooser.answers(Question.ANALYSE, view, budget, method=request.method or None):
            if isinstance(found, Analysis) and not stop.is_set():
                self._reply(request, describe_advice(found) | {"done": False})
                last = found
        if not stop.is_set():
            self._reply(request, describe_advice(last))

    # Requests that are answered by a search.

    def _to_move(self, request: messages.Place) -> Walk:
        """The play so far that the request names. Raises ZermeloError if it is over."""
        walk = self._walk(request)
        if walk.game.is_terminal(walk.state):
            raise ZermeloError(f"play is over in {quote(walk.game.show(walk.state))}: there is nothing to choose")
        return walk

    def _thinker_for(self, game: Game) -> Thinker:
        """The thinker for this game; it is kept as long as the game stays the same."""
        if self._thinker is None or self._thinker.game is not game:
            if self._thinker is not None:
                self._gallery.freeing.ask()
            self._thinker = Thinker(game)
        return self._thinker

    def _analyse(self, request: messages.Analyse, stop: Event) -> None:
        walk = self._to_move(request)
        reported = False

        def report(standing: Standing) -> None:
            nonlocal reported
            if not stop.is_set():
                # The first values do not wait for the judgement, which may have to evaluate many states.
                judged = self._judgement(walk) if reported or standing.done else None
                self._reply(request, standing.to_json() | {"judgement": judged})
                reported = True

        def report_costs(nodes: int, seconds: float, speed: str) -> None:
            if not stop.is_set():
                self._reply(request, {"type": "costs", "done": False, "speed": speed, **describe_costs(nodes, seconds)})

        self._thinker_for(walk.game).analyse(
            walk.state,
            request.seconds,
            stop,
            report,
            report_costs,
            past=walk.past,
            method=request.method,
            options=request.options,
        )

    def _ownership(self, request: messages.Ownership, stop: Event) -> None:
        walk = self._walk(request)
        estimate_ownership(walk.game, walk.state, stop, lambda found: self._reply(request, found))

    def _choose(self, request: messages.Choose, stop: Event) -> None:
        walk = self._to_move(request)
        game = walk.game
        if game.kind.hidden:
            raise ZermeloError(f"{quote(game)} hides information: play it at a table, where each seat has its own view")

        def report_costs(nodes: int, seconds: float, speed: str) -> None:
            if not stop.is_set():
                self._reply(request, {"type": "costs", "done": False, "speed": speed, **describe_costs(nodes, seconds)})

        limits = with_clock(LEVELS[request.level - 1].limits, request.left)
        action = self._thinker_for(game).choose(walk, limits, stop, report_costs)
        if not stop.is_set():
            self._reply(request, {"action": game.show_action(walk.state, action)})

    def _review(self, request: messages.Review, stop: Event) -> None:
        walk = self._walk(request)
        record = record_of(walk.game, walk.start, walk.actions)
        seconds = min(float(request.seconds), REVIEW_SECONDS / max(len(walk.actions), 1))
        for judgement in review(record, past=walk.before, seconds=seconds, stop=stop, table=TABLE, wait=False):
            if not stop.is_set():
                self._reply(request, {"judgement": describe_judgement(judgement), "done": False})
        if not stop.is_set():
            self._reply(request, {"judgement": None})

    def _solve(self, request: messages.Solve, stop: Event) -> None:
        walk = self._walk(request)
        game = walk.game
        if game.kind.hidden:
            *_, found = equilibria(self._thinker_for(game).chooser, stop)
            if not stop.is_set():
                self._reply(request, {"equilibrium": found})
            return
        if self._solver is None or self._solver.game is not game:
            self._solver = Solver(self._thinker_for(game).chooser)
        self._solver.solve(walk, stop, lambda found: None if stop.is_set() else self._reply(request, found))

    def _match(self, request: messages.Match, stop: Event) -> None:
        """Sends the standings of the match whenever the file has grown, until it is stopped."""
        match, since, sent = self._the_match(), request.since, False
        while not stop.is_set():
            if not sent or len(match.games()) > since:
                found = match.standing(since)
                sent, since = True, found["next"]
                self._reply(request, found | {"done": False})
            else:
                stop.wait(MATCH_POLL_SECONDS)

    def _tree(self, request: messages.Tree, stop: Event) -> None:
        walk = self._walk(request)
        design = design_for(walk.game, theme="auto", colour=request.colour, boards=BOARD if request.boards else None)
        options: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in request.options.items()}
        grown = questions.tree(
            walk.game,
            walk.state,
            past=walk.past,
            method=request.method or None,
            depth=request.depth or None,
            nodes=TREE_NODES,
            seconds=TREE_SECONDS,
            stop=stop,
            **options,
        )
        if not stop.is_set():
            data = stepping(grown.trace, opened=request.opened, design=design)
            self._desk.drew_tree(data)
            self._reply(request, {"stepping": data, "notes": list(grown.analysis.notes)})

    def _constraints(self, request: messages.Constraints, stop: Event) -> None:
        found = constraint_run(request.problem, request.algorithm, request.order, stop)
        if not stop.is_set():
            self._reply(request, found)
