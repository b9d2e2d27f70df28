"""The results of one tournament, in the pieces that pages and exports show.

`Folders.tournament(name)` returns a `Tournament` that has read the games which came since it was last asked.
`Folders.at_hand(name)` does so only if it was read before, for lists of many. Each piece is a function of it, in a file
of its own, and returns a frozen Struct:

    head.py        head(t)                      what every tab shows: world, format, games of how many, who plays
    standings.py   standings(t), remarks(t),
                   podium(t)                    the rows, the scale of the intervals, "as of N games"; the conclusion
    crosstable.py  crosstable(t)                the mean score of every mind against every other
    faults.py      faults(t, mind)              the faults that lost games, by cause
    endings.py     endings(t)                   the games of each mind by ending
    games.py       game_page(t, filter, page)   one page of games; filter.py reads the filter from a query
    entrants.py    entrants(t), entrant(t, m)   all entrants in brief, and everything on one of them
    history.py     history(t, m)                how an entrant's rating moved
    pairing.py     pairing(t, m, opponent)      two minds against each other
    accuracy.py    accuracy(t)                  the accuracy of judged moves
    versions.py    versions(t, names)           the versions of an entrant, and what each changed
    settings.py    settings(plan)               the settings of the plan in words

Most pieces come from `index.py`, games in memory, within milliseconds; `counts.py` counts them as they are read.
Ratings take longer, up to half a minute for 1,000 minds: a process computes them (`calculator.py`; those of a course's
ladder by `ladder.py`, without pandas), ordered by `background.py`, and what was computed last is shown meanwhile.
"""
