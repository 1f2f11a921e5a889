"""Compiles rules and kernels to machine code. Only this package imports Numba, and only to compile or load code.

native(game).run(kernel, s, ...)    runs the kernel, a plain function `kernel(game, s, ...)`, as machine code
has_code(game, kernel)              whether that machine code is stored; found without importing Numba
loaded(game, kernel)                the game as machine code, if this process has loaded the kernel; found at once
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.core.game import Game
from zermelo.native.digest import digest_of, kernel_name
from zermelo.native.store import CODE, Shelf
from zermelo.native.teach import NotNativeError

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

__all__ = ["NotNativeError", "has_code", "loaded", "native"]


def native(game: Game) -> NativeGame:
    """The game as machine code. Raises NotNativeError if its states are not made of numbers."""
    from zermelo.native.compiling import bound  # noqa: PLC0415  # Numba takes half a second to import

    return bound(game)


def has_code(game: Game, kernel: Callable[..., Any]) -> bool:
    """Whether machine code of the kernel is stored, so that it only has to be loaded, if it is for this machine."""
    return Shelf(digest_of(game), str(game), kernel_name(kernel)).holds(CODE)


def loaded(game: Game, kernel: Callable[..., Any]) -> NativeGame | None:
    """The game as machine code if this process has loaded the kernel, so that it can be run at once; else None."""
    compiling = sys.modules.get("zermelo.native.compiling")
    find = getattr(compiling, "loaded", None)  # a module has no functions yet while another thread imports it
    found: NativeGame | None = None if find is None else find(digest_of(game), kernel)
    return found
