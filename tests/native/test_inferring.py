"""Incremental type inference: annotations of kernels are used, and nothing is compiled again."""

from __future__ import annotations

import pytest
from numba.core.typeinfer import CallConstraint

from over import One, OverAtFive as Base
from zermelo.native import NotNativeError, native

pytestmark = pytest.mark.usefixtures("own_store")


def half(n) -> int:
    return half(n - 1) + 0.5 if n > 0 else 0.0


def halves(game, s) -> float:
    return half(s.n)


def test_a_kernel_function_that_does_not_return_its_annotated_type_does_not_compile():
    with pytest.raises(NotNativeError, match="half returns float64, but its annotation says int64"):
        native(Base()).run(halves, One(3))


def author_half(n) -> int:
    return author_half(n - 1) + 0.5 if n > 0 else 0.0


class Halves(Base):
    def utility(self, s, p):
        return author_half(s.n)


def utility_of(game, s) -> float:
    return game.utility(s, 0)


def test_annotations_of_rules_are_not_trusted():
    assert native(Halves()).run(utility_of, One(3)) == 1.5


def widened(game, s) -> float:
    """What `v` and `w` are is known only after the loop was seen a second time."""
    v, w = 0, 0
    for i in range(s.n):
        w = v + 1
        v = w + i if i % 2 else w / 2
    return float(v + w)


def test_a_changed_type_is_propagated_to_all_its_uses():
    for n in range(6):
        assert native(Base()).run(widened, One(n)) == widened(None, One(n))


def calls(game, s) -> int:
    return abs(s.n) + min(s.n, 3) + max(s.n, 4)


def test_a_call_is_resolved_once(monkeypatch):
    resolved = []
    resolve = CallConstraint.resolve

    def count(self, *arguments, **keywords):
        resolved.append(self)
        return resolve(self, *arguments, **keywords)

    monkeypatch.setattr(CallConstraint, "resolve", count)
    native(Base()).run(calls, One(3))
    assert resolved
    assert len(resolved) == len(set(resolved))


def plus(n, m) -> int:
    return n + m


def pluses(game, s) -> int:
    return plus(s.n, 1) + plus(s.n, 2) + plus(3, s.n)


def test_a_function_of_a_kernel_is_not_compiled_for_each_constant():
    compiled = native(Base())
    assert compiled.run(pluses, One(5)) == 21
    assert len(compiled._binding.namespaces.compiled(plus).overloads) == 1
