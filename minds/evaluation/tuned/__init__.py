"""Knowledge whose weights were fitted to the arena's own games, one idea a file."""
