"""A person at a seat: one game in the terminal."""
