"""Games of chess read from PGN: what is odd is read or refused in a line."""

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise

import chess
import pytest

from tests.conftest import DATA, read_counts
from tests.drills.bounded import bounded
from world.errors import IllegalAction, RecordError
from world.games.chess.notation import action_named
from world.games.chess.referee import Referee
from world.games.chess.world import Chess
from world.pgn import MAX_GAME_LENGTH, games_in, words
from world.record import Record
from world.registry import find

HEAD = '[White "ann"]\n[Black "bob"]\n[Result "{}"]\n'
ODD = """\ufeff% an escape
[White "M\\"ü\\\\ller"]
[Black "bob "the" hammer"]
[Result "0-1"]
[UTCDate "2024.02.29"]
[Nonsense]

1. e4! ; a remark that ends here }
1... e5 $3 ( 1... c5 ( 1... Q { ) } ) 2. x ) 2.Nf3?? Nc6 {[%csl Ga1]}
% 3. Qa1
3 Bb5 { first } {[%clk 0:01:02.5]} a6 4. 0-0!? ... d6 0-1
"""


def read(moves: str, result: str = "1/2-1/2", tags: str = "") -> Record:
    return Chess.readrecord(f"{HEAD.format(result)}{tags}\n{moves}\n")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_odd_signs_are_read_over(newline: str) -> None:
    """Signs, variations, remarks, escapes and odd quotation marks do not disturb the moves."""
    record = Chess.readrecord(ODD.replace("\n", newline))
    assert record.minds == ('M"ü\\ller', 'bob "the" hammer')
    board = chess.Board()
    for action in record.actions:
        board.push(chess.Move(*map(int, action.split(","))))
    assert chess.Board().variation_san(board.move_stack) == "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O d6"
    assert (record.date, record.plies[4].left) == ("2024.02.29", 62.5)


@pytest.mark.parametrize(
    ("moves", "tags", "said"),
    [
        ("1. e4 e5 2. Ke3 *", "", "move 2. 'Ke3' is not legal"),
        ("1. e4 Z0 *", "", "move 1... 'Z0' is not legal"),
        ("1. e4 -- *", "", "move 1... '--' is not legal"),
        ("1. e4 {x", "", "a comment is not closed"),
        ("1. e4 (1. d4", "", "a variation is not closed"),
        ("1. e4 ) e5", "", "')' closes nothing"),
        ("1. e4 1/2-1/2 e5", "", "'e5' after the result 1/2-1/2"),
        ("1. e4 1-0", "", "the tag says 1/2-1/2, the moves end with 1-0"),
        ("1. f3 e5 2. g4 Qh4#", "", "the result is 1/2-1/2, but the game ends with checkmate"),
        ("1. e4", '[PlyCount "97"]\n', "it breaks off after 1 of 97 plies"),
        ("1. e4", '[Variant "Atomic"]\n', "variant 'Atomic'; expected standard chess"),
        ("1. e4", '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n', "cannot occur in a game"),
    ],
)
def test_what_cannot_be_played_is_refused(moves: str, tags: str, said: str) -> None:
    """A game that is damaged raises RecordError, and the reason is one line."""
    with pytest.raises(RecordError) as caught:
        read(moves, tags=tags)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_result_may_stand_anywhere() -> None:
    """The tag, the end of the moves or a final position gives the result; without all three there is none."""
    assert read("1. e4 1-0", "*").ending.result == (1.0, 0.0)
    assert read("1. e4", "0-1").ending.result == (0.0, 1.0)
    assert read("1. f3 e5 2. g4 Qh4# *", "*").ending.result == (0.0, 1.0)
    for moves in ("1. e4 *", "1. e4", ""):
        with pytest.raises(RecordError, match="it has no result"):
            read(moves, "*")


def test_games_go_on_after_draws_that_nobody_claims() -> None:
    """A game that goes on after a threefold repetition is read to its end, and can be replayed."""
    dance = "Nf3 Nf6 Ng1 Ng8 " * 3
    record = read(f"{dance} f3 e5 g4 Qh4#", "0-1")
    assert (record.ending.kind, len(record.plies)) == ("checkmate", 16)
    world = Chess()
    for action in record.actions[:8]:
        world.takeaction(action)
    assert world.ending() is not None
    with pytest.raises(IllegalAction):
        world.takeaction(record.actions[8])
    for action in record.actions[8:]:
        world.playon()
        world.takeaction(action)
    ending = world.ending()
    assert ending is not None
    assert ending.kind == "checkmate"
    world.playon()
    with pytest.raises(IllegalAction):
        world.takeaction("12,28")
    assert read(dance, "1/2-1/2").ending.kind == "threefold repetition"
    assert read(dance, "1-0").ending.kind == "resignation"


def test_starts_of_other_programs() -> None:
    """A FEN whose moves are counted from 0 is a start, and Black may move first."""
    record = read("1... Kd7 2. Kd2 *", "1-0", '[FEN "4k3/8/8/8/8/8/8/4K2R b K - 007 0"]\n')
    assert record.start == "4k3/8/8/8/8/8/8/4K2R b K - 7 1"
    assert [ply.seat for ply in record.plies] == [1, 0]


def test_files_are_split_into_games() -> None:
    """A game begins at its tags, on the line that is told, whatever its comments hold."""
    one = '[Event "x"]\n[Result "*"]\n\n1. e4 {\n[Event "y"] } e5\n[%clk 1] *\n\n'
    text = f'\n{one}[Event "z"]\n\n[Event "w"]\n\n*\n1. d4 *\n\n1. c4 *\n\n; the end\n'
    assert [(game.line, game.text.split()[0]) for game in games_in(text.splitlines(keepends=True))] == [
        (2, "[Event"), (9, "[Event"), (11, "[Event"), (16, "1.")
    ]  # fmt: skip


def test_an_open_comment_loses_one_game() -> None:
    """A comment that is never closed ends before the next game's Event tag, if a line is left out before it."""
    text = f'[Event "x"]\n\n1. e4 {{ oh\n\n[Event "y"]\n{HEAD.format("1-0")}\n1. d4 1-0\n'
    first, second = games_in(text.splitlines(keepends=True))
    assert Chess.readrecord(second.text).actions == ("11,27",)
    with pytest.raises(RecordError, match="not closed"):
        Chess.readrecord(first.text)


def test_a_game_without_end_is_cut() -> None:
    """A game longer than a million letters is no game, and the next one is read."""
    long = (f"{word}\n" for word in ['[Event "x"]', "", *["e4 " * 1000] * (MAX_GAME_LENGTH // 3000 + 2), '[Event "y"]'])
    assert [(bool(game.text), game.problem[:11]) for game in games_in(long)] == [(False, "longer than"), (True, "")]


@pytest.mark.parametrize(
    "piece", ["{}", "{};", "(", "()", "{", ";{", "e4 ", "1.", "[%clk 1]", "$1", '[A "', "\\", "{[%eval 1]}"]
)
def test_time_grows_with_length(piece: str) -> None:
    """Half a million letters of one kind take a moment, wherever they stand."""
    with bounded(6):
        for text in (piece * (500_000 // len(piece)), f'[Event "{piece * 50_000}"]\n', f"{{{piece * 100_000}}} 1-0"):
            for game in games_in([text]):
                with suppress(RecordError):
                    Chess.readrecord(game.text)


def positions() -> Iterator[Referee]:
    """Yield referees of many kinds of positions in which the game goes on."""
    fens = [position.fen for table in ("standard.epd", "tricky.epd") for position in read_counts(DATA / table)]
    yield from (referee for fen in fens if not (referee := Referee(fen)).verdict)
    chance = random.Random(5)
    for fen in fens[:30]:
        referee = Referee(fen)
        for _ in range(12):
            if actions := referee.actions():
                referee.push(referee.read(chance.choice(actions)))
        if not referee.verdict:
            yield referee


def test_notation_agrees_with_python_chess() -> None:
    """Every legal move of many positions is found by its name, and by longer names; no other name finds one."""
    for referee in positions():
        board = referee.board
        for action in referee.actions():
            move = referee.read(action)
            for name in (board.san(move), board.lan(move)):
                assert referee.read(action_named(referee, name)) == move, (board.fen(), name)
        names = [board.san(move) for move in board.generate_legal_moves()]
        for one, other in pairwise(sorted(names)):
            mixed = one[:2] + other[2:]
            expected = _parsed(board, mixed)
            try:
                found = referee.read(action_named(referee, mixed))
            except IllegalAction:
                assert expected is None, (board.fen(), mixed)
            else:
                assert expected in (found, None), (board.fen(), mixed)


def _parsed(board: chess.Board, name: str) -> chess.Move | None:
    try:
        return board.parse_san(name) or None
    except ValueError:
        return None


def test_words_are_told_apart() -> None:
    """Moves, comments and results are words; numbers, signs and variations are not."""
    found = [(kind.name, word) for kind, word in words("1.e4! {a (b} (1. d4 {c}) 1... e5 $2 12 1-0")]
    assert found == [("MOVE", "e4"), ("COMMENT", "a (b"), ("MOVE", "e5"), ("RESULT", "1-0")]


def test_other_worlds_read_no_games() -> None:
    """A world whose games have no reader says so."""
    with pytest.raises(RecordError, match="runs of maze cannot be read from texts"):
        find("maze").readrecord("1. e4")
