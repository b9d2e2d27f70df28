"""Crews: workers that play games on demand, on this machine or wherever an Executor reaches.

    driver ─▶ submit(game) ─▶ head: batches of about a second ─▶ Executor.submit(play, bytes)
    far process ─▶ play: versions, files by digest, jail ─▶ games ─▶ bytes
    head ─▶ answer checked, each game replayed by the rules ─▶ future of the game ─▶ driver ─▶ store

`local.py` is the crew of processes on this machine, `threads.py` that of remote minds, `head.py` that of any Executor.
A batch and its answer are the JSON of `messages.py`; `batch.play` is all that is ever submitted. Only the driver writes
the store. A batch is played again if it is lost, silent or wrong; the first answer counts.

On a cluster, every machine has the same version of this project, of Numba and of Python; others are refused by name.
On one machine:

    dask scheduler --host 127.0.0.1
    dask worker tcp://127.0.0.1:8786 --nthreads 1 --nworkers 2
    arena run A B --crew dask://127.0.0.1:8786

On several machines, workers must reach the scheduler and it them; this has not been tried between machines yet. Whoever
reaches a Dask port can run code as you: let it listen on the loopback, or with TLS. For that, Dask has settings
distributed.comm.tls.* with the files of certificates and keys; the crew is dasks://HOST:PORT then.
"""
