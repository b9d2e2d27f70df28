"""EPD: the openings of a file are those that python-chess reads, under names that can be shown."""

import chess
from hypothesis import strategies as st

from tests.drills.texts.fens import FENS, is_position
from tests.drills.texts.mutations import mutated, repeated
from world.errors import StartError
from world.games.chess.world import Chess

OPERATIONS = [
    "acd 12;",
    "ce -20;",
    "dm 3;",
    "hmvc 3;",
    "hmvc 0;",
    "fmvn 7;",
    "fmvn 1;",
    'c0 "a paid id ";',
    'c0 "hmvc 9; x";',
]
NAMES = st.text(
    st.characters(blacklist_characters='"\\\n\r', blacklist_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=9
)
QUOTED = NAMES.map(lambda name: f'"{name}"')
LETTERS = 'wbKQkq-0123456789 ;"\\#idbmhvcn./'


@st.composite
def good(draw: st.DrawFn) -> tuple[str, str]:
    """Return a line of EPD, and the name in it."""
    operations = draw(st.lists(st.sampled_from(OPERATIONS), max_size=4, unique_by=lambda one: one.partition(" ")[0]))
    name = draw(NAMES)
    operations.insert(draw(st.integers(0, len(operations))), f'id "{name}";')
    return " ".join([*draw(FENS).split()[:4], *operations]), name


LINES = good().map(lambda pair: pair[0])
FILES = st.lists(LINES | FENS, min_size=1, max_size=4).map("\n".join)
TEXTS = good() | (mutated(FILES, LETTERS) | repeated(FILES) | st.text(LETTERS) | st.text()).map(
    lambda text: (text, None)
)


def check(given: tuple[str, str | None]) -> bool:
    """Read a file; compare a good line with what python-chess finds in it."""
    text, name = given
    try:
        found = Chess.openings(text)
    except StartError as error:
        assert "\n" not in str(error)
        found = []
    for opening in found:
        assert opening.name.isprintable()
        assert not opening.start or is_position(opening.start)
    if name is None:
        return bool(found)
    board, operations = chess.Board.from_epd(text)
    clocks = (board.halfmove_clock, board.fullmove_number)
    fields = " ".join([*text.split()[:4], *map(str, clocks)])
    is_playable = (
        is_position(fields) and board.is_valid() and not board.is_game_over(claim_draw=False) and clocks[0] < 100
    )
    assert bool(found) == is_playable, (found, operations)
    if found:
        shown = "".join(sign if sign.isprintable() else "?" for sign in name.strip())
        assert (found[0].start, found[0].name) == (fields, shown or fields), operations
    return bool(found)
