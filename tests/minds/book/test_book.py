"""A book of openings, read and written: compared with python-chess, and fed with anything at all."""

import os
from pathlib import Path
from random import Random

import chess
import chess.polyglot
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minds import Book, BookError, Position
from minds.book import BookBuilder
from minds.book.entries import ENTRY
from minds.book.key import polyglot_key
from tests.minds.conftest import middlegames

START = polyglot_key(Position())
WHITE, BLACK, DRAW = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)


def code(move: str, promotion: int = 0) -> int:
    """A move as the format's description writes it."""
    made = chess.Move.from_uci(move)
    return made.to_square | made.from_square << 6 | promotion << 12


def written(folder: Path, *entries: tuple[int, int, int]) -> Path:
    """A file with these keys, moves and weights."""
    path = folder / "some.bin"
    path.write_bytes(b"".join(ENTRY.pack(*entry, 0) for entry in entries))
    return path


def moves(path: Path, position: Position) -> dict[str, int]:
    """The moves of a book, as people write them."""
    return {move.uci: weight for move, weight in Book(path).moves(position).items()}


def game(*names: str) -> list[str]:
    """Moves as actions."""
    return [f"{move.from_square},{move.to_square}" for move in map(chess.Move.from_uci, names)]


def test_python_chess_reads_what_we_write(tmp_path: Path) -> None:
    """Every entry of a book that was built from random games is found by python-chess, with its weight."""
    builder = BookBuilder(moves=20, min_count=1)
    chance, positions = Random(1), middlegames(40)
    for position in positions:
        for move in chance.sample(position.legal_moves(), min(3, len(position.legal_moves()))):
            builder.add(position.fen, [move.action], chance.choice([WHITE, DRAW, BLACK]))
    path = tmp_path / "ours.bin"
    path.write_bytes(builder.to_bytes())
    count = 0
    with chess.polyglot.open_reader(path) as reader:
        for position in positions:
            theirs = {entry.move.uci(): entry.weight for entry in reader.find_all(chess.Board(position.fen))}
            ours = {move.uci: weight for move, weight in Book(path).moves(position).items()}
            assert ours == theirs
            count += len(ours)
    assert count > 20


def test_castling_and_promotions_are_read(tmp_path: Path) -> None:
    """The king takes its rook, or steps two squares; a knight is promotion 1 and a queen 4; a pawn needs one."""
    castling = Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    entries = [(polyglot_key(castling), code(move), 5) for move in ("e1h1", "e1c1", "e1a1", "a1e1", "h1h8")]
    assert moves(written(tmp_path, *entries), castling) == {"e1c1": 10, "e1g1": 5, "h1h8": 5}
    last = Position("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    entries = [(polyglot_key(last), code("a7a8", promotion), 1 + promotion) for promotion in range(8)]
    assert moves(written(tmp_path, *entries), last) == {"a7a8q": 5, "a7a8r": 4, "a7a8b": 3, "a7a8n": 2}


def test_what_cannot_be_played_is_left_out(tmp_path: Path) -> None:
    """Illegal moves, moves of weight 0 and impossible numbers are no moves; nothing is left of such a position."""
    path = written(tmp_path, (START, code("e2e5"), 9), (START, code("e2e4"), 0), (START, 0xFFFF, 9), (START, 0, 1))
    assert moves(path, Position()) == {}
    assert Book(path).choose(Position(), Random(0)) is None


def test_a_position_with_a_million_entries_is_read_in_part(tmp_path: Path) -> None:
    """At most 256 entries of one position are read, and equal moves are added up."""
    path = written(tmp_path, *[(START, code("e2e4"), 1)] * 100_000)
    assert moves(path, Position()) == {"e2e4": 256}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "has 0 bytes"),
        (b"x" * 17, "has 17 bytes; expected a Polyglot book, 16 bytes an entry"),
        (b"\xff" * 16 + b"\0" * 16 * 80, "is not sorted by position"),
    ],
)
def test_a_file_that_is_no_book_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    """A BookError names the file and says what is wrong with it."""
    (tmp_path / "no.bin").write_bytes(content)
    with pytest.raises(BookError, match=f"no.bin' {problem}"):
        Book(tmp_path / "no.bin")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A pipe, which would keep us waiting, a folder, and a missing file are no books."""
    os.mkfifo(tmp_path / "pipe")
    for name, problem in (("pipe", "is not a file"), ("", "is not a file"), ("none", "No such file"), ("\0", "null")):
        with pytest.raises(BookError, match=problem):
            Book(tmp_path / name)


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    """A file above the bound is refused without being read."""
    with (tmp_path / "huge.bin").open("wb") as file:
        file.truncate((1 << 30) + 16)
    with pytest.raises(BookError, match="at most 1 GiB"):
        Book(tmp_path / "huge.bin")


@settings(max_examples=150)
@given(st.binary(max_size=2000), st.booleans())
def test_any_bytes_are_a_book_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, is_book: bool
) -> None:
    """Bytes of any kind give legal moves with weights, or a BookError; also if they are entries of this position."""
    if is_book:
        content = b"".join(START.to_bytes(8, "big") + content[i : i + 8] for i in range(0, len(content) - 7, 8))
    path = tmp_path_factory.getbasetemp() / "any.bin"
    path.write_bytes(content)
    try:
        found = Book(path).moves(Position())
    except BookError:
        return
    assert set(found) <= set(Position().legal_moves())
    assert all(0 < weight <= 256 * 0xFFFF for weight in found.values())


def test_a_file_that_shrinks_has_no_moves(tmp_path: Path) -> None:
    """A book that is cut while it is in use gives no moves any more, and no error."""
    path = written(tmp_path, (START, code("e2e4"), 1))
    book = Book(path)
    path.write_bytes(b"12345")
    assert book.moves(Position()) == {}


def test_moves_are_drawn_by_weight_under_a_seed(tmp_path: Path) -> None:
    """A move of three times the weight comes three times as often, and the same seed gives the same moves."""
    book = Book(written(tmp_path, (START, code("e2e4"), 3), (START, code("d2d4"), 1)))
    drawn = [book.choose(Position(), Random(seed)) for seed in range(400)]
    assert 260 < sum(str(move) == "e2e4" for move in drawn) < 340
    assert drawn == [book.choose(Position(), Random(seed)) for seed in range(400)]


def test_weights_are_twice_the_points() -> None:
    """A win counts 2, a draw 1; what never scored, was rare, or came after the last move is left out."""
    builder = BookBuilder(moves=1, min_count=2)
    for result in (WHITE, WHITE, DRAW, BLACK):
        builder.add("", game("e2e4", "e7e5", "g1f3"), result)
    for result in (BLACK, BLACK):
        builder.add("", game("d2d4"), result)
    builder.add("", game("c2c4"), WHITE)
    after = Position().play("e2e4")
    expected = [(START, code("e2e4"), 5), (polyglot_key(after), code("e7e5"), 3)]
    assert builder.entries() == sorted(expected)


def test_only_the_moves_of_chosen_seats_count() -> None:
    """The moves of the other seat are played, and left out."""
    builder = BookBuilder(moves=5, min_count=1)
    builder.add("", game("e2e4", "e7e5", "g1f3"), DRAW, seats=(1,))
    assert [entry[1:] for entry in builder.entries()] == [(code("e7e5"), 1)]


def test_a_line_of_a_textbook_is_kept() -> None:
    """A line that was never played is in the book, as if drawn as often as a move must have been played."""
    builder = BookBuilder(moves=5, min_count=3)
    builder.add_line("", game("e2e4"))
    assert builder.entries() == [(START, code("e2e4"), 3)]


def test_large_weights_are_scaled() -> None:
    """A position's weights shrink alike, and none to nothing, if one would not fit into 16 bits."""
    builder = BookBuilder(moves=1, min_count=1)
    builder._add("", game("e2e4"), WHITE, (0,), 100_000)
    builder._add("", game("d2d4"), WHITE, (0,), 50_000)
    builder.add("", game("a2a3"), DRAW)
    assert [weight for _, _, weight in builder.entries()] == [0xFFFF, 0x8000, 1]


def test_the_order_of_games_changes_nothing() -> None:
    """The same games give the same bytes."""
    games = [("e2e4", "c7c5"), ("e2e4", "e7e5"), ("d2d4", "g8f6")] * 2
    built = []
    for order in (games, games[::-1]):
        builder = BookBuilder(moves=3, min_count=1)
        for one in order:
            builder.add("", game(*one), DRAW)
        built.append(builder.to_bytes())
    assert built[0] == built[1] != b""
