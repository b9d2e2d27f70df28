"""Attacks through other minds that a mind may ask: what these take counts as its own."""

from typing import Any

SAME = ("yes", "true", "on", "1", "Yes", "True", "On", "YES", "TRUE", "ON")  # values that mean the same


def large_table(bait: dict[str, Any]) -> str:
    """Ask a mind with a table of 300 MiB"""
    return _ask(bait, "pst-engine:depth=1,hash=300")


def many_threads(bait: dict[str, Any]) -> str:
    """Ask a mind with 32 threads"""
    return _ask(bait, "pst-engine:depth=1,threads=32")


def hidden_members(bait: dict[str, Any]) -> str:
    """Ask a mind that asks one with 32 threads"""
    return _ask(bait, "society:members=pst-engine:threads=32")


def many_minds(bait: dict[str, Any]) -> str:
    """Ask ten minds, each in a process of its own"""
    return ", ".join(_ask(bait, f"minimax:depth=1,compiled={word}") for word in SAME)


def _ask(bait: dict[str, Any], spec: str) -> str:
    return f"{spec} answered {bait['ask'](spec)}"
