"""The ideas by name, a bit each: every one can be left out, to see what it is worth."""

REASONS = {
    "pawns": "passed, isolated, doubled, side by side",
    "mobility": "how many squares a piece can go to without being taken by a pawn",
    "kings": "who looks at the squares around a king, and what stands before it",
    "pieces": "two bishops, rooks with a view, outposts",
    "threats": "what is about to be taken",
    "tempo": "the move itself",
    "endings": "a king that has nothing else left is driven to the edge",
}
IDEAS = tuple(REASONS)
PAWNS, MOBILITY, KINGS, PIECES, THREATS, TEMPO, ENDINGS = (1 << number for number in range(len(IDEAS)))
ALL_IDEAS = (1 << len(IDEAS)) - 1
