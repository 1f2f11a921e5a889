"""How generators are compiled: as part of the loop that runs over them.

Numba keeps what yields the next value a function of its own, and a generator's variables in memory. Most rules are
generators, and a loop over actions is in every node of a search: there the calls cost more than most rules do.
"""

from __future__ import annotations

from typing import Any

from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.generators import GeneratorLower
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering


class _InlinedGenerator(GeneratorLower):
    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = True


class _Lower(Lower):
    GeneratorLower = _InlinedGenerator


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
