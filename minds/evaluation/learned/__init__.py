"""A network that judges positions: 768 inputs for each side to N hidden units, and both halves to one value.

`inputs.py` numbers the inputs; `network.py` holds a network and its plain numpy reference; `bounds.py` proves that its
integers cannot overflow; `net_file.py` reads and writes a `.net` file, whose format it describes. The engine evaluates
by `judge.py`, which gives the same numbers, compiled; `accumulator.py` keeps the hidden units up to date from position
to position, and `evaluator.py` loads a network for both. `prodigy.net` is the house's network, `own_net.py` the
parameter that names another.
"""
