"""The course practical's evaluation: material, its own piece-square tables, castling."""
