"""A mind in a process of its own, at the end of a wire."""
