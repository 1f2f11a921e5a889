"""The teacher's side of a class, in one tab: what is shown to the class, the exercises, and the viewers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.core.errors import LoadError, ParseError, nearest, quote
from zermelo.sheets.sheet import KINDS, make_sheets
from zermelo.trees import Tree
from zermelo.web import messages
from zermelo.web.classroom import Classroom
from zermelo.web.gallery import Gallery
from zermelo.web.positions import describe
from zermelo.web.walks import walk_from

BOARD, TREE = "board", "tree"

SHOWN_FIELDS = ("text", "picture", "turn", "moves", "over")
"""The fields of a position that the class sees; the legal actions, for example, are left out."""

Send = Callable[[dict[str, Any]], None]


class Desk:
    """The requests of one tab that concern the class. Without a class they are refused."""

    def __init__(self, gallery: Gallery, classroom: Classroom | None, send: Send) -> None:
        self._gallery, self._classroom, self._send = gallery, classroom, send
        self._view = ""
        self._tree: dict[str, Any] | None = None
        self._watcher: Send | None = None
        self.handlers: dict[type[messages.Request], Callable[[Any], dict[str, Any]]] = {
            messages.Class: self._watch,
            messages.Present: self._present,
            messages.Step: self._step,
            messages.Pose: self._pose,
            messages.Conclude: self._conclude,
            messages.Remove: self._remove,
            messages.Admit: self._admit,
        }

    @property
    def has_class(self) -> bool:
        """Whether the page is shared."""
        return self._classroom is not None

    def close(self) -> None:
        """Ends the tab's subscription to the status of the class."""
        if self._classroom is not None and self._watcher is not None:
            self._classroom.unwatch(self._watcher)

    def drew_tree(self, stepping: dict[str, Any]) -> None:
        """Notes the tree that the tab shows now, and shows it to the class if the tab presents its tree."""
        self._tree = stepping
        if self._view == TREE and self._classroom is not None:
            self._classroom.show({"type": TREE, "stepping": stepping})

    def _the_class(self) -> Classroom:
        if self._classroom is None:
            raise LoadError("the page is not shared: start it with zermelo serve --share")
        return self._classroom

    def _watch(self, request: messages.Class) -> dict[str, Any]:
        classroom = self._the_class()
        self.close()

        def tell(status: dict[str, Any]) -> None:
            self._send({"type": "class", "id": request.id, "done": False, **status})

        self._watcher = tell
        classroom.watch(tell)
        return {"done": False, "kinds": list(KINDS), **classroom.status()}

    def _present(self, request: messages.Present) -> dict[str, Any]:
        classroom = self._the_class()
        self._view = request.view
        if request.view == BOARD:
            game = self._gallery.find(request.game)
            shown = describe(walk_from(game, request.start).extended(request.moves))
            classroom.show({"type": BOARD, "title": game.title} | {name: shown[name] for name in SHOWN_FIELDS})
        elif request.view == TREE and self._tree is not None:
            classroom.show({"type": TREE, "stepping": self._tree})
        else:
            classroom.show({"type": "nothing"})
        return {}

    def _step(self, request: messages.Step) -> dict[str, Any]:
        if self._view == TREE:
            self._the_class().go_to(request.step)
        return {}

    def _pose(self, request: messages.Pose) -> dict[str, Any]:
        classroom = self._the_class()
        trees = [Tree(request.tree)] if request.tree.strip() else []
        if request.kind not in KINDS:
            raise ParseError(f"there is no exercise in {quote(request.kind)}: {nearest(request.kind, KINDS)}")
        (sheet,) = make_sheets([request.kind], seed=request.seed, trees=trees)
        classroom.pose(sheet.tasks[0])
        return {}

    def _conclude(self, request: messages.Conclude) -> dict[str, Any]:
        self._the_class().conclude(reveal=request.reveal)
        return {}

    def _remove(self, request: messages.Remove) -> dict[str, Any]:
        self._the_class().remove(request.name)
        return {}

    def _admit(self, request: messages.Admit) -> dict[str, Any]:
        self._the_class().admit(request.open)
        return {}
