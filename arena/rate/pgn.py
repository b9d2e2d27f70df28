"""The results in a PGN, from its tags alone: who has not the moves' rules at hand can still rate the players."""

import re
from collections.abc import Iterable, Iterator

TAG = re.compile(r'\[(White|Black|Result)\s+"((?:[^"\\]|\\.){0,300})"\]')
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def read_results(lines: Iterable[str]) -> Iterator[tuple[str, str, float]]:
    """White, Black and White's score of every finished game."""
    tags: dict[str, str] = {}
    for line in lines:
        found = TAG.match(line.strip())
        if found is None:
            continue
        if found[1] in tags:  # another game begins
            yield from _result(tags)
            tags = {}
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
    yield from _result(tags)


def _result(tags: dict[str, str]) -> Iterator[tuple[str, str, float]]:
    names = [tags.get(colour, "?") for colour in ("White", "Black")]
    if tags.get("Result") in SCORES and "?" not in names and names[0] != names[1]:
        yield names[0], names[1], SCORES[tags["Result"]]
