"""Evaluations of a chess position, in three families: `practical`, `plain` and `tuned`. README.md is the map."""
