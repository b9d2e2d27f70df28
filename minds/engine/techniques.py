"""What the search does besides alpha-beta, each with its reason; each can be switched off, to see what it is worth."""

from minds.errors import ParameterError

REASONS = {
    "table": "a position met again by another way need not be searched again",
    "exchanges": "what loses material is looked at last, and in the quiet search and near the leaves not at all",
    "killers": "a quiet move that refuted one line refutes its neighbours",
    "countermoves": "so does the answer to the same move elsewhere",
    "history": "and, on the whole, the move that has often done so",
    "follow-ups": "or has done so after this very move",
    "null-move": "who could pass and still be too good need not look for a move",
    "reductions": "moves far down the list are seldom good: look less deep, and again if one is",
    "futility": "near the leaves a quiet move does not win back a piece",
    "reverse-futility": "nor does the other side, if we are so far ahead",
    "late-moves": "near the leaves the last quiet moves of a long list are not worth a look",
    "internal-reduction": "without a move from the table the order is poor: look less deep this time",
    "check-extension": "a check is no time to stop",
    "mate-distance": "a shorter mate is known already",
    "delta": "in the quiet search, a capture that cannot bring the score up to the window",
    "aspiration": "the score will be near the last one",
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
EVERYTHING = (1 << len(NAMES)) - 1


def without(names: str) -> int:
    """All techniques but those named, joined by a plus: "null-move+reductions"; "all" is all."""
    if names == "all":
        return 0
    left = EVERYTHING
    for name in names.split("+") if names else []:
        if name not in NAMES:
            raise ParameterError(f"no technique {name!r}; expected all, or some of {', '.join(NAMES)}")
        left &= ~(1 << NAMES.index(name))
    return left
