"""Finds what minds know from games: networks for prodigy, and tables and weights for pst-engine and champion.

`games/` plays games to learn from and keeps them, `network/` trains networks with them. The files here fit tables and
weights to the games of a tournament (`minds/evaluation/README.md` shows a whole run): `store.py` reads games,
`sample.py` keeps their quiet positions, `features.py` counts what each contains, `hindsight.py` says what each was
worth, `fitting.py` finds the numbers, `writing.py` writes them as Python. The commands are those of `arena train`.
Nothing that plays imports this package.
"""
