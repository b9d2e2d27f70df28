"""Measures the speed of the rules of chess, and the behaviour of a mind.

`rules.py` runs our rules beside the programs of `rivals.py`; `signature.py` counts the nodes a mind searches.
"""
