"""The pages of libraries that a process has read but does not need for now.

To load compiled functions a zygote reads 70 MB of the compiler's library, and hardly uses it afterwards.
"""

import ctypes
import mmap
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

# The head of a mapping of a file: its ends, and what may be done with it.
MAPPING = re.compile(r"([0-9a-f]+)-([0-9a-f]+) (....) [0-9a-f]+ [0-9a-f]+:[0-9a-f]+ [1-9][0-9]* +/")
CHANGED_PAGES = "Anonymous:"  # pages that differ from the file, in kB


def give_back_code() -> None:
    """Give back the unchanged pages of files that are mapped for reading; the system reads them again when needed.

    Nothing is given back where pages of a mapping may differ from the file, or where the system does not tell.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    with suppress(OSError, AttributeError):
        for start, length in unchanged(Path("/proc/self/smaps").read_text(encoding="utf-8", errors="replace")):
            libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(length), mmap.MADV_DONTNEED)


def unchanged(smaps: str) -> Iterator[tuple[int, int]]:
    """Yield start and length of each mapping of a file that nobody can write to, and nobody has written to."""
    mapping = None
    for line in smaps.splitlines():
        words = line.split()
        if not words[0].endswith(":"):
            found = MAPPING.match(line)
            mapping = found if found is not None and found[3] in ("r--p", "r-xp") else None
        elif words[0] == CHANGED_PAGES and mapping is not None and words[1] == "0":
            start, end = int(mapping[1], 16), int(mapping[2], 16)
            yield start, end - start
