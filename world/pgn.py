"""PGN as text: files into games, games into tags and words. Nothing here knows the rules of a game.

Files may be anybody's, so everything is bounded, and takes time in proportion to its length.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from msgspec import Struct

from world.errors import RecordError

MAX_LINE_LENGTH = 100_000  # a longer line is read in pieces
MAX_GAME_LENGTH = 1_000_000  # letters
MAX_TAGS = 100
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
HEADER = re.compile(r'\[(\w{1,100})\s+"')
TAG = re.compile(r'\[(\w{1,100})\s+"((?:[^"\\]|\\.){0,300})"\s*\]')
LOOSE_TAG = re.compile(r'\[(\w{1,100})\s+"(.{0,300})"\s*\]$')  # a quotation mark inside that nobody has escaped
COMMENT_START = re.compile(r"[{;]")
WORD = re.compile(
    r"\{([^}]*)(\}?)"  # a comment, and its end
    r"|;[^\n]*|^%[^\n]*|\$\d*|[!?]+|\d+\.+|\.+|e\.p\."  # of no importance
    r"|([()}])|([^\s{}();$!?.]+)",  # a bracket; anything else
    re.MULTILINE,
)


class Kind(Enum):
    """The words of a game that matter."""

    MOVE = 1
    COMMENT = 2
    RESULT = 3


class GameText(Struct, frozen=True):
    """A game of a file, unread, and the line on which it begins. One with a problem cannot be read."""

    line: int
    text: str
    problem: str = ""


def games_in(lines: Iterable[str]) -> Iterator[GameText]:
    """Yield the games of a file, given as lines with their ends; a long line may come in pieces."""
    draft, number, is_whole = _Draft(1), 1, True
    for line in lines:
        if is_whole and draft.is_over_before(line):
            yield from draft.finished()
            draft = _Draft(number)
        draft.add(line, number, is_whole)
        is_whole = line.endswith("\n")
        number += is_whole
    yield from draft.finished()


@dataclass
class _Draft:
    """A game whose lines are being collected."""

    line: int
    kept: list[str] = field(default_factory=list)
    length: int = 0
    names: set[str] = field(default_factory=set)  # of its tags
    has_moves: bool = False
    is_commented: bool = False  # a comment is open
    has_result: bool = False  # the last line ended with one
    after_gap: bool = False  # the last line was empty

    def is_over_before(self, line: str) -> bool:
        """Return True if a line belongs to the next game."""
        header = HEADER.match(_bare(line))
        if header is None:
            return self.has_result and self.after_gap and bool(_bare(line))
        if self.is_commented:  # the comment was never closed, or these are words of it
            return self.after_gap and header[1] == "Event"
        return self.has_moves or (self.after_gap and header[1] in self.names)

    def add(self, line: str, number: int, is_whole: bool) -> None:
        """Take a line, or a further piece of one."""
        text = _bare(line)
        if not self.kept and not text:
            return
        if not self.kept:
            self.line = number
        self.length += len(line)
        if self.length <= MAX_GAME_LENGTH:
            self.kept.append(line)
        self.after_gap = not text and is_whole
        if is_whole and text.startswith("[") and not self.is_commented and not self.has_moves:
            self.names.add(header[1] if (header := HEADER.match(text)) else "")
        elif text and (self.is_commented or not (is_whole and _is_escape(line))):
            self.has_moves = True
            self.is_commented = _leaves_comment_open(text, self.is_commented)
            self.has_result = not self.is_commented and text.rsplit(None, 1)[-1] in RESULTS

    def finished(self) -> Iterator[GameText]:
        """Yield the game, unless there are no more than comments."""
        text = "".join(self.kept)
        if self.length > MAX_GAME_LENGTH:
            yield GameText(self.line, "", f"longer than {MAX_GAME_LENGTH:,} letters")
        elif self.names or WORD.sub(lambda found: found[3] or found[4] or "", text).strip():
            yield GameText(self.line, text)


def _bare(line: str) -> str:
    """Return a line without blanks around it, and without a mark of byte order."""
    return line.lstrip("\ufeff").strip()


def _is_escape(line: str) -> bool:
    return line.lstrip("\ufeff").startswith("%")


def _leaves_comment_open(text: str, is_open: bool) -> bool:
    """Return True if a comment is open at the end of a line."""
    if ";" not in text:
        start, end = text.rfind("{"), text.rfind("}")
        return is_open if start == end else start > end
    place = 0
    while True:
        if is_open:
            place = text.find("}", place) + 1
            if not place:
                return True
        start_found = COMMENT_START.search(text, place)
        if start_found is None or start_found[0] == ";":
            return False
        is_open, place = True, start_found.end()


def split_tags(text: str) -> tuple[dict[str, str], str]:
    """Return the tags of a game, and the text of its moves."""
    tags: dict[str, str] = {}
    place = 0
    for line in text.split("\n"):
        stripped = _bare(line)
        if stripped.startswith("["):
            found = TAG.match(stripped) or LOOSE_TAG.match(stripped)
            if found and len(tags) < MAX_TAGS:
                tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        elif stripped and not _is_escape(line):
            break
        place += len(line) + 1
    return tags, text[place:]


def words(moves: str) -> Iterator[tuple[Kind, str]]:
    """Yield moves, comments and results, without variations, numbers and signs; raise RecordError at a loose end."""
    depth = 0  # of variations
    for found in WORD.finditer(moves):
        group = found.lastindex
        if group == 2:
            if not found[2]:
                raise RecordError("a comment is not closed")
            if not depth:
                yield Kind.COMMENT, found[1]
        elif group == 3:
            depth += {"(": 1, ")": -1}.get(found[3], 0)
            if depth < 0 or found[3] == "}":
                raise RecordError(f"{found[3]!r} closes nothing")
        elif group == 4 and not depth and not found[4].isdigit():
            yield (Kind.RESULT if found[4] in RESULTS else Kind.MOVE), found[4]
    if depth:
        raise RecordError("a variation is not closed")
