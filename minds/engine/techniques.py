"""The techniques of the search beyond alpha-beta, by name; each can be switched off to measure what it is worth."""

from minds.errors import ParameterError

REASONS = {
    "table": "transposition table: a position reached by another order of moves is not searched again",
    "exchanges": "static exchange evaluation: moves that lose material come last, and near the leaves are skipped",
    "killers": "a quiet move that refuted a sibling line is tried early",
    "countermoves": "the quiet reply that last refuted the same move is tried early",
    "history": "quiet moves that caused many cutoffs are tried early",
    "follow-ups": "quiet moves that caused cutoffs after the same previous move are tried early (continuation history)",
    "null-move": "a position in which even passing exceeds beta is cut off",
    "reductions": "late moves are searched less deep first, and again if one is good",
    "futility": "near the leaves, quiet moves that cannot raise alpha are skipped",
    "reverse-futility": "near the leaves, a position far above beta is cut off",
    "late-moves": "near the leaves, the last quiet moves of a long list are skipped",
    "internal-reduction": "a position without a move from the table is searched one ply less deep",
    "check-extension": "positions in check are searched one ply deeper",
    "mate-distance": "lines that cannot improve on a mate already found are cut off",
    "delta": "in the quiescence search, captures that cannot raise alpha are skipped",
    "aspiration": "a narrow window around the last score is searched first",
}
NAMES = tuple(REASONS)
(
    TABLE,
    EXCHANGES,
    KILLERS,
    COUNTERMOVES,
    HISTORY,
    FOLLOW_UPS,
    NULL_MOVE,
    REDUCTIONS,
    FUTILITY,
    REVERSE_FUTILITY,
    LATE_MOVES,
    INTERNAL_REDUCTION,
    CHECK_EXTENSION,
    MATE_DISTANCE,
    DELTA,
    ASPIRATION,
) = (1 << number for number in range(len(NAMES)))
ALL_TECHNIQUES = (1 << len(NAMES)) - 1


def without(names: str) -> int:
    """The bits of all techniques except those named, joined by "+": "null-move+reductions"; "all" means all."""
    if names == "all":
        return 0
    left = ALL_TECHNIQUES
    for name in names.split("+") if names else []:
        if name not in NAMES:
            raise ParameterError(f"no technique {name!r}; expected all, or some of {', '.join(NAMES)}")
        left &= ~(1 << NAMES.index(name))
    return left
