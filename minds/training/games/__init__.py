"""Games to learn from: plays them, keeps them in a file, and reads them as a table of positions.

    settings ─▶ self-play: one game ─▶ blocks ─▶ file ─▶ replay ─▶ positions ─▶ fit

`settings.py` says how games are played, `selfplay.py` plays one, `generate.py` has all of them played by workers,
`blocks.py` packs games into bytes, `file.py` keeps the blocks and goes on after an interruption, `replay.py` turns
games into positions. A game depends on its settings and its number alone: wherever it is played, it is the same.
"""
