"""Courses: students hand in minds, which are checked, and climb a ladder that plays without end.

    course.toml, people.csv ─▶ settings, people ─▶ tokens
    a hand-in (bytes) ─▶ register ─▶ check in the jail ─▶ accepted or rejected, with the words of `arena check`
    accepted versions ─▶ ladder: who plays next, and pays for it ─▶ crew ─▶ an ordinary results folder

A course is one folder. The register is its only writer, and knows nothing of games; the ladder knows nothing of people.
"""
