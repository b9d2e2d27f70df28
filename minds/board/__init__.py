"""The rules of chess, compiled: positions, moves, legal move generation, FEN and perft.

For Python: `position.py` and `move.py`. For compiled functions: `core.py`, which collects the names from
`state.py` (the records), `movegen.py`, `make.py`, `attacks.py`, `threats.py`, `scores.py` and `squares.py`.
`compiled.py` is the only file that imports Numba; `cache.py` decides where its output is kept.
"""
