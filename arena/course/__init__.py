"""Courses: students hand in minds, which are checked, and climb a ladder that plays without end.

    course.toml, people.csv ─▶ settings, people ─▶ tokens
    a hand-in (bytes) ─▶ register ─▶ check in the jail ─▶ accepted or rejected, with the words of `arena check`
    accepted versions ─▶ ladder: who plays next, and pays for it ─▶ crew ─▶ an ordinary results folder
    nominated versions ─▶ ending: a round robin ─▶ another one, and standings with names and ids

A course is one folder. The register is its only writer, and knows nothing of games; the ladder knows nothing of people.

    register tables notices handin sources            what is kept
    settings people members pseudonyms invitations    who takes part, and under which names
    intake upload examination sessions                from an upload to a verdict
    background child finisher                         the process that works for the server
    ladder begun roster matchmaking accounts spending sitting practice comparing
    ending final_standings                            the end of a season
    organiser backup restoring forgetting             what an organiser does
"""
