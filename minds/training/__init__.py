"""Fits the engine's piece-square tables and the champion's weights to played games.

The commands, each with `--help`; STORE is the arena.sqlite of a tournament (`minds/evaluation/README.md` shows a whole
run):

    python -m minds.training openings N        print N random, roughly level opening positions, one FEN a line
    python -m minds.training tables STORE      fit the piece-square tables and write minds/board/tables.py
    python -m minds.training knowledge STORE   fit the ideas' weights and write minds/evaluation/tuned/weights.py
    python -m minds.training ideas STORE       print the loss without each of the champion's ideas
    python -m minds.training picture           draw the tables as heat maps, minds/evaluation/tables.png

The steps: `store.py` reads games, `sample.py` keeps their quiet positions, `features.py` counts what each contains,
`hindsight.py` says what each was worth, `fitting.py` finds the numbers, `writing.py` writes them as Python. Nothing
that plays imports this package.
"""
