"""Fuzzers of texts, one file each: `TEXTS` is a strategy of inputs, and `check` fails on an input that is read wrongly.

`python -m tests.drills.fuzz_texts` finds them and runs them for minutes, the usual tests for a moment.
"""
