"""How generators are compiled: as part of the loop that runs over them.

Numba keeps what yields the next value a function of its own, and a generator's variables in memory. Most rules are
generators, and a loop over actions is in every node of a search: there the calls cost more than most rules do.
"""

from __future__ import annotations

from typing import Any

from numba.core.cgutils import gep_inbounds
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.datamodel.models import GeneratorModel
from numba.core.errors import UnsupportedError
from numba.core.generators import GeneratorLower
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering


class _InlinedGenerator(GeneratorLower):
    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = True


class _Lower(Lower):
    """Numba's, but what a generator runs over is where it is kept from the first.

    Numba moves it there when a value is yielded, and takes it up there afterwards: so it can be in two places, and
    what can be in two places LLVM leaves in memory.
    """

    GeneratorLower = _InlinedGenerator

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Gives a variable its value, which for an iterator that outlives a `yield` is a place."""
        if self.generator_info is not None and name in self.generator_info.state_vars:
            value = self._in_its_place(value, name)
        super().storevar(value, name, argidx=argidx)

    def _in_its_place(self, value: Any, name: str) -> Any:
        model = self.context.data_model_manager[self.typeof(name)]
        if model.get_value_type() == model.get_data_type():
            return value
        if isinstance(model, GeneratorModel) and not name.startswith("$"):
            # A loop over it has one of its own: which has come how far is known to neither.
            raise UnsupportedError(f"{name.partition('.')[0]} is a generator that is kept over a yield", self.loc)
        place = self._place_of(name)
        self.builder.store(model.as_data(self.builder, value), place)
        return place if isinstance(model, GeneratorModel) else model.load_from_data_pointer(self.builder, place)

    def _place_of(self, name: str) -> Any:
        """Where a generator keeps a variable."""
        state = self.genlower.gen_state_ptr
        with self.builder.goto_block(state.parent):  # which comes before all others that may ask
            return gep_inbounds(self.builder, state, 0, self.generator_info.state_vars.index(name))


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(BaseNativeLowering):
    _name = "zermelo_lowering"

    @property
    def lowering_class(self) -> type[Lower]:
        return _Lower


class Pipeline(CompilerBase):
    """Numba's own, but for generators."""

    def define_pipelines(self) -> list[Any]:
        """The passes of Numba's, with the one step exchanged."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(_Lowering if step is NativeLowering else step, why) for step, why in manager.passes]
        manager.finalize()
        return [manager]
