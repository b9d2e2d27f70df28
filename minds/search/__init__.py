"""The textbook's searches, on any game."""
