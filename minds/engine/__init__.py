"""Compiled searches of chess: an engine, and the textbook's minimax, alpha-beta and negamax. README.md is the map."""
