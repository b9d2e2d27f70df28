"""The work of an organiser: decisions, backups, and people who are forgotten.

    organiser           all that the commands and the page `/organiser` do
    backup restoring    a course in one file, and made again from it
    forgetting          a person removed, with all that is theirs alone

All of it works while the course is served.
"""
