"""Who meets whom, and what came of it."""
