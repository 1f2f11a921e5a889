"""The path of a search: a lookup finds the same as a linear search of the path."""

from __future__ import annotations

from hypothesis import given, strategies as st

from zermelo.engine.memory import new_memory, new_table
from zermelo.kernels.path import put_on_path, repeated, take_off_path

MARKS = 3
"""Few, so that states share marks."""

keys = st.integers(0, 8)
steps = st.lists(st.one_of(keys, st.sampled_from(["back", "broken off"])), max_size=60)


@given(steps, st.integers(0, 2))
def test_a_state_is_found_where_it_was_last_and_only_if_it_is_there(steps, since):
    m = new_memory(new_table(0, 1024, native=False), 0, 1)
    m.since = since
    path: list[int] = []
    for step in steps:
        if step == "back":
            if path:
                take_off_path(m, len(path) - 1, path[-1], path[-1] % MARKS)
                path.pop()
        elif step == "broken off":
            path.clear()  # another search begins, and all that this one has left stays behind
        else:
            put_on_path(m, len(path), step, step % MARKS)
            path.append(step)
        for key in range(9):
            plies = [ply for ply, held in enumerate(path) if held == key and ply >= since]
            assert repeated(m, key, key % MARKS, len(path)) == max(plies, default=-1)
