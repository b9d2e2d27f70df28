"""Ending a game before the rules do, if the plan asks for it: both sides' minds must have been sure for a while."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from arena.errors import PlanError
from minds.errors import quoted
from world.api import Ending
from world.record import Ply

Judge = Callable[[Sequence[Ply]], Ending | None]


@dataclass(frozen=True)
class Draw:
    """From a move on, `count` moves of either side with scores within `score` are a draw."""

    move: int
    count: int
    score: int

    def __call__(self, plies: Sequence[Ply]) -> Ending | None:
        last = plies[-2 * self.count :]
        if len(plies) < 2 * self.move or len(last) < 2 * self.count:
            return None
        sure = all((told := score_of(ply)) is not None and abs(told) <= self.score for ply in last)
        return Ending("adjudication", (0.5, 0.5)) if sure else None


@dataclass(frozen=True)
class Resign:
    """`count` moves of either side that agree that one of them is worse by `score` are a win for the other."""

    count: int
    score: int

    def __call__(self, plies: Sequence[Ply]) -> Ending | None:
        last = plies[-2 * self.count :]
        if len(last) < 2 * self.count:
            return None
        for loser in (0, 1):
            signs = [(1 if ply.seat == loser else -1, score_of(ply)) for ply in last]
            if all(told is not None and sign * told <= -self.score for sign, told in signs):
                return Ending("adjudication", (1.0, 0.0) if loser else (0.0, 1.0))
        return None


def score_of(ply: Ply) -> float | None:
    """What the mind told of its score, if it told one."""
    told: Any = (ply.thoughts or {}).get("score")
    return told if isinstance(told, int | float) and not isinstance(told, bool) else None


def read_draw(text: str | None) -> Judge | None:
    """The rule of "MOVE:COUNT:SCORE", such as "40:8:10"."""
    return Draw(*_numbers(text, 3, "draw", "MOVE:COUNT:SCORE, such as 40:8:10")) if text is not None else None


def read_resign(text: str | None) -> Judge | None:
    """The rule of "COUNT:SCORE", such as "4:900"."""
    return Resign(*_numbers(text, 2, "resign", "COUNT:SCORE, such as 4:900")) if text is not None else None


def _numbers(text: str, count: int, what: str, expected: str) -> list[int]:
    parts = text.split(":")
    if len(parts) != count or not all(re.fullmatch("[0-9]{1,6}", part) for part in parts) or int(parts[-2]) < 1:
        raise PlanError(f"{what} {quoted(text)}; expected {expected}")
    return [int(part) for part in parts]


def judge_of(draw: str | None, resign: str | None) -> Judge | None:
    """Both rules as one; None if neither is asked for."""
    rules = [rule for rule in (read_resign(resign), read_draw(draw)) if rule is not None]
    if not rules:
        return None

    def judge(plies: Sequence[Ply]) -> Ending | None:
        return next((ending for rule in rules if (ending := rule(plies)) is not None), None)

    return judge
