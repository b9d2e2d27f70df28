"""The settings of self-play: all that, with its number, decides a game."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from minds.errors import TrainingError, quoted

MAX_HEADER = 4096  # bytes
MOST_NODES, MOST_PLIES, MOST_SCORE = 10**9, 5000, 30_000

Count = Annotated[int, Meta(ge=1, le=MOST_PLIES)]
Score = Annotated[int, Meta(ge=0, le=MOST_SCORE)]


class Settings(Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="mind-arena games 1"):
    """The settings of a file of games; its first line."""

    mind: Annotated[str, Meta(min_length=1, max_length=1000)]  # a spec
    nodes: Annotated[int, Meta(ge=1, le=MOST_NODES)] = 4000  # a move
    seed: Annotated[int, Meta(ge=0, le=(1 << 63) - 1)] = 1
    random_plies: tuple[Annotated[int, Meta(ge=0, le=100)], Annotated[int, Meta(ge=0, le=100)]] = (8, 10)
    level: Score = 400  # a beginning with a score beyond this is not played
    random_moves: Annotated[float, Meta(ge=0, le=1)] = 0.01  # share of later moves that are drawn by lot
    resign: tuple[Count, Score] | None = (2, 1500)  # moves of each side, and the score that a side is behind by
    draw: tuple[Score, Count, Score] | None = (40, 6, 8)  # from this move on, moves of each side, the score
    max_plies: Count = 400

    def to_line(self) -> bytes:
        """Return the first line of a file."""
        return msgspec.json.encode(self) + b"\n"


def read_settings(line: bytes) -> Settings:
    """Return the settings in a file's first line; raise TrainingError if there are none."""
    try:
        return msgspec.json.decode(line, type=Settings)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise TrainingError(f"expected a first line with the settings of self-play: {problem}") from None


def checked(settings: Settings) -> Settings:
    """Return settings if all are in range; raise TrainingError otherwise."""
    try:
        found = msgspec.convert(msgspec.to_builtins(settings), Settings)
    except msgspec.ValidationError as problem:
        raise TrainingError(f"settings of self-play: {problem}") from None
    fewest, most = found.random_plies
    if fewest > most:
        raise TrainingError(f"random plies from {fewest} to {most}; expected the smaller number first")
    return found


def difference(found: Settings, asked: Settings) -> str:
    """Return in which setting two differ, in words; empty if in none."""
    for name in Settings.__struct_fields__:
        here, there = getattr(found, name), getattr(asked, name)
        if here != there:
            return f"{name.replace('_', ' ')} {_shown(here)}, not {_shown(there)}"
    return ""


def _shown(value: object) -> str:
    """Return a setting as a message shows it."""
    return quoted(value) if isinstance(value, str) else str(value)
