"""The harness's speed beside that of others; `python -m tests.bench.harness` prints it.

__main__.py     the command and its tables
measure.py      one command timed from outside, with the processor time of all its processes
commands.py     one match as a command of each harness: `arena run`, python-chess, fastchess, cutechess-cli
simple_loop.py  the match in a plain loop of python-chess
latency.py      the time between an engine's answer and the next question
own_minds.py    what a ply of our own minds costs, and a profile of the worker
"""
