"""UCI, the language of chess engines, as a cell speaks it with a jailed program."""
