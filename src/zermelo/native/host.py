"""One kernel, two speeds: machine code where the rules compile, ordinary Python elsewhere, and a word on why."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game, State
from zermelo.core.plain_rules import PlainRules


class FellBack(ZermeloError):
    """A state has numbers that machine code cannot hold: from now on the runner runs plainly."""


class Runner:
    """Runs kernels for one game, at the native speed if it can: `why_plain` says why not."""

    def __init__(self, game: Game, *, plain: bool = False) -> None:
        self.game = game
        self._plain = PlainRules(game)
        self.why_plain: str | None = "the plain speed was asked for" if plain else None
        self.compiling = 0.0  # seconds, if anything had to be compiled
        self._native: Any = None
        self._refused: type[Exception] = Exception

    @property
    def speed(self) -> str:
        """Native or plain."""
        return "native" if self.why_plain is None else "plain"

    def has_code(self, kernel: Callable[..., Any]) -> bool:
        """Whether machine code of the kernel is kept from another time, so that it only has to be loaded."""
        from zermelo.native import has_code  # noqa: PLC0415  # what it takes to look is not needed at the plain speed

        return self.why_plain is None and has_code(self.game, kernel)

    def prepare(
        self, kernel: Callable[..., Any], s: State, *arguments: Any, told: Callable[[str], None] = lambda _: None
    ) -> None:
        """Compiles the kernel, or finds that it does not compile, by running it on something small.

        `told` hears when it begins, if the machine code is not kept from another time.
        """
        if self.why_plain is not None:
            return
        from zermelo.native import NotNativeError, native  # noqa: PLC0415  # Numba takes half a second to import

        started = time.perf_counter()
        self._refused = NotNativeError
        try:
            self._native = self._native or native(self.game)
            stored = self._native.is_stored(kernel)
            if not stored:
                told(f"compiling {self.game.name}, once …")
            self._native.run(kernel, s, *arguments)
        except NotNativeError as error:
            self.why_plain = str(error)
        else:
            if not stored:
                self.compiling += time.perf_counter() - started
                told(f"compiling {self.game.name}, once: {self.compiling:.1f} s")

    def run(self, kernel: Callable[..., Any], s: State, *arguments: Any, rules: PlainRules | None = None) -> Any:
        """The kernel's answer, at the speed that `prepare` has found; `rules` are those of the plain speed."""
        if self.why_plain is not None:
            return kernel(rules or self._plain, s, *arguments)
        try:
            return self._native.run(kernel, s, *arguments)
        except self._refused as error:
            self.why_plain = str(error)
            raise FellBack(self.why_plain) from error
