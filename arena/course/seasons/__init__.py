"""The end of a season: a tournament of the chosen versions, and standings with names and ids.

    ending ─▶ final_standings    the tournament; its table, for the organiser alone
    finisher                     an end that the organiser's page asks for, in a process that ends with the server

The versions are chosen once, for good.
"""
