"""Judges and judgements, as they are kept: plain data."""

from typing import Annotated

from msgspec import Meta, Struct

CAP = 1000  # centipawns: no position counts as worth more, and a forced mate counts as so much
MAX_SCORE = 10**9
Score = Annotated[int, Meta(ge=-MAX_SCORE, le=MAX_SCORE)]
Action = Annotated[str, Meta(pattern=r"^[0-9]{1,2},[0-9]{1,2}(,[qrbn])?$")]
Short = Annotated[str, Meta(max_length=2000)]


class Judge(Struct, frozen=True, forbid_unknown_fields=True):
    """An engine that judges positions, and its effort; another version of the engine is another judge."""

    spec: Short
    version: Short  # digest of its program and the files that its options name
    nodes: Annotated[int, Meta(ge=1)]  # to search for each position


class Judgement(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An engine's judgement of one position, from the side to move."""

    state: Annotated[str, Meta(max_length=200)]  # a FEN with its clocks
    best: Action  # the move it would play
    score: Score | None = None  # centipawns
    mate: Score | None = None  # moves to a forced mate, of the side to move unless it is 0 or less

    def __post_init__(self) -> None:
        if self.score is None and self.mate is None:
            raise ValueError("expected a score or a mate")

    @property
    def value(self) -> int:
        """Its value in centipawns for the side to move, capped; a mate is worth the cap."""
        if self.mate is not None:
            return CAP if self.mate > 0 else -CAP
        return max(-CAP, min(CAP, self.score or 0))

    def is_best(self, action: str) -> bool:
        """Return True for the move it would play; a promotion without a letter is to a queen."""
        return self.best in (action, f"{action},q")
