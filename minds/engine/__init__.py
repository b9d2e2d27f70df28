"""Compiled searches of chess: the textbook's, and an engine's."""
