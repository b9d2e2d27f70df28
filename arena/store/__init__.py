"""What a tournament leaves: one SQLite file, from which all else is made."""
