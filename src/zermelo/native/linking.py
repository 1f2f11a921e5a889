"""Keeps helpers as LLVM IR; only the entries, which Python calls, are optimised and loaded as machine code.

Numba makes machine code of every function that it compiles, with a wrapper for Python, and links optimised copies of it
into its callers. A kernel has over a hundred helpers, which Python never calls. Here they stay unoptimised IR; an entry
links everything that it reaches once and is then optimised as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import WeakValueDictionary

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment

_ENVIRONMENT = "_ZN08NumbaEnv"
"""The prefix of the variables that hold a function's environment, which is the Python objects that it needs."""


class Linked(JITCodeLibrary):
    """The LLVM IR of one function, and links to all functions that it calls. Machine code is made on demand.

    Numba's own libraries demand it when they link this one.
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self._callees: set[str] = set()

    def add_linking_library(self, library: Any) -> None:
        """Adds the library of a function that is called."""
        self._linking_libraries.append(library)

    def add_callee(self, name: str) -> None:
        """Adds a function whose library is not known yet, because it is still being compiled: it calls this one."""
        self._callees.add(name)

    def add_llvm_module(self, module: Any) -> None:
        """Adds IR without optimising it."""
        for function in module.functions:
            if not function.is_declaration:
                _DEFINED[function.name] = self
        self._final_module.link_in(module)

    def finalize(self) -> None:
        """Links everything that is reached, and makes machine code of it."""
        self._linking_libraries = self._reached()
        self._shared_module = None
        super().finalize()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith(_ENVIRONMENT) else None
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def _optimize_final_module(self) -> None:
        """Optimises twice: code inlined in the first pass can be optimised in its new context only in the second."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = "internal"  # no other module calls it
        super()._optimize_final_module()
        super()._optimize_final_module()

    def _reached(self) -> list[Any]:
        """The libraries of all functions that are called, directly or indirectly: each after those that call it.

        LLVM links a function only if it is called by what has been linked before. One that comes too early is left out,
        and its name is then resolved to a copy in another module, which was optimised for other callers.
        """
        ended: list[Any] = []
        met = {self}
        waiting = [(self, self._called())]
        while waiting:
            library, called = waiting[-1]
            other = next((other for other in called if other not in met), None)
            if other is None:
                ended.append(library)
                waiting.pop()
            else:
                met.add(other)
                waiting.append((other, other._called() if isinstance(other, Linked) else iter(())))
        return ended[-2::-1]

    def _called(self) -> Iterator[Any]:
        """The libraries of the functions that are called directly; none if they were linked into this one."""
        return iter(
            () if self._finalized else (*self._linking_libraries, *(_DEFINED[name] for name in sorted(self._callees)))
        )

    def _get_module_for_linking(self) -> Any:
        """The module for other libraries to link: everything if this was finalised, else this function alone."""
        if self._finalized:
            return super()._get_module_for_linking()
        if self._shared_module is None:
            shared = self._final_module.clone()
            for function in shared.functions:
                if not function.is_declaration and function.linkage == Linkage.external:
                    function.linkage = "linkonce_odr"
            self._shared_module = shared
        return self._shared_module


_DEFINED: WeakValueDictionary[str, Linked] = WeakValueDictionary()
"""The libraries that define functions, by the functions' names."""
