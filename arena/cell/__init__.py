"""Cells: each mind in a process of its own, a foreign one in a jail."""
