"""Turns a FEN into a state of the core, or rejects it as impossible."""

from typing import Any

import numpy as np

from minds.board import entrypoints
from minds.board import fen as notation
from minds.board.compiled import address_of
from minds.board.initialise import (
    CHECKS_ON_ONE_LINE,
    IMPOSSIBLE_EN_PASSANT,
    LEFT_IN_CHECK,
    POSSIBLE,
    TOO_MANY_CHECKS,
)
from minds.board.squares import LETTERS, SQUARE_NAMES
from minds.board.state import STATE
from minds.errors import FenError


def state_from_fen(fen: str, is_composed: bool = False) -> tuple[Any, Any]:
    """The address of a new state for a FEN, and the array that keeps it alive; raises FenError.

    A position that is composed may have two checks along one line, which no move can give.
    """
    fields = notation.read(fen)
    pieces, colours = [0] * 6, [0] * 2
    for square, number in enumerate(fields.squares):
        if number:
            colour, kind = divmod(number - 1, 6)
            pieces[kind] |= 1 << square
            colours[colour] |= 1 << square
    row = np.zeros(1, STATE)
    row["pieces"], row["colours"] = pieces, colours
    row["castling"], row["turn"], row["en_passant"] = fields.castling, fields.turn, fields.en_passant
    row["halfmoves"], row["fullmoves"] = fields.halfmoves, fields.fullmoves
    place = address_of(row)
    verdict = entrypoints.entry_initialise(place)
    if verdict != POSSIBLE and not (is_composed and verdict == CHECKS_ON_ONE_LINE):
        raise impossible(verdict, fields, place)
    return place, row


def impossible(verdict: int, fields: notation.Fields, at: Any) -> FenError:
    """The error that explains why a position is impossible."""
    mover, other = notation.COLOUR_NAMES[fields.turn], notation.COLOUR_NAMES[1 - fields.turn]
    checked = 1 - fields.turn if verdict == LEFT_IN_CHECK else fields.turn
    givers = int(entrypoints.entry_checkers(at, checked))
    named = ", ".join(
        f"{notation.full_name(LETTERS[number])} on {SQUARE_NAMES[square]}"
        for square, number in enumerate(fields.squares)
        if givers >> square & 1
    )
    if verdict == LEFT_IN_CHECK:
        return FenError("turn (field 2)", "wb"[fields.turn], f"{'wb'[checked]}: the {other} king is in check ({named})")
    if verdict in (TOO_MANY_CHECKS, CHECKS_ON_ONE_LINE):
        placement = notation.write(fields).split()[0]
        expected = "at most two pieces giving check" if verdict == TOO_MANY_CHECKS else "no two checks along one line"
        return FenError(notation.PLACEMENT, placement, f"{expected}, not {named}")
    assert verdict == IMPOSSIBLE_EN_PASSANT
    passed = SQUARE_NAMES[fields.en_passant]
    return FenError(
        "en passant (field 4)", passed, f"a double step before which the {mover} king was not already in check"
    )
