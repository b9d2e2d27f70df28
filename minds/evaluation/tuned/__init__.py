"""The champion's evaluation: ideas whose weights were fitted to the arena's own games.

`knowledge.py` adds up the ideas; `ideas.py` names them. One idea a file: `pawns.py`, `mobility.py`, `kings.py`,
`pieces.py`, `threats.py`, and `lone_king.py` for `endings`. They share `attack_maps.py` (which squares each side
attacks), `fills.py` (sets of squares along files), `weights.py` (what each term is worth) and `trace.py` (the record
in which terms are counted and added up).
"""
