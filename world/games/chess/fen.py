"""Reads the fields of a FEN as texts, and rejects one that is not written as a FEN."""

import re

from world.errors import StartError, quoted

MAX_FEN_LENGTH = 120
BLANKS, ENDS = "[ \t]+", " \t\r\n"  # between fields, and around them
RANK = "[1-8KQRBNPkqrbnp]{1,8}"
CLOCK = "[0-9]{1,4}"  # a number of half-moves or moves
FIELDS = (  # name, content, default, what an error expects
    ("placement", f"{RANK}(?:/{RANK}){{7}}", "", "8 ranks of letters KQRBNPkqrbnp and digits 1-8"),
    ("turn", "[wb]", "", "w or b"),
    ("castling", "-|(?=.)K?Q?k?q?", "-", "- or some of KQkq, in this order"),
    ("en passant", "-|[a-h][36]", "-", "- or a square of rank 3 or 6"),
    ("halfmove clock", "0|[1-9][0-9]{0,8}", "0", "a whole number from 0 to 999999999"),
    ("move number", "[1-9][0-9]{0,8}", "1", "a whole number from 1 to 999999999"),
)


def tidied(text: str) -> str:
    """Return a FEN as other programs write it with its clocks as we do: no zeros in front, and moves from 1 on."""
    fields = text.split()
    if len(fields) == len(FIELDS) and all(re.fullmatch(CLOCK, word) for word in fields[4:]):
        fields[4:] = [str(int(fields[4])), str(max(1, int(fields[5])))]
    return " ".join(fields)


def complete(text: str) -> str:
    """Return a FEN with its six fields, one space between them; raise StartError if it is not written as one.

    The last four fields may be missing. Whether the position is possible is not checked.
    """
    words = re.split(BLANKS, text.strip(ENDS)) if len(text) <= MAX_FEN_LENGTH else []
    if not 2 <= len(words) <= len(FIELDS):
        raise StartError(f"start {quoted(text)}; expected a FEN: 2 to 6 fields in at most {MAX_FEN_LENGTH} characters")
    words += [default for _, _, default, _ in FIELDS[len(words) :]]
    for word, (name, content, _, expected) in zip(words, FIELDS, strict=True):
        if re.fullmatch(content, word) is None:
            raise StartError(f"start {quoted(text)} is not a FEN: {name} {quoted(word)}; expected {expected}")
    return " ".join(words)
