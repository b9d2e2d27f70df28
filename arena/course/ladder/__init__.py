"""The ladder: games of the accepted versions and the baselines, chosen one pair at a time, without end.

    roster ─▶ ladder ─▶ sitting     the versions that play, their games so far, the crew that plays the next ones
    files                           those of the versions, and which of them are lost
    matchmaking accounts spending   whose turn it is, by the machine time that each team has used
    begun                           what cannot change once games were played
    practice comparing              pairs of games that a team asks for; its versions, one against the other

It knows versions by the numbers of their hand-ins, and nothing of people.
"""
