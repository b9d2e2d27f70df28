"""The jail: walls that a foreign mind's process builds around itself before it reads the mind's first line."""
