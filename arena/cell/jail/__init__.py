"""The walls around a mind that nobody knows, built by itself before its first line is read."""
