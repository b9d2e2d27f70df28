"""Exemplary submissions, one a file; none may import another."""
