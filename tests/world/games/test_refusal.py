"""Illegal actions are refused in the words of people."""

import pytest

from world.errors import IllegalAction
from world.registry import new_world

CHECKED = "4r2k/8/8/8/8/8/8/3BK3 w - - 0 1"
PINNED = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1"
TWENTY = "legal moves: g1h3, g1f3, b1c3, b1a3, h2h3, g2g3, f2f3, e2e3, d2d3, c2c3, b2b3, a2a3 … (20 in all)"


@pytest.mark.parametrize(
    ("fen", "action", "said"),
    [
        ("", "12,36", 'e2e5 ("12,36") is illegal: the pawn on e2 can go to e3, e4'),
        ("", "20,28", f'e3e4 ("20,28") is illegal: e3 is empty; {TWENTY}'),
        ("", "52,36", f'e7e5 ("52,36") is illegal: the pawn on e7 is Black\'s, and it is White\'s turn; {TWENTY}'),
        ("", "5,12", f'f1e2 ("5,12") is illegal: the bishop on f1 cannot move; {TWENTY}'),
        ("", "12,28,q", 'e2e4q ("12,28,q") is illegal: only a pawn that reaches the last rank is promoted; '
         'expected "12,28"'),
        (CHECKED, "4,12", "it would leave White's king in check; the king on e1 can go to f1, d2, f2"),
        (CHECKED, "4,14", 'e1g2 ("4,14") is illegal: White is in check; the king on e1 can go to f1, d2, f2'),
        (PINNED, "12,13", "it would leave White's king in check; the bishop on e2 cannot move; legal moves: "),
        ("", "e2e4", 'expected "from,to" with squares 0 to 63, or "from,to,q" (r, b, n) (e2e4 is "12,28"); one of'),
        ("", "e7e8n", '(e7e8n is "52,60,n")'),
        ("", "70,80", "'70,80' is no action here; expected \"from,to\" with squares 0 to 63"),
        ("", "0,0", "'0,0' is no action here; expected one of 6,23 "),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "63,62", "expected none: the game is over"),
    ],
)  # fmt: skip
def test_an_illegal_move_is_told_by_its_piece(fen: str, action: str, said: str) -> None:
    """The refusal names the move by its squares, the piece and where it can go, or why it cannot."""
    world = new_world("chess")
    world.newrun(fen)
    with pytest.raises(IllegalAction) as refused:
        world.takeaction(action)
    assert said in str(refused.value)
    assert refused.value.sent == action
    assert refused.value.expected


@pytest.mark.parametrize("text", ["e2e5", "12,36"])
def test_a_person_is_told_the_same(text: str) -> None:
    """A person who types an illegal move by its squares reads the same sentence as a mind."""
    with pytest.raises(IllegalAction, match=r'e2e5 \("12,36"\) is illegal: the pawn on e2 can go to e3, e4'):
        new_world("chess").understand(text)


@pytest.mark.parametrize(
    ("world", "taken", "action", "said"),
    [
        ("tictactoe", ["4"], "4", "'4' is no action here: x is there; expected one of 0 1 2 3 5 6 7 8"),
        ("tictactoe", [], "9", "'9' is no action here; expected one of 0 1 2"),
        ("connect4", ["3"] * 6, "3", "'3' is no action here: column 3 is full; expected one of 0 1 2 4 5 6"),
        ("connect4", [], "7", "'7' is no action here; expected one of 0 1 2"),
        ("maze", [], "5,5", "'5,5' is no action here: it is a wall, or not next to 0,0; expected one of "),
        ("maze", [], "x", "'x' is no action here; expected one of "),
        ("graph", [], "0", "is no action here: no link leads there from "),
    ],
)
def test_other_worlds_give_their_reasons(world: str, taken: list[str], action: str, said: str) -> None:
    """Every world says in its own words what keeps an action from being taken."""
    one = new_world(world)
    for step in taken:
        one.takeaction(step)
    if world == "graph":
        action = next(name for name in one.map.nodes if name not in one.actions())  # type: ignore[attr-defined]
    with pytest.raises(IllegalAction) as refused:
        one.takeaction(action)
    assert said in str(refused.value)
