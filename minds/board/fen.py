"""Reads and writes FEN, and rejects malformed or impossible positions with a reason."""

import re
from functools import cache
from typing import Any, NamedTuple

from minds.board.squares import LETTERS, SQUARE_NAMES
from minds.errors import FenError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MAX_FEN_LENGTH = 120  # the longest FEN of a real game has 92 characters
MISSING = ("-", "-", "0", "1")  # defaults of the last four fields, which EPD leaves out

COLOUR_NAMES = ("white", "black")
KIND_NAMES = ("king", "queen", "rook", "bishop", "knight", "pawn")
CASTLING_CORNERS = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}
RANK = re.compile("(?:[1-8]?[KQRBNPkqrbnp])*[1-8]?")
CASTLING = re.compile("-|(?=.)K?Q?k?q?")
NUMBER = re.compile("0|[1-9][0-9]{0,8}")
EXPAND = {ord(str(count)): "." * count for count in range(1, 9)}
TO_NUMBERS = {ord(letter): chr(number) for number, letter in enumerate(LETTERS)}
TO_LETTERS = dict(enumerate(LETTERS))
PLACEMENT = "placement (field 1)"


class Fields(NamedTuple):
    """The fields of a FEN, checked one by one; whether a king stands in check is not checked yet."""

    squares: bytes  # the 64 piece numbers, a1 first
    turn: int
    castling: int  # the bitboard of rooks that may castle
    en_passant: int
    halfmoves: int
    fullmoves: int


def read(text: Any) -> Fields:
    """Parse a FEN into its fields, or raise FenError."""
    if not isinstance(text, str):
        raise FenError("the whole", text, "a string")
    words = re.split("[ \t]+", text.strip(" \t\r\n")) if len(text) <= MAX_FEN_LENGTH else []
    if not 2 <= len(words) <= 6:
        raise FenError("the whole", text, f"2 to 6 fields in at most {MAX_FEN_LENGTH} characters")
    words += MISSING[len(words) - 2 :]
    placement, turn, castling, en_passant, halfmoves, fullmoves = words
    squares = read_placement(placement)
    check_pieces(placement)
    if turn not in ("w", "b"):
        raise FenError("turn (field 2)", turn, "w or b")
    mover = "wb".index(turn)
    fields = Fields(
        squares,
        mover,
        read_castling(castling, squares),
        read_en_passant(en_passant, squares, mover),
        read_number("halfmove clock (field 5)", halfmoves, 0),
        read_number("move number (field 6)", fullmoves, 1),
    )
    if fields.en_passant >= 0 and fields.halfmoves > 0:
        raise FenError("halfmove clock (field 5)", halfmoves, f"0, because a pawn has just moved over {en_passant}")
    return fields


def read_placement(placement: str) -> bytes:
    """The 64 piece numbers, a1 first."""
    ranks = placement.split("/")
    if len(ranks) != 8:
        raise FenError(PLACEMENT, placement, f"8 ranks separated by 7 slashes, not {len(ranks)}")
    ranks.reverse()
    for name, rank in zip("12345678", ranks, strict=True):
        if not RANK.fullmatch(rank):
            expected = "letters KQRBNPkqrbnp, and digits 1-8 that do not follow each other"
            raise FenError(f"{PLACEMENT}, rank {name}", rank, expected)
        if (count := len(rank.translate(EXPAND))) != 8:
            raise FenError(f"{PLACEMENT}, rank {name}", rank, f"8 squares, not {count}")
    return "".join(ranks).translate(EXPAND).translate(TO_NUMBERS).encode("latin-1")


def check_pieces(placement: str) -> None:
    """Reject numbers and places of pieces that no game can reach."""
    for colour, kinds in zip(COLOUR_NAMES, ("KQRBNP", "kqrbnp"), strict=True):
        kings, queens, rooks, bishops, knights, pawns = map(placement.count, kinds)
        if kings != 1:
            raise FenError(PLACEMENT, placement, f"one {colour} king, not {kings}")
        if pawns > 8:
            raise FenError(PLACEMENT, placement, f"at most 8 {colour} pawns, not {pawns}")
        promoted = max(0, queens - 1) + max(0, rooks - 2) + max(0, bishops - 2) + max(0, knights - 2)
        if promoted > 8 - pawns:
            wanted = f"no more promoted {colour} pieces than missing pawns"
            raise FenError(PLACEMENT, placement, f"{wanted} ({8 - pawns}, not {promoted})")
    for name, edge in (("8", placement.split("/", 1)[0]), ("1", placement.rsplit("/", 1)[1])):
        if "P" in edge or "p" in edge:
            raise FenError(f"{PLACEMENT}, rank {name}", edge, "no pawns on the first and last rank")


def read_castling(castling: str, squares: bytes) -> int:
    """The bitboard of rooks that may castle."""
    if not CASTLING.fullmatch(castling):
        raise FenError("castling (field 3)", castling, "- or some of KQkq, in this order")
    rooks = 0
    for right in castling.replace("-", ""):
        king, corner = CASTLING_CORNERS[right]
        for piece, place in (("Kk"[right.islower()], king), ("Rr"[right.islower()], corner)):
            if LETTERS[squares[SQUARE_NAMES.index(place)]] != piece:
                raise FenError("castling (field 3)", castling, f"{right} only with a {full_name(piece)} on {place}")
        rooks |= 1 << SQUARE_NAMES.index(corner)
    return rooks


def full_name(letter: str) -> str:
    """A piece's name, such as "white rook"."""
    return f"{COLOUR_NAMES[letter.islower()]} {KIND_NAMES['KQRBNP'.index(letter.upper())]}"


def read_en_passant(name: str, squares: bytes, mover: int) -> int:
    """The square that a pawn has just passed over, -1 for none."""
    if name == "-":
        return -1
    rank, pawn = (("6", "p"), ("3", "P"))[mover]
    if re.fullmatch(f"[a-h]{rank}", name) is None:
        raise FenError(
            "en passant (field 4)", name, f"- or a square of rank {rank}, since {COLOUR_NAMES[mover]} is to move"
        )
    passed = SQUARE_NAMES.index(name)
    arrived, started = passed ^ 8, passed ^ 24
    if LETTERS[squares[arrived]] != pawn or squares[passed] or squares[started]:
        raise FenError(
            "en passant (field 4)",
            name,
            f"a {full_name(pawn)} on {SQUARE_NAMES[arrived]} that came from {SQUARE_NAMES[started]} in one move",
        )
    return passed


def read_number(field: str, digits: str, least: int) -> int:
    if not NUMBER.fullmatch(digits) or int(digits) < least:
        raise FenError(field, digits, f"a whole number from {least} to 999999999")
    return int(digits)


def write(fields: Fields) -> str:
    """The FEN of these fields."""
    men = fields.squares.decode("latin-1").translate(TO_LETTERS)
    ranks = "/".join(men[start : start + 8] for start in range(56, -8, -8))
    for count in range(8, 0, -1):
        ranks = ranks.replace("." * count, str(count))
    passed = "-" if fields.en_passant < 0 else SQUARE_NAMES[fields.en_passant]
    castling = castling_letters(fields.castling)
    return f"{ranks} {'wb'[fields.turn]} {castling} {passed} {fields.halfmoves} {fields.fullmoves}"


@cache
def castling_letters(rooks: int) -> str:
    """The castling rights of these rooks, as in a FEN."""
    letters = (right for right, (_, corner) in CASTLING_CORNERS.items() if rooks >> SQUARE_NAMES.index(corner) & 1)
    return "".join(letters) or "-"
