"""Tournaments: plan, format, schedule, games, adjudication."""
