"""Textbook searches that know no world: for the best move in a game, and for the way to a goal."""
