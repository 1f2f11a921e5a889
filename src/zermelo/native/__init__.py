"""Compiles rules and kernels to machine code. Only this package imports Numba, and only to compile or load code.

native(game).run(kernel, s, ...)    runs the kernel, a plain function `kernel(game, s, ...)`, as machine code
has_code(game, kernel)              whether that machine code is stored; found without importing Numba
is_loaded(game, kernel)             whether this process has loaded it; found at once
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

__all__ = ["NotNativeError", "has_code", "is_loaded", "native"]


def native(game: Game) -> NativeGame:
    """The game as machine code. Raises NotNativeError if its states are not made of numbers."""
    from zermelo.native.compiling import bound  # noqa: PLC0415  # Numba takes half a second to import

    return bound(game)


def has_code(game: Game, kernel: Callable[..., Any]) -> bool:
    """Whether machine code of the kernel is stored, so that it only has to be loaded, if it is for this machine."""
    return Shelf(digest_of(game), str(game), kernel_name(kernel)).holds(CODE)


def is_loaded(game: Game, kernel: Callable[..., Any]) -> bool:
    """Whether this process has loaded the kernel's machine code, so that it can be run at once."""
    compiling = sys.modules.get("zermelo.native.compiling")
    asked = getattr(compiling, "is_loaded", None)  # a module has no functions yet while another thread imports it
    return asked is not None and bool(asked(digest_of(game), kernel))
