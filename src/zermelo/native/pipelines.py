"""The compiler pipelines: Numba's passes, down to LLVM IR for helpers and to machine code for entries."""

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
    """Lowering in which recursive calls are made by name: the functions are linked before they become machine code."""

    def init(self) -> None:
        """Replaces Numba's method for calls of functions that are not compiled yet."""
        super().init()
        self.context.call_unresolved = self._call_by_name

    def _call_by_name(self, builder: Any, name: str, signature: Any, arguments: Any) -> Any:
        """Calls a function that is not compiled yet, because it calls this one."""
        self.library.add_callee(name)
        kind = self.call_conv.get_function_type(signature.return_type, signature.args)
        callee = cgutils.get_or_insert_function(builder.module, kind, name)
        status, result = self.call_conv.call_function(builder, callee, signature.return_type, signature.args, arguments)
        with cgutils.if_unlikely(builder, status.is_error):
            self.call_conv.return_status_propagate(builder, status)
        return result


class _LowerInlined(_Lower):
    def init(self) -> None:
        """Marks the function as one to be inlined."""
        super().init()
        self.fndesc.inline = True


class _Lowering(BaseNativeLowering):
    def run_pass(self, state: Any) -> bool:
        """Lowers a function into its own library."""
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
        """Lowers a function to LLVM IR only; Numba identifies it by an object that must not be called from Python."""
        state.flags.no_compile = True
        super().run_pass(state)
        nothing: dict[Any, Any] = {}
        known_as = nothing.__getitem__  # a unique builtin function, as Numba requires, that raises if called
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
    """The pipeline for functions that Python calls."""

    lowering: type[_Lowering] = _EntryLowering

    def define_pipelines(self) -> list[Any]:
        """Numba's passes, with the lowering pass replaced."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(self.lowering if step is NativeLowering else step, why) for step, why in manager.passes]
        manager.finalize()
        return [manager]


class _Called(_Entry):
    """The pipeline for recursive helpers, which Python does not call."""

    lowering = _CalledLowering


class _Inlined(_Entry):
    """The pipeline for all other helpers, which are inlined into their callers.

    A call that is not inlined costs its caller some stores at every entry, even if the call is never reached.
    """

    lowering = _InlinedLowering


_OPTIONS: dict[str, Any] = {"nogil": True, "boundscheck": True, "no_cfunc_wrapper": True}
"""The options for all functions. Bounds checks slow down only rules that index arrays; kernels do not."""

ENTRY = _OPTIONS | {"pipeline_class": _Entry}
"""The options for functions that Python calls."""

CALLED = _OPTIONS | {"no_cpython_wrapper": True, "pipeline_class": _Called}
INLINED = CALLED | {"pipeline_class": _Inlined}
"""The options for recursive helpers and for all others. Both have the same Numba flags, because Numba compiles a callee
again for every caller with different flags."""
