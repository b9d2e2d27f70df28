"""Functions that are compiled into each of their callers: they are linked, but become no machine code of their own.

Numba would optimise each of them for itself, and make machine code and an entry from Python that nobody uses: a quarter
of the first start. Their callers are optimised with all that they contain, so the callers' code is the same.
"""

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Inlined:
    """A function for compiled callers. Python may call it too; then it is compiled for that, like any other."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self.function, self.options = function, options
        self.linked = numba.njit(forceinline=True, no_cpython_wrapper=True, pipeline_class=_InlinedCompiler, **options)(
            function
        )

    @property
    def _numba_type_(self) -> Any:
        """The type by which Numba knows this function in another one."""
        return self.linked._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        """Call the function from Python."""
        return self._callable(*arguments)

    @cached_property
    def _callable(self) -> Any:
        return numba.njit(**self.options)(self.function)


class _InlinedCompiler(Compiler):
    """Numba's compiler, except that its result is only good for linking."""

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        super().__init__(typing, target, library, *others)
        self.state.library = _Linkable(target.codegen(), "inlined")


class _NoEngine:
    """Stands for the engine that would run the machine code."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: only an entry from Python needs an environment."""


class _Linkable(JITCodeLibrary):
    """Code for linking: it is neither optimised as a whole nor turned into machine code."""

    codegen = _NoEngine()

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Finish the code; there is no entry point."""
        self._ensure_finalized()
        return 0
