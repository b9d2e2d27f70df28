"""Compiled functions as numbers, so that a record can say which one to call.

A caller is compiled without the functions that it may be given: who never uses one never compiles it.
"""

from collections.abc import Callable
from typing import Any

import numba
from numba.core import types
from numba.extending import intrinsic

from minds.board.compiled import INTERPRETED

if INTERPRETED:
    _FUNCTIONS: list[Any] = []

    def number_of_function(function: Any) -> int:
        if function not in _FUNCTIONS:
            _FUNCTIONS.append(function)
        return 1 + _FUNCTIONS.index(function)

    def caller(dtype: Any) -> Callable[..., int]:
        return lambda number, handle, record, index: int(_FUNCTIONS[int(number) - 1](handle, record, index))

else:

    def number_of_function(function: Any) -> int:
        """A number, not 0, for a function that has been compiled for one signature only; valid in this process."""
        (compiled,) = function.overloads.values()
        return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))

    def caller(dtype: Any) -> Callable[..., int]:
        """Return a compiled function that calls the one with a number.

        That one takes an int, a record of this type and another int, returns an int, and raises nothing.
        """
        taken = (types.int64, numba.from_dtype(dtype), types.int64)

        @intrinsic
        def call(typing: Any, number: Any, handle: Any, record: Any, index: Any) -> Any:
            def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
                kind = context.call_conv.get_function_type(types.int64, taken)
                function = builder.inttoptr(args[0], kind.as_pointer())
                _status, result = context.call_conv.call_function(builder, function, types.int64, taken, args[1:])
                return result

            return types.int64(types.int64, *taken), generate

        return call
