"""The web arena's pages: results, games, what is live, and play. They know no game: a world shows itself."""
