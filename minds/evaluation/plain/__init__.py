"""Twelve plain evaluation ideas with untuned numbers, one a file, for `negamax` and `control`.

`ideas.py` names them, `evaluation.py` adds up the chosen ones, and `attacks.py` has the squares that a piece attacks.
Each idea returns a score for White in centipawns.
"""
