"""A world in which one mind looks for a way from a start to a goal: the part that mazes and graphs share."""

from abc import abstractmethod
from typing import ClassVar

from world.api import Ending, Opening, Thoughts, World
from world.errors import StartError


class Pathfinding(World):
    """A one-seat world whose run ends at the goal or when the steps run out."""

    seats = 1
    tells_history = False  # a way may have ten thousand steps
    house: ClassVar[tuple[Opening, ...]]  # used when no other openings are given
    generated: ClassVar[tuple[str, ...]]  # first words of starts that are generated from the run's seed
    thoughts: Thoughts

    def __init__(self) -> None:
        self.newrun()

    def turn(self) -> int:
        return 0

    def hear(self, thoughts: Thoughts | None) -> None:
        """Keep the latest thoughts that contain depths, for the image."""
        self.thoughts = thoughts if thoughts and "depths" in thoughts else self.thoughts

    def phrase(self, action: str) -> str:
        return f"goes to {self.describe(action)}"

    @property
    @abstractmethod
    def is_at_goal(self) -> bool:
        """True if the goal is reached."""

    @property
    @abstractmethod
    def is_out_of_steps(self) -> bool:
        """True if the run has taken as many steps as it may."""

    def ending(self) -> Ending | None:
        if self.is_at_goal:
            return Ending("at the goal", self.getscore())
        return Ending("out of steps", (0.0,)) if self.is_out_of_steps else None

    @classmethod
    def openings(cls, text: str | None = None) -> list[Opening]:
        """Return the house openings, or those of a text with one start a line."""
        if text is None:
            return list(cls.house)
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        for number, line in enumerate(lines, 1):
            try:
                cls().newrun(line)
            except StartError as problem:
                raise StartError(f"line {number}: {problem}") from None
        return [
            Opening(line if line.startswith(cls.generated) else f"{cls.name} {number}", line)
            for number, line in enumerate(lines, 1)
        ]
