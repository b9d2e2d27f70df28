"""The store of a tournament: one SQLite file, from which all reports are made."""
