"""The words of UCI about a search: the position, the limits, and what an engine reports of its thinking."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from arena.cell.uci.moves import action_of, pawns_in, uci_move
from world.api import State, Thoughts
from world.budget import Budget

NUMBERS = ("depth", "seldepth", "nodes", "hashfull", "tbhits")  # no speed: it differs from run to run
COUNT, SCORE = re.compile("[0-9]{1,15}"), re.compile("-?[0-9]{1,9}")


class Position:
    """The `position` command of one game: its start, and all moves since, so that the engine sees repetitions."""

    def __init__(self) -> None:
        self.history: tuple[str, ...] = ()
        self._begin("")

    def _begin(self, start: str) -> None:
        self.start, self.history, self.text = start, (), f"position fen {start}"
        self.pawns = pawns_in(start)

    def words(self, state: State) -> str:
        """Return the command for the next state of the game, or for any other one."""
        start, history = (state.start, state.history) if state.start else (state.text, ())
        known = len(self.history)
        if start != self.start or history[:known] != self.history:
            self._begin(start)
            known = 0
        if history and not known:
            self.text += " moves"
        for action in history[known:]:
            self.text += f" {uci_move(action, self.pawns)}"
        self.history = history
        return self.text


def go_words(budget: Budget) -> str:
    """Return the words of `go` for a budget. Both clocks are given the same time: the opponent's is not known."""
    words = [
        f"{name} {limit}" for name, limit in (("depth", budget.depth), ("nodes", budget.nodes)) if limit is not None
    ]
    if budget.movetime is not None:
        words.append(f"movetime {max(1, int(1000 * budget.movetime))}")
    if budget.bank is not None:
        for side in "wb":
            words.append(f"{side}time {max(1, int(1000 * budget.bank))} {side}inc {int(1000 * budget.increment)}")
    return " ".join(words) or "movetime 1000"


def thoughts_in(lines: Sequence[str]) -> Thoughts | None:
    """Return what the last info lines say: those from the last one with a line of moves."""
    found: Thoughts = {}
    for line in reversed(lines):
        if line.startswith("info "):
            said = read_info(line)
            found = said | found
            if "pv" in said:
                break
    return found or None


def read_info(line: str) -> dict[str, Any]:
    """Return what an info line says, as thoughts; of several lines of play only the best counts."""
    head, _, pv = line.partition(" pv ")
    words = head.split()
    if "string" in words or ("multipv" in words and words[words.index("multipv") + 1 :][:1] != ["1"]):
        return {}
    found: dict[str, Any] = {}
    for name, value in pairwise(words):
        if name in NUMBERS and COUNT.fullmatch(value):
            found[name] = int(value)
        elif name in ("cp", "mate") and SCORE.fullmatch(value):
            found["score" if name == "cp" else "mate"] = int(value)
    expected = [action_of(move) for move in pv.split()]
    if expected and all(expected):
        found["pv"] = expected
    return found
