"""Everything that uses Numba: how the core is compiled, where the result is cached, and the processor's bit operations.

With NUMBA_DISABLE_JIT=1 the same names are plain Python, so the whole core can be stepped through in a debugger.
"""

from collections.abc import Callable
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.serialize import dumps
from numba.core.typeinfer import register_dispatcher
from numba.extending import box, intrinsic, models, register_model
from numba.np import linalg

from minds.board.announcement import Announcement
from minds.board.cache import CACHE
from minds.board.checked_files import CheckedFiles
from minds.board.claims import Claims
from minds.board.inlining import Inlined
from minds.board.needed import of_this_process

if TYPE_CHECKING:
    from collections.abc import Iterator

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED = bool(numba.config.DISABLE_JIT)
OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


def _leave_scipy_until_needed() -> None:
    """Let Numba load SciPy for code that does linear algebra, not already to see if it is there: 0.15 of our 0.7 s."""

    def look_for_scipy() -> None:
        if find_spec("scipy") is None:
            raise ImportError("no SciPy")

    load, linalg.ensure_blas = linalg.ensure_blas, look_for_scipy
    try:
        import_module("numba.np.arraymath")  # this asks once
    finally:
        linalg.ensure_blas = load


if not INTERPRETED:
    _leave_scipy_until_needed()

# ── Where compiled code is kept ──────────────────────────────────────────────────────────────


class _Locator(UserProvidedCacheLocator):
    """Points Numba at our cache folder, whose name already identifies the sources."""

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._lineno = function.__code__.co_firstlineno
        self._cache_path = str(CACHE)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "_Locator":
        return cls(function, file)


class _Cache(FunctionCache):
    """Numba's cache, except that a damaged file or a full disk costs no more than a compilation."""

    class _impl_class(CompileResultCacheImpl):  # noqa: N801  (Numba looks for this name)
        _locator_classes = (_Locator,)

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._function_name = function.__name__
        stamp = self._impl.locator.get_source_stamp()
        self._cache_file = CheckedFiles(Path(self._cache_path), self._impl.filename_base, stamp, dumps)

    def load_overload(self, sig: Any, context: Any) -> Any:
        """Return the code for a signature; None if this process has to compile it."""
        found = super().load_overload(sig, context)
        if found is None:
            ANNOUNCEMENT.missing()
            CLAIMS.take(self._impl.filename_base)
            found = super().load_overload(sig, context)  # another process may have compiled it meanwhile
            if found is not None:
                CLAIMS.drop(self._impl.filename_base)
        return found

    def save_overload(self, sig: Any, code: Any) -> None:
        """Keep the code that has been compiled for a signature."""
        super().save_overload(sig, code)
        CLAIMS.drop(self._impl.filename_base)
        ANNOUNCEMENT.compiled(self._function_name)

    @contextmanager
    def _guard_against_spurious_io_errors(self) -> "Iterator[None]":
        try:
            yield
        except OSError:
            CACHE_FAILURES.append(self._name)


CLAIMS, ANNOUNCEMENT = Claims(CACHE), Announcement(CACHE, of_this_process)
CACHE_FAILURES: list[str] = []  # functions whose code could not be read or written


def core(function: Function) -> Function:
    """Compile a function of the core at its first call and cache it on disk."""
    return _dispatcher(function)


def eager(signature: Any) -> Callable[[Function], Function]:
    """Compile a function at once, for one signature only, and cache it; recursive functions need this.

    Left to itself, or given a second version for a constant argument, Numba caches recursive code that crashes when it
    is loaded again.
    """

    def compile_now(function: Function) -> Function:
        dispatcher = _dispatcher(function)
        if not INTERPRETED:
            with register_dispatcher(dispatcher):
                dispatcher.compile(signature)
            dispatcher.disable_compile()
        return dispatcher

    return compile_now


def entry(function: Function) -> Function:
    """Compile a function that Python calls with integers only, and return its compiled entry point.

    Skipping Numba's check of argument types saves 0.1 µs a call. Entry points hold the interpreter's lock, so they may
    share one workspace.
    """
    if INTERPRETED:
        return function
    dispatcher = _dispatcher(function, nogil=False)
    _ENTRIES.append(dispatcher)
    entry: Function = dispatcher.compile((types.int64,) * function.__code__.co_argcount)
    return entry


_ENTRIES: list[Any] = []  # an entry point works only as long as its dispatcher lives


def _dispatcher(function: Callable[..., Any], **options: Any) -> Any:
    dispatcher = numba.njit(**{**OPTIONS, **options})(function)
    if CACHE is not None and not INTERPRETED:
        dispatcher._cache = _Cache(function)
    elif not INTERPRETED:
        ANNOUNCEMENT.missing()
    return dispatcher


def signature(result: Any, *arguments: Any) -> Any:
    """A Numba signature from Python's words: `int`, or the dtype of a record."""

    def numba_type(word: Any) -> Any:
        return types.int64 if word is int else numba.from_dtype(word)

    return numba_type(result)(*map(numba_type, arguments))


def inlined(function: Function) -> Function:
    """Compile a function into each of its callers, where constant arguments are folded away."""
    if INTERPRETED:
        return function
    linked: Any = Inlined(function, OPTIONS)
    return linked


def jit(function: Function) -> Function:
    """Compile a function of your own that may call the core's; the result is not cached on disk.

    Compilation happens at the first call and takes a second or two if the function generates moves.
    """
    return numba.njit(**OPTIONS)(function)


def jit_floats(function: Function) -> Function:
    """Compile arithmetic on floats as `jit` does, in whatever order and by whatever instructions are fastest."""
    return numba.njit(**OPTIONS, fastmath={"reassoc", "contract", "nsz"})(function)


# ── Bit operations ───────────────────────────────────────────────────────────────────────────

if INTERPRETED:

    def popcount(bitboard: Any) -> int:
        return int(bitboard).bit_count()

    def trailing_zeros(bitboard: Any) -> int:
        return (int(bitboard) & -int(bitboard)).bit_length() - 1

    def leading_zeros(bitboard: Any) -> int:
        return 64 - int(bitboard).bit_length()

    def minus(bitboard: Any, other: Any) -> Any:
        return np.uint64((int(bitboard) - int(other)) & 0xFFFF_FFFF_FFFF_FFFF)

    def copy_record(source: Any, destination: Any) -> None:
        for name in source.dtype.names:
            destination[name] = source[name]

else:

    @intrinsic
    def popcount(typing: Any, bitboard: Any) -> Any:
        """The number of bits set."""
        return types.int64(types.uint64), lambda _context, builder, _sig, args: builder.ctpop(args[0])

    @intrinsic
    def trailing_zeros(typing: Any, bitboard: Any) -> Any:
        """The number of the lowest bit set; undefined for an empty bitboard."""
        yes = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.uint64), lambda _context, builder, _sig, args: builder.cttz(args[0], yes)

    @intrinsic
    def leading_zeros(typing: Any, bitboard: Any) -> Any:
        """The number of clear bits above the highest bit set; undefined for an empty bitboard."""
        yes = ir.Constant(ir.IntType(1), 1)
        return types.int64(types.uint64), lambda _context, builder, _sig, args: builder.ctlz(args[0], yes)

    @intrinsic
    def minus(typing: Any, bitboard: Any, other: Any) -> Any:
        """The difference modulo 2**64; numpy's own scalars would warn about the overflow."""
        sig = types.uint64(types.uint64, types.uint64)
        return sig, lambda _context, builder, _sig, args: builder.sub(args[0], args[1])

    @intrinsic
    def copy_record(typing: Any, source: Any, destination: Any) -> Any:
        """Overwrite one record with another of the same type."""

        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            size = ir.Constant(ir.IntType(64), sig.args[0].size)
            cgutils.raw_memcpy(builder, args[1], args[0], size, 1)
            return context.get_dummy_value()

        return types.void(source, destination), generate


# ── Between Python and the core ──────────────────────────────────────────────────────────────
# Passing a record from Python costs 900 ns, passing its address 20. The entry point turns it back into a record.


def address_of(record: Any) -> Any:
    """The address of an array's only record, for an entry point; the record itself when interpreted."""
    return record.view(np.recarray)[0] if INTERPRETED else record.ctypes.data


def addresses_of(records: Any) -> Any:
    """The addresses of an array's records, in order."""
    if INTERPRETED:
        return iter(records.view(np.recarray))
    start = records.ctypes.data
    return iter(range(start, start + records.nbytes, records.itemsize))


def record_at(dtype: Any) -> Any:
    """Return a compiled function that turns an address into the record of this type stored there."""
    if INTERPRETED:
        return lambda address: address
    record = numba.from_dtype(dtype)

    @intrinsic
    def at(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(record))

        return record(types.int64), generate

    return at


# A record refers to a long array outside it by a handle, an integer.

if INTERPRETED:
    _ARRAYS: list[Any] = []

    def handle_of(records: Any) -> int:
        _ARRAYS.append(records.view(np.recarray))
        return len(_ARRAYS) - 1

    def array_of(handle: Any) -> Any:
        return _ARRAYS[int(handle)]

    def item_at(dtype: Any) -> Any:
        return lambda array, number: array_of(array)[int(number)]

    def prefetch(array: Any, offset: Any) -> None:
        pass

else:

    def handle_of(records: Any) -> int:
        """A handle for an array; valid as long as the caller keeps the array alive."""
        return int(records.ctypes.data)

    def item_at(dtype: Any) -> Any:
        """Return a compiled function from an array's handle and an index to the record there."""
        record = numba.from_dtype(dtype)

        @intrinsic
        def at(typing: Any, array: Any, number: Any) -> Any:
            def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
                far = builder.mul(args[1], ir.Constant(ir.IntType(64), dtype.itemsize))
                return builder.inttoptr(builder.add(args[0], far), context.get_value_type(record))

            return record(types.int64, types.int64), generate

        return at

    @intrinsic
    def prefetch(typing: Any, array: Any, offset: Any) -> Any:
        """Ask the processor to load the memory at this byte offset of an array."""

        def generate(context: Any, builder: Any, _sig: Any, args: Any) -> Any:
            word, byte = ir.IntType(32), ir.IntType(8).as_pointer()
            kind = ir.FunctionType(ir.VoidType(), [byte, word, word, word])
            call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
            place = builder.inttoptr(builder.add(args[0], args[1]), byte)
            builder.call(call, [place, word(0), word(3), word(1)])
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate


MAX_ITEMS = 256


class PythonObject(types.Opaque):
    """A new Python object returned by an entry point."""


if INTERPRETED:

    def python_list(known: Any, codes: Any, count: int, mask: int) -> list[Any] | None:
        items = [known.get(int(code) & mask) for code in codes[:count]]
        return None if None in items else items

    def python_bytes(array: Any) -> bytes:
        return bytes(array)

else:
    register_model(PythonObject)(models.OpaqueModel)
    NEW_OBJECT = PythonObject("new_object")

    @box(PythonObject)
    def _hand_over(_type: Any, value: Any, _context: Any) -> Any:
        return value

    @intrinsic
    def python_list(typing: Any, known: Any, codes: Any, count: Any, mask: Any) -> Any:
        """A list of the objects whose addresses stand at known[code & mask]; None if one is missing.

        It makes a list of forty in a third of a microsecond, a quarter of numpy's time. The codes are copied first:
        creating a list may run the garbage collector, whose finalizers may call the move generator again.
        """

        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            api = context.get_python_api(builder)
            addresses = builder.inttoptr(args[0], api.pyobj.as_pointer())
            shared = context.make_array(sig.args[1])(context, builder, args[1])
            word = shared.data.type.pointee
            codes = cgutils.alloca_once(builder, word, size=MAX_ITEMS)
            size = builder.mul(args[2], ir.Constant(ir.IntType(64), sig.args[1].dtype.bitwidth // 8))
            cgutils.raw_memcpy(builder, codes, shared.data, size, 1)
            made = cgutils.alloca_once_value(builder, api.list_new(args[2]))
            with cgutils.for_range(builder, args[2]) as loop:
                code = builder.zext(builder.load(builder.gep(codes, [loop.index])), ir.IntType(64))
                item = builder.load(builder.gep(addresses, [builder.and_(code, args[3])]))
                with builder.if_then(cgutils.is_null(builder, item), likely=False):
                    api.decref(builder.load(made))
                    builder.store(api.make_none(), made)
                    loop.do_break()
                api.incref(item)
                api.list_setitem(builder.load(made), loop.index, item)
            return builder.load(made)

        return NEW_OBJECT(types.int64, codes, types.int64, types.int64), generate

    @intrinsic
    def python_bytes(typing: Any, array: Any) -> Any:
        """The bytes of an array."""

        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            api = context.get_python_api(builder)
            array = context.make_array(sig.args[0])(context, builder, args[0])
            return api.bytes_from_string_and_size(array.data, array.nitems)

        return NEW_OBJECT(array), generate
