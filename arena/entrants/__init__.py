"""A mind as entered in a tournament: its name, its version and its files."""
