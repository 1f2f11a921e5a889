"""Rules to machine code. Only this room imports Numba, and only when something is compiled.

native(game).run(kernel, s, ...)    the kernel, a plain function `kernel(game, s, ...)`, as machine code
"""

from zermelo.native.compiling import NativeGame, native
from zermelo.native.teach import NotNativeError

__all__ = ["NativeGame", "NotNativeError", "native"]
