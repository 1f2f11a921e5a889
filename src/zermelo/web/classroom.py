"""A class that follows the teacher: its viewers, what is shown to all, the exercise, and the answers to it.

Teachers' tabs call it from threads, viewers from the event loop, so every method locks. Viewers can join, answer and
leave; there is no other method for them.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from threading import RLock
from typing import Any

from zermelo.core.errors import LimitError, ParseError, ZermeloError, quote
from zermelo.draw.svg import write_svg
from zermelo.sheets.task import LETTERS, Task
from zermelo.web.joining import Gate, checked_name

MOST_VIEWERS = 100
"""The maximum number of viewers."""

LONGEST_SHOWN = 4_000_000
"""The largest board or tree that is sent to viewers, in characters: each viewer gets a copy."""

LONGEST_ANSWER = 200

Post = Callable[[str, str], None]
"""Called with a subject and a message; a newer message on the same subject replaces one that is not sent yet."""

SHOWN, STEP, EXERCISE, OWN, REMOVED = "shown", "step", "exercise", "own", "removed"
"""The subjects of messages to viewers."""


@dataclass
class Viewer:
    """A viewer who has joined. `post` is None while there is no connection."""

    name: str
    ticket: str
    post: Post | None
    answers: list[str] | None = None


@dataclass
class Posed:
    """The exercise that the class works on."""

    number: int
    task: Task
    is_open: bool = True
    is_revealed: bool = False


@dataclass
class Classroom:
    """The state of one class."""

    gate: Gate
    about: dict[str, Any] = field(default_factory=dict)
    """Where and how the class joins, for the teacher."""

    is_admitting: bool = True
    _viewers: dict[str, Viewer] = field(default_factory=dict)
    _shown: str = '{"type": "nothing"}'
    _step: str | None = None
    _posed: Posed | None = None
    _number: int = 0
    _watchers: list[Callable[[dict[str, Any]], None]] = field(default_factory=list)
    _lock: RLock = field(default_factory=RLock)

    # Viewers.

    def join(self, address: str, name: str, code: str, post: Post) -> Viewer:
        """Admits a viewer with the join code. Raises ZermeloError with the reason why not."""
        with self._lock:
            wait = self.gate.wait(address)
            if wait > 0:
                raise LimitError(f"there were too many wrong codes: try again in {ceil(wait)} s")
            if not self.gate.admits(address, code):
                raise ParseError(f"{quote(code, 20)} is not the join code")
            name = checked_name(name)
            if not self.is_admitting:
                raise LimitError("the class is closed: ask the teacher to open it")
            if name.casefold() in {known.casefold() for known in self._viewers}:
                raise ParseError(f"there is a {quote(name)} in the class: choose another name")
            self._make_room()
            viewer = Viewer(name, secrets.token_urlsafe(24), post)
            self._viewers[name] = viewer
            self._greet(viewer)
            return viewer

    def return_with(self, ticket: str, post: Post) -> Viewer:
        """Connects a viewer again who has joined before. Raises ParseError for an unknown ticket."""
        with self._lock:
            for viewer in self._viewers.values():
                if secrets.compare_digest(viewer.ticket.encode(), ticket.encode(errors="replace")):
                    if viewer.post is not None:
                        viewer.post(REMOVED, _text(type="removed", message="this class is open in another tab"))
                    viewer.post = post
                    self._greet(viewer)
                    return viewer
        raise ParseError("this class has ended, or you were removed: join again")

    def _make_room(self) -> None:
        """Forgets a viewer who left without an answer if the class is full. Raises LimitError if there is none."""
        if len(self._viewers) < MOST_VIEWERS:
            return
        gone = next((v for v in self._viewers.values() if v.post is None and v.answers is None), None)
        if gone is None:
            raise LimitError(f"the class is full: {MOST_VIEWERS} have joined")
        del self._viewers[gone.name]

    def _greet(self, viewer: Viewer) -> None:
        assert viewer.post is not None
        viewer.post(OWN, _text(type="joined", name=viewer.name, ticket=viewer.ticket))
        viewer.post(SHOWN, self._shown)
        if self._step is not None:
            viewer.post(STEP, self._step)
        viewer.post(EXERCISE, self._exercise_for(viewer))
        self._tell_watchers()

    def leave(self, viewer: Viewer, post: Post) -> None:
        """Records that a connection of the viewer has ended; the answers are kept."""
        with self._lock:
            if viewer.post == post:
                viewer.post = None
            self._tell_watchers()

    def answer(self, viewer: Viewer, number: int, answers: list[str]) -> None:
        """Keeps the answers of a viewer to the exercise; new ones replace the earlier ones. Raises ZermeloError."""
        with self._lock:
            if self._viewers.get(viewer.name) is not viewer:
                raise LimitError("you are no longer in the class")
            posed = self._posed
            if posed is None or posed.number != number or not posed.is_open:
                raise LimitError("this exercise does not take answers any more")
            if len(answers) != len(posed.task.fields):
                raise ParseError(f"this exercise has {len(posed.task.fields)} answers, not {len(answers)}")
            if any(len(text) > LONGEST_ANSWER for text in answers):
                raise LimitError(f"an answer has at most {LONGEST_ANSWER} characters")
            viewer.answers = [" ".join(text.split()) for text in answers]
            if viewer.post is not None:
                viewer.post(EXERCISE, self._exercise_for(viewer))
            self._tell_watchers()

    # The teacher.

    def show(self, data: dict[str, Any]) -> None:
        """Shows a board or a tree to the class, or nothing."""
        with self._lock:
            text = _text(**data)
            if len(text) > LONGEST_SHOWN:
                text = _text(type="nothing", message="The teacher's board or tree is too large to be shown here.")
            if text != self._shown:
                self._shown, self._step = text, None
                self._post_all(SHOWN, text)

    def go_to(self, step: int) -> None:
        """Shows this step of the tree."""
        with self._lock:
            self._step = _text(type="step", step=step)
            self._post_all(STEP, self._step)

    def pose(self, task: Task) -> None:
        """Gives the class an exercise in place of the previous one, whose answers are deleted."""
        with self._lock:
            self._number += 1
            self._posed = Posed(self._number, task)
            for viewer in self._viewers.values():
                viewer.answers = None
            self._exercise_changed()

    def conclude(self, *, reveal: bool) -> None:
        """Closes the exercise and shows the right answers to the class; without `reveal`, removes the exercise."""
        with self._lock:
            if self._posed is None:
                raise ZermeloError("the class has no exercise")
            self._posed.is_open, self._posed.is_revealed = False, reveal
            if not reveal:
                self._posed = None
            self._exercise_changed()

    def remove(self, name: str) -> None:
        """Removes a viewer, whose ticket is no longer valid."""
        with self._lock:
            viewer = self._viewers.pop(name, None)
            if viewer is None:
                raise ParseError(f"there is no {quote(name)} in the class")
            if viewer.post is not None:
                viewer.post(REMOVED, _text(type="removed", message="the teacher has removed you from the class"))
            self._tell_watchers()

    def admit(self, is_admitting: bool) -> None:
        """Allows new viewers to join, or forbids it."""
        with self._lock:
            self.is_admitting = is_admitting
            self._tell_watchers()

    def watch(self, watcher: Callable[[dict[str, Any]], None]) -> None:
        """Calls the watcher with the status whenever it changes."""
        with self._lock:
            self._watchers.append(watcher)

    def unwatch(self, watcher: Callable[[dict[str, Any]], None]) -> None:
        """Ends the calls of the watcher."""
        with self._lock:
            self._watchers = [other for other in self._watchers if other != watcher]

    def status(self) -> dict[str, Any]:
        """The class as the teacher sees it: the viewers, the exercise with its key, and the answers."""
        with self._lock:
            posed = self._posed
            task = None if posed is None else posed.task
            return {
                "join": self.about,
                "admitting": self.is_admitting,
                "viewers": [
                    {"name": v.name, "here": v.post is not None, "answers": _judged(task, v.answers)}
                    for v in self._viewers.values()
                ],
                "exercise": None
                if posed is None
                else {
                    **_exercise_data(posed),
                    "open": posed.is_open,
                    "key": [each.answer for each in posed.task.fields],
                },
            }

    def _exercise_changed(self) -> None:
        for viewer in self._viewers.values():
            if viewer.post is not None:
                viewer.post(EXERCISE, self._exercise_for(viewer))
        self._tell_watchers()

    def _exercise_for(self, viewer: Viewer) -> str:
        """The exercise as this viewer sees it: with the key and a verdict only once it is revealed."""
        posed = self._posed
        if posed is None:
            return _text(type="exercise", exercise=None)
        data = _exercise_data(posed) | {"open": posed.is_open, "yours": viewer.answers}
        if posed.is_revealed:
            data["key"] = [each.answer for each in posed.task.fields]
            data["whys"] = [option.why for option in posed.task.options]
            data["right"] = [right for _, right in _judged(posed.task, viewer.answers) or []]
        return _text(type="exercise", exercise=data)

    def _post_all(self, subject: str, text: str) -> None:
        for viewer in self._viewers.values():
            if viewer.post is not None:
                viewer.post(subject, text)

    def _tell_watchers(self) -> None:
        if self._watchers:
            status = self.status()
            for watcher in self._watchers:
                watcher(status)


def _exercise_data(posed: Posed) -> dict[str, Any]:
    """The part of an exercise that everybody may see."""
    task = posed.task
    return {
        "number": posed.number,
        "heading": task.heading,
        "text": task.text,
        "parts": list(task.parts),
        "fields": [each.label for each in task.fields],
        "options": [[letter, o.text] for letter, o in zip(LETTERS, task.options, strict=False)],
        "picture": None if task.picture is None else write_svg(task.picture, styled=False),
    }


def _judged(task: Task | None, answers: list[str] | None) -> list[tuple[str, bool]] | None:
    """Each answer with whether it is right."""
    if task is None or answers is None:
        return None
    return [(text, bool(text) and each.check(text)) for text, each in zip(answers, task.fields, strict=True)]


def _text(**data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False)
