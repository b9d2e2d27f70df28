"""Read the results of a PGN from its tags alone, so that games of any rules can be rated."""

import re
from collections.abc import Iterable, Iterator

from world.pgn import games_in, split_tags

OURS = re.compile(r"\d{3,}-\d{3,}-\d{5}[ab]")  # the Round tag of this arena: only the last letter differs in a pair
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
Row = tuple[str, str, float, object]


def read_results(lines: Iterable[str]) -> Iterator[Row]:
    """Yield White, Black, White's score and the cluster of every finished game."""
    for game in games_in(lines):
        yield from _result(split_tags(game.text)[0], game.line)


def _result(tags: dict[str, str], line: int) -> Iterator[Row]:
    names = [tags.get(colour, "?") for colour in ("White", "Black")]
    if tags.get("Result") in SCORES and "?" not in names and names[0] != names[1]:
        name = tags.get("GameId") or tags.get("Round", "")  # older files of this arena have it there
        cluster = (*sorted(names), name[:-1]) if OURS.fullmatch(name) else line
        yield names[0], names[1], SCORES[tags["Result"]], cluster
