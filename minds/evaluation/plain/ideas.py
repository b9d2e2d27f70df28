"""The plain ideas by name, a bit each, in the order in which they are added up."""

from minds.errors import ParameterError

REASONS = {
    "material": "what there is on the board",
    "tables": "where each piece stands, the king in the endgame elsewhere: the practical's tables",
    "castling": "a king that stands as after castling",
    "control": "how many squares each piece looks at, those of the centre twice",
    "attacked": "pieces looked at by more enemies than friends",
    "centre": "pieces in the middle of the board, or near it",
    "development": "knights and bishops that have left the first rank",
    "safety": "squares around a king that the enemy looks at, and checks",
    "doubled": "pawns behind one another",
    "advanced": "how far pawns have come",
    "mobility": "how many squares the pieces can go to",
    "mating": "a bare king at the edge, and the other king near it",
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
