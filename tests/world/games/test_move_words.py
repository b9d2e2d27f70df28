"""Moves of chess in words."""

import pytest

from world.registry import new_world


@pytest.mark.parametrize(
    ("fen", "action", "said"),
    [
        ("", "6,21", "plays Nf3: the knight from g1 to f3"),
        ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "28,35", "plays exd5: the pawn from e4 takes the queen on d5"),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "36,43",
            "plays exd6: the pawn from e5 takes a pawn in passing and goes to d6",
        ),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4,6", "plays O-O: castles on the king's side"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4,2", "plays O-O-O: castles on the queen's side"),
        ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "52,60", "plays e8=Q: the pawn from e7 to e8, which becomes a queen"),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "0,1", "plays Qb1: the queen from a1 to b1"),
        ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "0,56", "plays Qa8+: the queen from a1 to a8; check"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "0,56", "plays Ra8#: the rook from a1 to a8; checkmate"),
    ],
)
def test_a_move_is_written_in_notation_and_words(fen: str, action: str, said: str) -> None:
    """Captures, castling, promotion, check and mate are all named."""
    world = new_world("chess")
    world.newrun(fen)
    assert world.phrase(action) == said


@pytest.mark.parametrize(("name", "action", "said"), [("tictactoe", "4", "plays 4"), ("graph", "0", "goes to 0 for ")])
def test_other_worlds_write_their_own(name: str, action: str, said: str) -> None:
    """A world without words of its own uses its notation."""
    assert new_world(name).phrase(action).startswith(said)
