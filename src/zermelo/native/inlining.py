"""How generators are compiled: as part of the loop that runs over them.

Numba keeps what yields the next value a function of its own, and a generator's variables in memory. Most rules are
generators, and a loop over actions is in every node of a search: there the calls cost more than most rules do.
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
    """Numba's, but what a generator keeps over a `yield`, as what it runs over, is where it is kept from the first.

    Numba moves it there when a value is yielded, and takes it up there afterwards: so it can be in two places, and
    what can be in two places LLVM leaves in memory.
    """

    GeneratorLower = _InlinedGenerator

    def lower_function_body(self) -> Any:
        """Compiles the body, of a generator only if no iterator in it is used in two places."""
        if self.generator_info is not None:
            self._refuse_shared_iterators()
        return super().lower_function_body()

    def _refuse_shared_iterators(self) -> None:
        """Raises UnsupportedError where two would have to know how far an iterator has come.

        In its place it is a copy, that of one loop, apart from the variable that the loop was given.
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
        """The iterators that a step takes, if it does not take the next value of one."""
        if isinstance(step.value, ir.Expr) and step.value.op == "iternext":
            return []
        names = [used.name for used in step.list_vars() if used.name != step.target.name]
        return [name for name in names if _has_iterator(self.typeof(name))]

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Gives a variable its value, which may be a place, as that of an iterator is."""
        if self.generator_info is not None and name in self.generator_info.state_vars:
            value = self._in_its_place(value, name)
        super().storevar(value, name, argidx=argidx)

    def _in_its_place(self, value: Any, name: str) -> Any:
        if isinstance(self.typeof(name), DictIteratorType):  # Numba would lose what it points to
            raise UnsupportedError("a dict is run over while something is yielded", self.loc)
        model = self.context.data_model_manager[self.typeof(name)]
        if model.get_value_type() == model.get_data_type():
            return value
        place = self._place_of(name)
        self.builder.store(model.as_data(self.builder, value), place)
        return place if isinstance(model, GeneratorModel) else model.load_from_data_pointer(self.builder, place)

    def _place_of(self, name: str) -> Any:
        """Where a generator keeps a variable."""
        state = self.genlower.gen_state_ptr
        with self.builder.goto_block(state.parent):  # which comes before all others that may ask
            return gep_inbounds(self.builder, state, 0, self.generator_info.state_vars.index(name))


def _has_iterator(kind: Any) -> bool:
    return isinstance(kind, IteratorType) or (isinstance(kind, BaseTuple) and any(map(_has_iterator, kind)))
