"""How much of it there may be: known to the engine's minds, and to the windows that offer it."""

LARGEST_HASH = 1024  # MiB
MOST_THREADS = 64
