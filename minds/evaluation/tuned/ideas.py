"""The tuned ideas by name, a bit each; any can be left out to measure what it is worth."""

REASONS = {
    "pawns": "passed, isolated, doubled, protected, backward pawns, and pawns side by side",
    "mobility": "the number of squares a piece can go to that no enemy pawn attacks",
    "kings": "attacks on the squares around a king, and the pawns in front of it",
    "pieces": "bishop pair, rooks on open files, outposts",
    "threats": "pieces attacked by cheaper ones, or attacked and undefended",
    "tempo": "the right to move",
    "endings": "a lone king, driven to the edge or the right corner",
}
IDEAS = tuple(REASONS)
PAWNS, MOBILITY, KINGS, PIECES, THREATS, TEMPO, ENDINGS = (1 << number for number in range(len(IDEAS)))
ALL_IDEAS = (1 << len(IDEAS)) - 1
