"""Hand-ins, from an upload to a verdict, and the right to read their files.

    upload ─▶ intake ─▶ examination    a browser's files, who may hand in, the check in the jail
    sources                            who may read the files

Nothing of a hand-in is run outside the jail.
"""
