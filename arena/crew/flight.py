"""Batches in flight."""

from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar

Job = TypeVar("Job")


@dataclass
class Flight(Generic[Job]):
    """A batch that has been submitted, perhaps more than once."""

    jobs: list[Job]
    payload: bytes
    lease: float  # seconds
    began: float = 0.0  # when it was submitted last
    submissions: int = 0
    outstanding: int = 0  # submissions that have not ended
    breaks: int = 0  # of the Executor, meanwhile
    has_bundles: bool = False

    def begin(self) -> None:
        """Note a submission."""
        self.began = monotonic()
        self.submissions += 1
        self.outstanding += 1
