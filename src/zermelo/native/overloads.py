"""The cache through which Numba's dispatcher loads the machine code of a kernel from the store, and saves it there."""

from __future__ import annotations

import hashlib
import pickle
from typing import Any

from numba.core import caching, compiler
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from zermelo.native.store import CODE, Shelf

_UNRESOLVED = ".numba.unresolved$"
"""Marks a call between mutually recursive functions that a user has compiled with `njit`: it cannot be stored."""


def machine_key() -> str:
    """A key for the processor of this machine: machines with different processors may share a store."""
    return _hashed(repr(cpu_target.target_context.codegen().magic_tuple()))[:8]


def key_of(signature: Any) -> str:
    """The key of a signature on this machine: the same for machine code and for a refusal."""
    return f"{machine_key()}-{_hashed(str(signature))[:16]}"


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Overloads(caching._Cache):
    """Loads machine code from a shelf and saves it there."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    @property
    def cache_path(self) -> str:
        """The folder of the shelf; part of Numba's interface."""
        return str(self._shelf.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The stored machine code for a signature, or None."""
        target_context.refresh()
        code = self._shelf.read(key_of(sig), CODE)
        return None if code is None else compiler.CompileResult._rebuild(target_context, *pickle.loads(code))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Stores new machine code, unless it contains addresses that are valid only in this process."""
        library = data.library
        if library.has_dynamic_globals or any(
            v.name.startswith(_UNRESOLVED) for v in library._final_module.global_variables
        ):
            return
        self._shelf.write(key_of(sig), CODE, dumps(data._reduce()))

    def enable(self) -> None:
        """Does nothing: Numba requires the method, and the store is always enabled."""

    def disable(self) -> None:
        """Does nothing: Numba requires the method, and the store is always enabled."""

    def flush(self) -> None:
        """Does nothing: Numba requires the method, and the store is never flushed."""
