"""The people who take part: their names and teams, their tokens, and who is signed in.

    members                 people.csv as it is now, and the names that are shown
    renamed_teams           the same people under another name are the same team
    pseudonyms              two words for each team, where names are not shown
    invitations sessions    tokens, and sign-ins on the pages

A team is known by a key, which holds its name or the id of a person alone.
"""
