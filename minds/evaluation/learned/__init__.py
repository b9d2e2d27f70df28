"""A network that judges positions: 768 inputs for each side to N hidden units, and both halves to one value.

`inputs.py` numbers the inputs; `network.py` holds a network and its plain numpy reference; `bounds.py` proves that its
integers cannot overflow; `net_file.py` reads and writes a `.net` file, whose format it describes.
"""
