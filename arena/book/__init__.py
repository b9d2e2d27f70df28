"""Building books of openings: the games that they are made of."""
