"""Vectors of integers, 32 of 16 bits or 16 of 32 bits, which the processor adds and multiplies at once.

A row of numbers that is a multiple of `LANES` long is a number of such vectors, one after the other at addresses that
are multiples of 64. A loop over single numbers, which the compiler turns into such operations by itself, is up to four
times slower, because it has to find out each time whether rows overlap. With NUMBA_DISABLE_JIT=1 a vector is an array.
"""

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typing.templates import signature
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable

from minds.board import compiled
from minds.board.compiled import INTERPRETED

LANES = 32
ALIGNMENT = 64  # bytes


def aligned(shape: tuple[int, ...], dtype: Any) -> np.ndarray:
    """Return an array of zeros that begins at a multiple of 64 bytes."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(dtype).reshape(shape)


if INTERPRETED:

    def _vectors(array: Any) -> Any:
        return compiled.array_of(array).view(np.ndarray).reshape(-1, LANES)

    def vector_at(array: Any, number: Any) -> Any:
        return _vectors(array)[int(number)].copy()

    def put_vector(array: Any, number: Any, vector: Any) -> None:
        _vectors(array)[int(number)] = vector

    def clipped(vector: Any, most: int) -> Any:
        return np.clip(vector, 0, np.int16(most))

    def pair_sums(one: Any, other: Any) -> Any:
        return (one.astype(np.int32) * other).reshape(-1, 2).sum(axis=1, dtype=np.int32)

    def sum_of(vector: Any) -> int:
        return int(vector.sum(dtype=np.int32))

else:

    class Vector(types.Type):
        """The type of a vector."""

        def __init__(self, lanes: int, bits: int) -> None:
            self.llvm = ir.VectorType(ir.IntType(bits), lanes)
            super().__init__(f"vector of {lanes} int{bits}")

    @register_model(Vector)
    class VectorModel(models.PrimitiveModel):  # noqa: D101
        def __init__(self, manager: Any, kind: Vector) -> None:
            super().__init__(manager, kind, kind.llvm)

    SHORT, LONG = Vector(LANES, 16), Vector(LANES // 2, 32)

    def _repeated(builder: Any, number: Any) -> Any:
        short, first = builder.trunc(number, SHORT.llvm.element), ir.Constant(ir.IntType(32), 0)
        one = builder.insert_element(ir.Constant(SHORT.llvm, ir.Undefined), short, first)
        return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), LANES), [first] * LANES))

    def _place(builder: Any, array: Any, number: Any) -> Any:
        offset = builder.mul(number, ir.Constant(ir.IntType(64), 2 * LANES))
        return builder.inttoptr(builder.add(array, offset), SHORT.llvm.as_pointer())

    def _define_operator(function: Any, instruction: str, kind: Vector) -> None:
        @type_callable(function)
        def find_type(_context: Any) -> Any:
            return lambda one, other: signature(kind, kind, kind) if one == other == kind else None

        @lower_builtin(function, kind, kind)
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return getattr(builder, instruction)(*args)

    _define_operator(operator.add, "add", SHORT)
    _define_operator(operator.sub, "sub", SHORT)
    _define_operator(operator.mul, "mul", SHORT)
    _define_operator(operator.add, "add", LONG)

    @intrinsic
    def vector_at(typing: Any, array: Any, number: Any) -> Any:
        """The vector at this index of an array, which is given by its handle."""
        return SHORT(types.int64, types.int64), lambda _context, builder, _sig, args: builder.load(
            _place(builder, *args), align=ALIGNMENT
        )

    @intrinsic
    def put_vector(typing: Any, array: Any, number: Any, vector: Any) -> Any:
        """Store a vector at this index of an array."""

        def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            builder.store(args[2], _place(builder, args[0], args[1]), align=ALIGNMENT)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, SHORT), generate

    @intrinsic
    def clipped(typing: Any, vector: Any, most: Any) -> Any:
        """The numbers of a vector, those below 0 replaced by 0, and those above another number by that."""

        def generate(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            least, highest = ir.Constant(SHORT.llvm, [0] * LANES), _repeated(builder, args[1])
            low = builder.select(builder.icmp_signed("<", args[0], least), least, args[0])
            return builder.select(builder.icmp_signed(">", low, highest), highest, low)

        return SHORT(SHORT, types.int64), generate

    @intrinsic
    def pair_sums(typing: Any, one: Any, other: Any) -> Any:
        """The products of two vectors, each added to its neighbour: one instruction of most processors."""

        def generate(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            def every_other(vector: Any, first: int) -> Any:
                lanes = [ir.Constant(ir.IntType(32), lane) for lane in range(first, LANES, 2)]
                picked = ir.Constant(ir.VectorType(ir.IntType(32), LANES // 2), lanes)
                return builder.sext(builder.shuffle_vector(vector, vector, picked), LONG.llvm)

            even, odd = (builder.mul(*(every_other(vector, first) for vector in args)) for first in (0, 1))
            return builder.add(even, odd)

        return LONG(SHORT, SHORT), generate

    @intrinsic
    def sum_of(typing: Any, vector: Any) -> Any:
        """The sum of a vector of sums."""

        def generate(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            kind = ir.FunctionType(ir.IntType(32), [LONG.llvm])
            add = cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.add.v{LANES // 2}i32")
            return builder.sext(builder.call(add, args), ir.IntType(64))

        return types.int64(LONG), generate
