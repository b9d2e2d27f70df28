"""The minds of the house, one a file; a file's name is the mind's."""
