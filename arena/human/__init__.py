"""One game in the terminal, which people can play in or watch."""
