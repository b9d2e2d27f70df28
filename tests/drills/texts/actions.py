"""Actions: `Position` and the referee read the same texts as the same moves, the legal ones of python-chess."""

import re
from functools import lru_cache

import chess
from hypothesis import strategies as st

from minds import Move, MoveError, Position
from tests.drills.texts.fens import GOOD
from tests.drills.texts.mutations import mutated
from world.errors import IllegalAction, StartError
from world.games.chess.referee import Referee

PROMOTING = "3n1n2/P1P1P1PP/8/8/k6K/8/p1p1p1pp/3N1N2 w - - 0 1"
LETTERS = "0123456789,qrbnkpQ+- abcdefgh"


@lru_cache(1000)
def referee_of(fen: str) -> Referee | None:
    """Return a referee at a position, None if there is no game to play."""
    try:
        referee = Referee(fen)
    except StartError:
        return None
    return None if referee.verdict else referee


FENS = [fen for fen in (*GOOD, PROMOTING, PROMOTING.replace(" w ", " b ")) if referee_of(fen)]
NUMBERS = st.integers(0, 63).map(str) | st.sampled_from(["00", "07", "64", "99", "100", "-1", "+1", "٣", "1_0", " 1"])
PARTS = st.tuples(NUMBERS, NUMBERS) | st.tuples(NUMBERS, NUMBERS, st.sampled_from([*"qrbnkpQ", "", "queen"]))


@st.composite
def questions(draw: st.DrawFn) -> tuple[str, str]:
    """Return a FEN, and a text that may be an action there."""
    fen = draw(st.sampled_from(FENS))
    legal = st.sampled_from(_legal(fen))
    text = draw(legal | mutated(legal, LETTERS, 2) | PARTS.map(",".join) | st.text(LETTERS, max_size=9) | st.text())
    return fen, text


@lru_cache(1000)
def _legal(fen: str) -> list[str]:
    """Return the legal actions at a FEN, promotions to a queen also without their letter, by python-chess."""
    board, found = chess.Board(fen), []
    for move in board.legal_moves:
        squares = f"{move.from_square},{move.to_square}"
        letter = chess.piece_symbol(move.promotion) if move.promotion else ""
        found += [f"{squares},{letter}"] if letter else [squares]
        found += [squares] if letter == "q" else []
    return found


TEXTS = questions()


def check(question: tuple[str, str]) -> bool:
    """Compare three readings of an action; `Position` may read the other notation too, "e2e4"."""
    fen, text = question
    referee, position = referee_of(fen), Position(fen)
    assert referee is not None
    try:
        refereed = referee.read(text).uci()
    except IllegalAction as error:
        assert error.sent == text
        refereed = ""
    assert bool(refereed) == (text in _legal(fen)), question
    try:
        parsed = position.parse(text).uci
        played = position.play(text).fen
    except MoveError:
        parsed = played = ""
    if re.fullmatch("[a-h][1-8][a-h][1-8][qrbn]?", text) is None:
        assert parsed == refereed, question
        assert not parsed or Move(text).action == text
    if parsed:
        board = chess.Board(fen)
        board.push_uci(parsed)
        assert played == board.fen(), question
    return bool(refereed)
