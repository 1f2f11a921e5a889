"""Rules to machine code. Only this room imports Numba, and only when something is compiled or loaded.

native(game).run(kernel, s, ...)    the kernel, a plain function `kernel(game, s, ...)`, as machine code
has_code(game, kernel)              whether that machine code is kept, which is found without Numba
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from zermelo.core.game import Game
from zermelo.native.digest import digest_of, kernel_name
from zermelo.native.store import CODE, Shelf
from zermelo.native.teach import NotNativeError

if TYPE_CHECKING:
    from zermelo.native.compiling import NativeGame

__all__ = ["NotNativeError", "has_code", "native"]


def native(game: Game) -> NativeGame:
    """The game as machine code. Raises NotNativeError where its states are not made of numbers."""
    from zermelo.native.compiling import bound  # noqa: PLC0415  # Numba takes half a second to import

    return bound(game)


def has_code(game: Game, kernel: Callable[..., Any]) -> bool:
    """Whether machine code of the kernel is kept, so that it only has to be loaded; it may be another machine's."""
    return Shelf(digest_of(game), str(game), kernel_name(kernel)).holds(CODE)
