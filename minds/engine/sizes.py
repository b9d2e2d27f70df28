"""Bounds of two parameters: the size of the transposition table and the number of threads."""

LARGEST_HASH = 1024  # MiB
MOST_THREADS = 64
