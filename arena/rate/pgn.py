"""The results in a PGN, from its tags alone: who has not the moves' rules at hand can still rate the players."""

import re
from collections.abc import Iterable, Iterator

TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.){0,300})"\]')
OURS = re.compile(r"\d{3}-\d{3}-\d{5}[ab]")  # a game of this arena: the last letter tells the two of a pair apart
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
Row = tuple[str, str, float, object]


def read_results(lines: Iterable[str]) -> Iterator[Row]:
    """White, Black, White's score, and what the game is not independent of, for every finished game."""
    tags: dict[str, str] = {}
    moves, commented = False, False
    for count, line in enumerate(lines):
        text = line.lstrip("\ufeff").strip()
        if text.startswith("[") and not commented:
            if moves:  # the tags of another game
                yield from _result(tags, count)
                tags, moves = {}, False
            if found := TAG.match(text):
                tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        elif text:
            moves = True
            commented = _ends_in_comment(text, commented)
    yield from _result(tags, -1)


def _ends_in_comment(text: str, commented: bool) -> bool:
    """Whether a comment is still open at a line's end."""
    for sign in text:
        if sign == "}":
            commented = False
        elif sign == ";" and not commented:
            break
        elif sign == "{":
            commented = True
    return commented


def _result(tags: dict[str, str], count: int) -> Iterator[Row]:
    names = [tags.get(colour, "?") for colour in ("White", "Black")]
    if tags.get("Result") in SCORES and "?" not in names and names[0] != names[1]:
        name = tags.get("Round", "")
        cluster = (*sorted(names), name[:-1]) if OURS.fullmatch(name) else count
        yield names[0], names[1], SCORES[tags["Result"]], cluster
