"""Read the results of a PGN from its tags alone, so that games of any rules can be rated."""

import re
from collections.abc import Iterable, Iterator

TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.){0,300})"\]')
OURS = re.compile(r"\d{3}-\d{3}-\d{5}[ab]")  # the Round tag of this arena: only the last letter differs in a pair
SCORES = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
Row = tuple[str, str, float, object]


def read_results(lines: Iterable[str]) -> Iterator[Row]:
    """Yield White, Black, White's score and the cluster of every finished game."""
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
    """Return True if a comment is open at the end of a line."""
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
        name = tags.get("GameId") or tags.get("Round", "")  # older files of this arena have it there
        cluster = (*sorted(names), name[:-1]) if OURS.fullmatch(name) else count
        yield names[0], names[1], SCORES[tags["Result"]], cluster
