"""The environment of processes that work beside a server for as long as it runs.

A fit of ratings is many small steps of linear algebra. A library that hands each of them out to several threads takes
15 times as much processor time for it, in which no page is answered.
"""

import os

ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"), "1")
LITTLE_MEMORY = {"MALLOC_ARENA_MAX": "2"}  # of glibc, which otherwise keeps what is free apart for each thread


def sparing_environment() -> dict[str, str]:
    """Return the environment of this process with these settings, unless it has others."""
    return {**ONE_THREAD, **LITTLE_MEMORY, **os.environ}
