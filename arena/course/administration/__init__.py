"""The work of an organiser: notices and decisions, backups, and people who are forgotten.

    organiser notices    all that the commands and the page `/organiser` do; pauses and announcements
    backup restoring     a course in one file, and made again from it
    forgetting           a person removed, with all that is theirs alone

All of it works while the course is served.
"""
