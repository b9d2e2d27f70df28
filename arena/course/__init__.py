"""Courses: students hand in minds, which are checked, and climb a ladder that plays without end.

    course.toml, people.csv ─▶ settings, people ─▶ tokens
    a hand-in (bytes) ─▶ register ─▶ check in the jail ─▶ accepted or rejected, with the words of `arena check`
    accepted versions ─▶ ladder: who plays next, and pays for it ─▶ crew ─▶ an ordinary results folder
    nominated versions ─▶ ending: a round robin ─▶ another one, and standings with names and ids

A course is one folder. The register is its only writer, and knows nothing of games; the ladder knows nothing of people.
Each of these imports those above it only:

    settings live_settings      what the organiser has set; as it is now, while the course is served
    people handin               a person of people.csv; a hand-in, and the name of its version
    register tables notices     all that is kept; its tables; pauses and announcements
    participants/               who takes part, under which names; tokens
    hand_ins/                   from an upload to a verdict
    ladder/                     games without end
    seasons/                    the end of each
    administration/             what an organiser does; backups; people who are forgotten
    background child attached   the process that works for the server; commands that end with it
    template/                   the files that a course begins with
"""
