"""Attacks on the page cache, through which minds could signal each other: to see and to change what is in memory."""

import ctypes
import mmap
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .syscalls import call, checked, libc

SHARED_FILE = os.__file__  # of Python's library, which every mind in Python may read
MERGEABLE, COLD, PAGE_OUT, COLLAPSE = 12, 20, 21, 25


def see(bait: dict[str, Any]) -> str:
    """See which pages of a library are in memory (mincore)"""
    with _mapped() as (place, size):
        pages = ctypes.create_string_buffer(size // mmap.PAGESIZE)
        checked(libc().mincore(ctypes.c_void_p(place), ctypes.c_size_t(size), pages))
    return f"{sum(page & 1 for page in pages.raw)} of {len(pages)} are"


def count(bait: dict[str, Any]) -> str:
    """Count a library's pages in memory (cachestat)"""
    found = ctypes.create_string_buffer(40)
    _on_file(lambda file: call("cachestat", file, bytes(16), found, 0))
    return f"{int.from_bytes(found.raw[:8], 'little')} are"


def read_if_there(bait: dict[str, Any]) -> str:
    """Read a library's page only if it is in memory"""
    try:
        return f"read {_on_file(lambda file: os.preadv(file, [bytearray(8)], 0, os.RWF_NOWAIT))} bytes"
    except BlockingIOError:
        return "learnt that it is not there"


def evict(bait: dict[str, Any]) -> str:
    """Evict a library from memory (posix_fadvise)"""
    _on_file(lambda file: os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED))
    return "was allowed to"


def read_ahead(bait: dict[str, Any]) -> str:
    """Have a library read into memory (readahead)"""
    return f"answered {_on_file(lambda file: call('readahead', file, 0, 1 << 16))}"


def page_out(bait: dict[str, Any]) -> str:
    """Page out a library (madvise)"""
    return _advise(PAGE_OUT)


def cool(bait: dict[str, Any]) -> str:
    """Have a library evicted soon (madvise)"""
    return _advise(COLD)


def merge(bait: dict[str, Any]) -> str:
    """Have pages merged with another mind's equal ones (madvise)"""
    with mmap.mmap(-1, mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as page:
        page.madvise(MERGEABLE)
    return "was allowed to"


def collapse(bait: dict[str, Any]) -> str:
    """Have a library's pages joined to large ones (madvise)"""
    with mmap.mmap(-1, 4 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as pages:
        pages[0] = 1
        pages.madvise(COLLAPSE)
    return "was allowed to"


def _advise(advice: int) -> str:
    with _mapped() as (place, size):
        checked(libc().madvise(ctypes.c_void_p(place), ctypes.c_size_t(size), advice))
    return "was allowed to"


def _on_file(do: Callable[[int], Any]) -> Any:
    file = os.open(SHARED_FILE, os.O_RDONLY)
    try:
        return do(file)
    finally:
        os.close(file)


@contextmanager
def _mapped() -> Iterator[tuple[int, int]]:
    """Map the file; yield its address and size."""
    library = libc()
    library.mmap.restype = ctypes.c_void_p
    size = max(1, os.stat(SHARED_FILE).st_size // mmap.PAGESIZE) * mmap.PAGESIZE
    place = _on_file(
        lambda file: library.mmap(None, ctypes.c_size_t(size), mmap.PROT_READ, mmap.MAP_SHARED, file, ctypes.c_long(0))
    )
    if place == ctypes.c_void_p(-1).value:
        checked(-1)
    try:
        yield place, size
    finally:
        library.munmap(ctypes.c_void_p(place), ctypes.c_size_t(size))
