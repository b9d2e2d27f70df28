"""The plain ideas by name, a bit each, in the order in which they are added up."""

from minds.errors import ParameterError

REASONS = {
    "material": "the value of the pieces",
    "tables": "piece-square tables of the practical, with another one for the king in the endgame",
    "castling": "a king that stands as after castling",
    "control": "attacked squares, those of the centre twice",
    "attacked": "pieces with more attackers than defenders",
    "centre": "pieces in the middle of the board, or next to it",
    "development": "knights and bishops that have left the first rank",
    "safety": "attacked squares around a king, and checks",
    "doubled": "pawns behind one another",
    "advanced": "the ranks that pawns have advanced",
    "mobility": "the squares that pieces can move to",
    "mating": "a bare king near the edge, and the other king near it",
}
IDEAS = tuple(REASONS)
(
    MATERIAL,
    TABLES,
    CASTLING,
    CONTROL,
    ATTACKED,
    CENTRE,
    DEVELOPMENT,
    SAFETY,
    DOUBLED,
    ADVANCED,
    MOBILITY,
    MATING,
) = (1 << number for number in range(len(IDEAS)))


def ideas_of(names: str) -> int:
    """The bits of ideas joined by "+": "material+mobility"."""
    bits = 0
    for name in names.split("+"):
        if name not in IDEAS:
            raise ParameterError(f"no idea {name!r}; expected some of {', '.join(IDEAS)}, joined by +")
        bits |= 1 << IDEAS.index(name)
    return bits
