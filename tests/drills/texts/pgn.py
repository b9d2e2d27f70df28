"""PGN: a file of anybody's is read or explained, and what python-chess has written is read as it was meant."""

import io

import chess
import chess.pgn
from hypothesis import strategies as st

from arena.rate.pgn import read_results
from tests.drills.texts.fens import GOOD
from tests.drills.texts.mutations import mutated, repeated
from world.errors import StartError
from world.games.chess.openings import PLIES
from world.games.chess.world import Chess

LETTERS = '[]"\\{}();$%!?.*-+#=/ \n01234567890NBRQKOabcdefghx'
PIECES = [
    "(",
    ")",
    "{ x }",
    "; y\n",
    "$1",
    "--",
    "Z0",
    "0-0",
    "e8=Q",
    '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n',
    "1-0",
    "*",
]
PIECES += ['[Variant "Atomic"]\n', '[Variant "Chess960"]\n', '[SetUp "1"]\n', "% z\n", "[%clk 0:0:1]", "1...", "\ufeff"]
# python-chess escapes no quotation mark.
LETTERS_OF_NAMES = st.characters(blacklist_characters='"\\', blacklist_categories=["Cs", "Cc", "Zl", "Zp"])
WORDS = st.text(LETTERS_OF_NAMES, max_size=12)


@st.composite
def games(draw: st.DrawFn) -> tuple[str, str, str, str, list[str]]:
    """Return a game as python-chess writes it, with White, Black, the result and the first actions."""
    game = chess.pgn.Game()
    start = draw(st.sampled_from(["", "", *(fen for fen in GOOD if not chess.Board(fen).is_game_over())]))
    if start:
        game.setup(start)
    white, black = draw(WORDS), draw(WORDS)
    result = draw(st.sampled_from(["1-0", "0-1", "1/2-1/2", "*"]))
    game.headers.update(White=white, Black=black, Result=result, Event=draw(WORDS))
    node: chess.pgn.GameNode = game
    actions = []
    for _ in range(draw(st.integers(0, 20))):
        legal = sorted(move.uci() for move in node.board().legal_moves)
        if not legal or node.board().is_insufficient_material():
            break
        move = chess.Move.from_uci(draw(st.sampled_from(legal)))
        node = node.add_variation(move, comment=draw(st.just("") | WORDS.map(lambda text: text.replace("}", ""))))
        letter = f",{chess.piece_symbol(move.promotion)}" if move.promotion else ""
        actions.append(f"{move.from_square},{move.to_square}{letter}")
    return str(game) + "\n", white, black, result, actions


FILES = st.lists(games().map(lambda game: game[0]), min_size=1, max_size=2).map("\n".join)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Return a file with odd pieces put in."""
    text = draw(mutated(FILES, LETTERS))
    for piece in draw(st.lists(st.sampled_from(PIECES), max_size=3)):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + piece + text[place:]
    return text


TEXTS = games() | damaged() | repeated(damaged()) | st.text(LETTERS) | st.text()


def check(given: str | tuple[str, str, str, str, list[str]]) -> bool:
    """Read a file twice, for its openings and its results."""
    text = given if isinstance(given, str) else given[0]
    results = list(read_results(io.StringIO(text)))
    try:
        found = Chess.openings(text)
    except StartError as error:
        assert "\n" not in str(error)
        found = None
    for opening in found or ():
        assert opening.name.isprintable()
        board = chess.Board(opening.start or chess.STARTING_FEN)
        for action in opening.actions:
            source, target, *promotion = action.split(",")
            kind = chess.PIECE_SYMBOLS.index(promotion[0]) if promotion else None
            move = chess.Move(int(source), int(target), kind)
            assert board.is_legal(move), opening
            board.push(move)
    if isinstance(given, str):
        return found is not None
    _, white, black, result, actions = given
    if found:
        assert [opening.actions for opening in found] == [tuple(actions[:PLIES])]
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    names = (read.headers["White"], read.headers["Black"])
    counts = result != "*" and "?" not in names and names[0] != names[1]
    assert [row[:2] for row in results] == [names] * counts, (white, black)
    return found is not None
