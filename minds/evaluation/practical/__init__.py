"""The evaluation of the course practical, for `minimax` and `alphabeta`; never tuned.

`evaluation.py` adds up material, the piece-square tables of `tables.py`, and the bonus of `castling.py`.
"""
