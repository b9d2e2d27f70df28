"""The rules of chess, compiled: positions, moves, legal move generation, FEN and perft.

For Python: `position.py` and `move.py`. For compiled functions: `core.py`, which collects the names from
`state.py` (the records), `movegen.py`, `make.py`, `attacks.py`, `threats.py`, `scores.py` and `squares.py`.
`compiled.py`, `inlining.py`, `calling.py` (functions known by a number) and `vectors.py` (32 integers at once) are the
only files that import Numba; `cache.py` decides where its output is kept.
"""
