"""Inlines generators into the loops that iterate over them.

Numba compiles the step to the next value as a separate function and keeps a generator's variables in memory. Most rules
are generators, and every node of a search loops over actions: there the calls would cost more than most rules do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.cgutils import gep_inbounds
from numba.core.datamodel.models import GeneratorModel
from numba.core.errors import UnsupportedError
from numba.core.generators import GeneratorLower
from numba.core.lowering import Lower
from numba.core.types.abstract import IteratorType
from numba.core.types.containers import BaseTuple, DictIteratorType


class _InlinedGenerator(GeneratorLower):
    def __init__(self, lower: Any) -> None:
        super().__init__(lower)
        self.gendesc.inline = True


class GeneratorsInlined(Lower):
    """Lowering in which the iterators that a generator keeps across a `yield` are in its saved state from the start.

    Numba copies them there when a value is yielded and back afterwards. So an iterator may be in either of two places,
    and LLVM cannot keep it in registers.
    """

    GeneratorLower = _InlinedGenerator

    def lower_function_body(self) -> Any:
        """Compiles the body. Raises UnsupportedError for a generator in which an iterator is used twice."""
        if self.generator_info is not None:
            self._refuse_shared_iterators()
        return super().lower_function_body()

    def _refuse_shared_iterators(self) -> None:
        """Raises UnsupportedError if an iterator is used twice, because the uses would not share its position.

        The saved state contains a copy of the iterator for one loop, separate from the variable that it came from.
        """
        loops = compute_cfg_from_blocks(self.blocks).loops().values()
        made = {step.target.name: label for label, step in self._assignments()}
        used: set[str] = set()
        for label, step in self._assignments():
            for name in self._iterators_used(step):
                is_again = any(label in loop.body and made.get(name) not in loop.body for loop in loops)
                if is_again or name in used:
                    raise UnsupportedError(f"{name.partition('.')[0]} is an iterator that is used twice", step.loc)
                used.add(name)

    def _assignments(self) -> Iterator[tuple[int, Any]]:
        for label, block in self.blocks.items():
            for step in block.find_insts(ir.Assign):
                yield label, step

    def _iterators_used(self, step: Any) -> list[str]:
        """The iterators that a step uses, other than to get their next value."""
        if isinstance(step.value, ir.Expr) and step.value.op == "iternext":
            return []
        names = [used.name for used in step.list_vars() if used.name != step.target.name]
        return [name for name in names if _has_iterator(self.typeof(name))]

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Assigns a variable; one that a generator keeps across a `yield` is stored in its saved state."""
        if self.generator_info is not None and name in self.generator_info.state_vars:
            value = self._in_its_place(value, name)
        super().storevar(value, name, argidx=argidx)

    def _in_its_place(self, value: Any, name: str) -> Any:
        if isinstance(self.typeof(name), DictIteratorType):  # its pointer would be lost
            raise UnsupportedError("a loop over a dict yields values", self.loc)
        model = self.context.data_model_manager[self.typeof(name)]
        if model.get_value_type() == model.get_data_type():
            return value
        place = self._place_of(name)
        self.builder.store(model.as_data(self.builder, value), place)
        return place if isinstance(model, GeneratorModel) else model.load_from_data_pointer(self.builder, place)

    def _place_of(self, name: str) -> Any:
        """The address of a variable in the generator's saved state."""
        state = self.genlower.gen_state_ptr
        with self.builder.goto_block(state.parent):  # this block comes before all that use the address
            return gep_inbounds(self.builder, state, 0, self.generator_info.state_vars.index(name))


def _has_iterator(kind: Any) -> bool:
    return isinstance(kind, IteratorType) or (isinstance(kind, BaseTuple) and any(map(_has_iterator, kind)))
