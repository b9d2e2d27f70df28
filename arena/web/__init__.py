"""The web pages: results, games, live games, and play. They know no game: each world draws itself."""
