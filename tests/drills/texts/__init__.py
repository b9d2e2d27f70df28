"""Fuzzers of texts, one file each: `TEXTS` is a strategy of inputs, and `check` fails on an input that is read wrongly.

`check` returns True if the input was accepted. It may raise nothing else than an AssertionError about a wrong reading:
any other exception is a fault of the reader. `python -m tests.drills.fuzz_texts` finds the files and runs them for
minutes, the usual tests for a moment.
"""
