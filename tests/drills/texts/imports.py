"""Imports: any file becomes games that can be stored and shown, or reasons; what others have written is read whole."""

import io
import shutil
import tempfile
from pathlib import Path

import chess
import chess.pgn
from hypothesis import strategies as st

from arena.importing.importer import import_games
from arena.store.store import open_store
from tests.drills.texts.mutations import mutated, repeated
from tests.drills.texts.pgn import LETTERS, PIECES, games
from world.errors import StartError, printable
from world.games.chess.world import Chess
from world.record import read_record

COMMENTS = ["+0.31/12 0.52s", '-M4/7 12ms, n=3, pv="e2e4 e7e8q"', "book", "[%eval #-3] [%clk 0:05:00]", "[%emt 1:0]"]
COMMENTS += [
    "[%eval -0.17,8][%clk 9:9:9.999]",
    "d=3, mt=10, wv=-2.5",
    "White mates",
    "Black forfeits, time: x",
    "tl=1s",
]
COMMENTS += ["+99999999.9/9999 999999999.9s", "[%clk 999999:999999:999999999]", "n=" + "9" * 50, "1/2-1/2", "\x00\x1b"]
TAGS = ['[Result "1-0"]', '[Result "1/2-1/2"]', '[White "a"]', '[Black "b"]', '[PlyCount "3"]', '[OpeningPlies "9999"]']
TAGS += ['[Termination "time forfeit"]', '[Date "2024.02.30"]', '[Round "1.2"]', '[GameId "001-002-00001a"]']
TAGS += ['[TimeControl "1/0"]', '[Budget "nodes=0 tc=1:2+3 / depth=99999"]', '[Seed "-9999999999999999999"]']
TAGS += ['[Variant "From Position"]', '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 99 0"]', '[ClockKind "wall: x"]', '[Event "x"]']
MEMORY = Path("/dev/shm")  # where nothing waits for a disk
FOLDER = tempfile.TemporaryDirectory(prefix="imports-", dir=MEMORY if MEMORY.is_dir() else None)


@st.composite
def files(draw: st.DrawFn) -> str:
    """Return a file of games with comments, tags and odd pieces put in."""
    text = "\n".join(draw(st.lists(games().map(lambda game: game[0]), min_size=1, max_size=3)))
    comments = st.sampled_from(COMMENTS).map(lambda comment: f" {{{comment}}} ")
    tags = st.sampled_from(TAGS).map(lambda tag: f"{tag}\n")
    for piece in draw(st.lists(comments | tags | st.sampled_from(PIECES), max_size=6)):
        place = draw(st.sampled_from([place for place, sign in enumerate(text) if sign in " \n"]))
        text = text[: place + 1] + piece + text[place + 1 :]
    return text


TEXTS = games() | files() | mutated(files(), LETTERS) | repeated(files()) | st.text(LETTERS) | st.text() | st.binary()


def check(given: str | bytes | tuple[str, str, str, str, list[str]]) -> bool:
    """Import a file, and look at all that has come in."""
    text = given[0] if isinstance(given, tuple) else given
    path, out = Path(FOLDER.name) / "games.pgn", Path(tempfile.mkdtemp(dir=FOLDER.name))
    path.write_bytes(text if isinstance(text, bytes) else text.encode(errors="replace"))
    with open_store(out, must_exist=False) as store:
        found = import_games(store, [path], lambda _games, _left_out: None)
        for one in found.left_out:
            assert one.reason.isprintable()
            assert one.line > 0
            assert len(one.reason) <= 300
        records = [read_record(record.to_json()) for record in (store.records() if found.games else ())]
        assert store.has_plan == bool(found.games)
        if found.games:
            assert store.plan.text
            store.require_minds()
    shutil.rmtree(out, ignore_errors=True)
    for record in records:
        world = Chess()
        world.newrun(record.start)
        for action in record.actions:
            world.playon()
            world.takeaction(action)
        assert sum(record.ending.result) == 1
        again = Chess.readrecord(Chess.getrecord(record))
        assert (again.start, again.actions, again.ending.result) == (record.start, record.actions, record.ending.result)
        assert (again.ending, again.minds) == (record.ending, record.minds)
    if isinstance(given, tuple):
        _check_whole(given, [record.actions for record in records])
    return bool(records)


def _check_whole(given: tuple[str, str, str, str, list[str]], found: list[tuple[str, ...]]) -> None:
    """Compare what was read with what was written."""
    text, white, black, result, actions = given
    can_be_rated = len({printable(name.strip()) for name in (white, black)} - {"", "?"}) == 2
    try:
        Chess().newrun(chess.pgn.read_headers(io.StringIO(text)).get("FEN", ""))  # type: ignore[union-attr]
    except StartError:
        return
    board = _final(text)
    over = board.is_checkmate() or board.is_stalemate()
    if not can_be_rated or (over and board.result() != result) or (result == "*" and not over):
        return
    assert found == [tuple(actions)], text


def _final(text: str) -> chess.Board:
    """Return the final position of a game, as python-chess reads it."""

    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game.end().board()
