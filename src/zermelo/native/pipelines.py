"""How functions are compiled: Numba's passes, up to LLVM IR for helpers, up to machine code for entries."""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering

from zermelo.native.inlining import GeneratorsInlined
from zermelo.native.linking import Linked


class _Lower(GeneratorsInlined):
    """Functions that call each other do so by name: they are linked before they become machine code."""

    def init(self) -> None:
        """What Numba does beforehand."""
        super().init()
        self.context.call_unresolved = self._call_by_name

    def _call_by_name(self, builder: Any, name: str, signature: Any, arguments: Any) -> Any:
        """Calls a function that is not compiled yet, since it calls this one."""
        self.library.add_callee(name)
        kind = self.call_conv.get_function_type(signature.return_type, signature.args)
        callee = cgutils.get_or_insert_function(builder.module, kind, name)
        status, result = self.call_conv.call_function(builder, callee, signature.return_type, signature.args, arguments)
        with cgutils.if_unlikely(builder, status.is_error):
            self.call_conv.return_status_propagate(builder, status)
        return result


class _LowerInlined(_Lower):
    def init(self) -> None:
        """What Numba does beforehand."""
        super().init()
        self.fndesc.inline = True


class _Lowering(BaseNativeLowering):
    def run_pass(self, state: Any) -> bool:
        """Lowers a function into a library of its own."""
        state.library = Linked(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()  # so that it can be stored
        return bool(super().run_pass(state))

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower


@register_pass(mutates_CFG=True, analysis_only=False)
class _EntryLowering(_Lowering):
    _name = "zermelo_entry_lowering"


@register_pass(mutates_CFG=True, analysis_only=False)
class _CalledLowering(_Lowering):
    _name = "zermelo_called_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lowers a function to LLVM IR and no further; Numba knows it by an object that Python may not call."""
        state.flags.no_compile = True
        super().run_pass(state)
        nothing: dict[Any, Any] = {}
        known_as = nothing.__getitem__  # a builtin function, as Numba asks, equal to no other, that raises if called
        state.targetctx.insert_user_function(known_as, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=known_as)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _InlinedLowering(_CalledLowering):
    _name = "zermelo_inlined_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        return _LowerInlined


class _Entry(CompilerBase):
    """For functions that Python calls."""

    lowering: type[_Lowering] = _EntryLowering

    def define_pipelines(self) -> list[Any]:
        """The passes of Numba's, with the one step exchanged."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(self.lowering if step is NativeLowering else step, why) for step, why in manager.passes]
        manager.finalize()
        return [manager]


class _Called(_Entry):
    """For functions that call themselves; Python does not call them."""

    lowering = _CalledLowering


class _Inlined(_Entry):
    """For all other helpers: each call becomes part of its caller.

    One that stays a call costs the caller some writes each time it is entered, whether it comes to the call or not.
    """

    lowering = _InlinedLowering


_OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": True, "no_cfunc_wrapper": True}
"""How everything is compiled. Checked bounds cost only those rules that index arrays: kernels don't."""

ENTRY = _OPTIONS | {"pipeline_class": _Entry}
"""How a function is compiled that Python calls."""

CALLED = _OPTIONS | {"no_cpython_wrapper": True, "pipeline_class": _Called}
INLINED = CALLED | {"pipeline_class": _Inlined}
"""How helpers are, those that call themselves and all others. They have the same flags of Numba's, which compiles what
is called anew for a caller with other flags."""
