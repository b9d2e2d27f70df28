"""Vectors compute as numpy's arrays do, also where a number of 16 bits wraps around."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from minds import jit
from minds.board.compiled import handle_of
from minds.board.vectors import LANES, aligned, clipped, pair_sums, put_vector, sum_of, vector_at
from tests.minds.board.test_compiled import python

SHORTS = st.lists(st.integers(-(1 << 15), (1 << 15) - 1), min_size=LANES, max_size=LANES)
SMALL = st.lists(st.integers(-1000, 1000), min_size=LANES, max_size=LANES)


@jit
def combine(arrays: Any) -> int:
    """Write sum, difference, product and clipped numbers behind two vectors; return the sum of their products."""
    one, other = vector_at(arrays, 0), vector_at(arrays, 1)
    put_vector(arrays, 2, one + other)
    put_vector(arrays, 3, one - other)
    put_vector(arrays, 4, one * other)
    put_vector(arrays, 5, clipped(one, 255))
    return sum_of(pair_sums(one, other) + pair_sums(other, other))


def combined(one: list[int], other: list[int]) -> tuple[np.ndarray, int]:
    arrays = aligned((6, LANES), np.int16)
    arrays[0], arrays[1] = one, other
    return arrays, combine(handle_of(arrays))


@settings(deadline=None)
@given(SHORTS, SHORTS)
def test_vectors_are_arrays(one: list[int], other: list[int]) -> None:
    """Sums, differences and products of vectors are those of arrays, modulo 2**16."""
    arrays, _ = combined(one, other)
    assert np.array_equal(arrays[2], arrays[0] + arrays[1])
    assert np.array_equal(arrays[3], arrays[0] - arrays[1])
    assert np.array_equal(arrays[4], arrays[0] * arrays[1])
    assert np.array_equal(arrays[5], np.clip(arrays[0], 0, 255))


@settings(deadline=None)
@given(SMALL, SMALL)
def test_products_add_up(one: list[int], other: list[int]) -> None:
    """Products of 16 bits are added up in 32."""
    arrays, total = combined(one, other)
    wide = arrays.astype(np.int64)
    assert total == (wide[0] * wide[1] + wide[1] * wide[1]).sum()


def test_rows_begin_where_the_processor_likes_it() -> None:
    """An aligned array begins at a multiple of 64 bytes, whatever its size, and is zero."""
    for shape in ((1, LANES), (3, 5, 7), (769, 128)):
        array = aligned(shape, np.int16)
        assert (array.ctypes.data % 64, array.shape, array.any()) == (0, shape, False)


PLAINLY = """
from tests.minds.board.test_vectors import combined
arrays, total = combined(list(range(-400, 400, 25)), list(range(32)))
print(arrays.tolist(), total)
"""


def test_plain_python_computes_alike() -> None:
    """Interpreted and compiled, the results are the same."""
    out, err = python(PLAINLY, NUMBA_DISABLE_JIT="1").communicate(timeout=120)
    arrays, total = combined(list(range(-400, 400, 25)), list(range(32)))
    assert out.strip() == f"{arrays.tolist()} {total}", err
