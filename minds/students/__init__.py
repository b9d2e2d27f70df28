"""Minds that were handed in, one a file; none may import another."""
