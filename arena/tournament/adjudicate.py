"""Adjudication: end a game before the rules do, if the plan asks for it and both minds agree for long enough."""

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
    """A draw, from a move on, after `count` moves of each side with scores within ±`score`."""

    move: int
    count: int
    score: int

    def __call__(self, plies: Sequence[Ply]) -> Ending | None:
        last = plies[-2 * self.count :]
        if len(plies) < 2 * self.move or len(last) < 2 * self.count:
            return None
        level = all((score := score_of(ply)) is not None and abs(score) <= self.score for ply in last)
        return Ending("adjudication", (0.5, 0.5)) if level else None


@dataclass(frozen=True)
class Resign:
    """A win for one side, after `count` moves of each that agree that the other is worse by `score`."""

    count: int
    score: int

    def __call__(self, plies: Sequence[Ply]) -> Ending | None:
        last = plies[-2 * self.count :]
        if len(last) < 2 * self.count:
            return None
        for loser in (0, 1):
            scores = [(1 if ply.seat == loser else -1, score_of(ply)) for ply in last]
            if all(score is not None and sign * score <= -self.score for sign, score in scores):
                return Ending("adjudication", (1.0, 0.0) if loser else (0.0, 1.0))
        return None


def score_of(ply: Ply) -> float | None:
    """Return the score that the mind reported with a ply, or None."""
    score: Any = (ply.thoughts or {}).get("score")
    return score if isinstance(score, int | float) and not isinstance(score, bool) else None


def read_draw(text: str | None) -> Judge | None:
    """Return the rule of "MOVE:COUNT:SCORE", such as "40:8:10"."""
    return Draw(*_numbers(text, 3, "draw", "MOVE:COUNT:SCORE, such as 40:8:10")) if text is not None else None


def read_resign(text: str | None) -> Judge | None:
    """Return the rule of "COUNT:SCORE", such as "4:900"."""
    return Resign(*_numbers(text, 2, "resign", "COUNT:SCORE, such as 4:900")) if text is not None else None


def _numbers(text: str, count: int, what: str, expected: str) -> list[int]:
    parts = text.split(":")
    if len(parts) != count or not all(re.fullmatch("[0-9]{1,6}", part) for part in parts) or int(parts[-2]) < 1:
        raise PlanError(f"{what} {quoted(text)}; expected {expected}")
    return [int(part) for part in parts]


def judge_of(draw: str | None, resign: str | None) -> Judge | None:
    """Return both rules as one, or None if neither is given."""
    rules = [rule for rule in (read_resign(resign), read_draw(draw)) if rule is not None]
    if not rules:
        return None

    def judge(plies: Sequence[Ply]) -> Ending | None:
        return next((ending for rule in rules if (ending := rule(plies)) is not None), None)

    return judge
