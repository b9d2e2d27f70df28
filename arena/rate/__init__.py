"""Figures that can be defended: pure functions on results."""
