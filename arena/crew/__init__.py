"""Crews: workers that play games, or judge positions, on demand, on this machine or wherever an Executor reaches.

    driver ─▶ submit(game) ─▶ head: batches of about a second ─▶ Executor.submit(play, bytes)
    far process ─▶ play: versions, files by digest, jail ─▶ games ─▶ bytes
    head ─▶ answer checked, each game replayed by the rules ─▶ future of the game ─▶ driver ─▶ store

`local.py` is the crew of processes on this machine, `threads.py` that of remote minds, `head.py` that of any Executor.
Its work is games (`games.py`, and `far_games.py` at the far end) or an analysis (`positions.py`, `far_positions.py`).
A batch and its answer are the JSON of `messages.py`; `batch.play` is all that is ever submitted. Only the driver writes
the store. A batch is done again if it is lost, silent or wrong; the first answer counts. `roll.py` keeps what went
wrong with whom.

`scheduler.py` and `cluster.py` are Dask as an Executor, `slurm.py` starts its workers as jobs. README.md is for users.
"""
