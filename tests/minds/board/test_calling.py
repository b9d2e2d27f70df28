"""A function that is known by its number only is called like any other."""

from typing import Any

import numpy as np

from minds import Position, jit
from minds.board.calling import caller, number_of_function
from minds.board.compiled import eager, signature
from minds.board.state import STATE
from tests.minds.board.test_compiled import python

call = caller(STATE)


@eager(signature(int, int, STATE, int))
def weigh(handle: Any, state: Any, ply: int) -> int:
    return int(handle * 1000 + state.halfmoves * 10 + ply)


@eager(signature(int, int, STATE, int))
def ignore(handle: Any, state: Any, ply: int) -> int:
    return -1


@jit
def choose(functions: Any, state: Any) -> int:
    """The results of two functions, which this one was compiled without."""
    return call(functions[0], 7, state[0], 3) + call(functions[1], 7, state[0], 3)


def chosen() -> int:
    functions = np.array([number_of_function(weigh), number_of_function(ignore)])
    return int(choose(functions, Position("7k/8/8/8/8/8/8/KR6 w - - 42 120").state))


def test_the_function_with_a_number_is_called() -> None:
    """Each number calls its function, with all arguments."""
    assert chosen() == 7000 + 420 + 3 - 1


def test_plain_python_calls_alike() -> None:
    """Interpreted, the same functions are called."""
    code = "from tests.minds.board.test_calling import chosen; print(chosen())"
    out, err = python(code, NUMBA_DISABLE_JIT="1").communicate(timeout=120)
    assert out.strip() == str(chosen()), err
