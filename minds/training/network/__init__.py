"""Trains the network that `minds/evaluation/learned/` plays with, from positions of played games.

In the order of the flow: `data.py` reads files of games or positions, of which `select.py` takes what is good to learn
from; `positions.py` joins and checks them, `position_file.py` knows their file; `examples.py` turns them into examples,
each with a target and the piece-square score; `model.py` holds the weights as floats; `gradient.py` says how wrong they
are and in which direction to change them; `adam.py` changes them; `trainer.py` goes through the examples again and
again, by `settings.py`, and keeps its state in `checkpoint.py`; `curves.py` draws how it went; `export.py` rounds the
weights to integers for play; `origin.py` says where they come from.
"""
