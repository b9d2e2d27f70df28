"""Hand-ins, from an upload to a verdict, and the right to read their files.

    upload intake ─▶ handin ─▶ examination    a browser's files, who may hand in, what is kept, the check in the jail
    sources                                   who may read the files

Nothing of a hand-in is run outside the jail.
"""
