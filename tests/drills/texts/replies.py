"""Replies: whatever minds and engines say to the arena, the game ends, and its record is complete and can be shown."""

import io
import json
import re

import chess
import chess.pgn
from hypothesis import strategies as st

from tests.drills.spoken import Speaker, SpokenCell
from tests.drills.texts.mutations import SCALARS, mutated, reworded
from world.games.chess.world import Chess
from world.record import read_record
from world.run import run

MAX_PLIES = 6
ENGINE, MIND = "uci:cat?Hash=16&Style=calm", "greedy-search"
THOUGHTS = st.sampled_from(['{"depth":3,"score":-12,"nodes":99,"pv":["12,28"]}', '{"mate":2}', '{"a":[{"b":null}]}'])
GOOD = st.sampled_from(["WORD\tready", "WORD\tACTION", "WORD\tbye"]) | THOUGHTS.map(
    lambda found: f"WORD\tACTION\t{found}"
)
FAILED = st.just('{"kind":"protocol","message":"m","traceback":"t"}') | st.sampled_from(SCALARS)
ODD = st.one_of(
    FAILED.map(lambda found: f"WORD\terror\t{found}"),
    st.sampled_from(["alphabeta:depth=1", "x", "greedy-search", "pst-engine:hash=900"]).map(
        lambda spec: f"WORD\task\t{spec}\tSTATE"
    ),
    st.just('WORD\tbye\t"kept"'),
    st.sampled_from(["ACTION", "0,0", "", "WORD", "WORD\tACTION\tnull", "WORD\tACTION\t{}\t{}", "WORD\t" + "x" * 4089]),
)
LETTERS = '\t{}[]",:0123456789abWORDACTION\\u \r\x00é'
LINES = GOOD | ODD | mutated(GOOD | ODD, LETTERS) | reworded(GOOD | ODD, ["WORD"])
SAID = st.one_of(
    LINES.map(lambda line: f"{line}\n".encode(errors="replace")),
    st.lists(LINES, max_size=3).map(lambda lines: "\n".join(lines).encode(errors="replace")),
    st.binary(max_size=40),
    st.just(b"x" * 5000),
)
INFO = st.sampled_from(
    ["info depth 9 seldepth 12 nodes 12345 score cp -31 pv e2e4 e7e5", "info score mate -3", "info string hello",
     "info depth 1 multipv 2 score cp 5 pv a2a3", "info nodes 99999999999999999999 pv", "info depth depth depth"]
)  # fmt: skip
OPTIONS = st.sampled_from(
    ["option name Hash type spin default 16 min 1 max 1024", "option name Style type combo var calm var mad",
     "option name Hash type spin default 1 min 99 max 2", "option name Style type string default", "option name",
     "option name a type b type check default true", "option name Hash type button", "id name x"]
)  # fmt: skip
ENGINE_LINES = st.one_of(
    INFO, OPTIONS, st.sampled_from(["uciok", "readyok", "bestmove MOVE", "bestmove MOVE ponder e2e4", "bestmove 0000"]),
    st.sampled_from(["bestmove", "bestmove\t MOVE", "bestmove e9e4", "bestmove MOVE\r", "readyok\r", "x" * 70_000]),
)  # fmt: skip
ENGINE_SAID = st.lists(ENGINE_LINES | mutated(ENGINE_LINES, " \r\t0123abefinopq"), max_size=6).map(
    lambda lines: ("\n".join(lines) + "\n").encode(errors="replace")
) | st.binary(max_size=40)


def mind(odd: dict[int, bytes]) -> Speaker:
    """Return a mind that says the odd things instead of its first, second, … answer, and else the usual."""
    asked = -1

    def speak(line: str) -> tuple[bytes, bool]:
        nonlocal asked
        asked += 1
        word, verb, *fields = line.rstrip("\n").split("\t")
        state = fields[0] if verb == "getaction" else ""
        action = first_action(state) if state else ""
        usual = {"newrun": b"WORD\tready\n", "endrun": b"WORD\tbye\n"}.get(verb, b"WORD\tACTION\n")
        said = odd.get(asked, usual)
        for name, value in (("WORD", word), ("ACTION", action), ("STATE", state)):
            said = said.replace(name.encode(), value.encode())
        return said, b"\n" in said

    return speak


def first_action(fen: str) -> str:
    """Return a legal action in a position; nothing if it is none."""
    try:
        move = next(iter(chess.Board(fen).legal_moves), None)
    except ValueError:
        return ""
    return f"{move.from_square},{move.to_square}" if move else ""


def engine(odd: dict[int, bytes]) -> Speaker:
    """Return an engine that says the odd things instead of its first, second, … answer, or before it."""
    asked, board = -1, chess.Board()

    def speak(text: str) -> tuple[bytes, bool]:
        nonlocal asked, board
        asked += 1
        usual, expected = b"", b""
        if text.startswith("uci\n"):
            usual, expected = b"option name Hash type spin\noption name Style type string\nuciok\n", b"uciok"
        elif "isready" in text:
            usual = expected = b"readyok\n"
        elif found := re.match(r"position fen ([^\n]*?)(?: moves ([^\n]*))?\n", text):
            board = chess.Board(found[1])
            for move in (found[2] or "").split():
                board.push_uci(move)
            usual, expected = b"info depth 1 score cp 3 pv MOVE\nbestmove MOVE\n", b"bestmove"
        said = odd.get(asked, b"")
        said = said if said.endswith(b"\n") and asked % 2 else said + b"\n" * bool(said) + usual
        move = next(iter(board.legal_moves), None)
        said = said.replace(b"MOVE", move.uci().encode() if move else b"0000")
        return said, not expected or re.search(rb"(^|\n)" + expected.strip() + rb"[^\n]*\n", said) is not None

    return speak


def odd(things: st.SearchStrategy[bytes]) -> st.SearchStrategy[dict[int, bytes]]:
    """Return a strategy of odd answers by their number."""
    return st.dictionaries(st.integers(0, MAX_PLIES // 2 + 3), things, max_size=3)


TEXTS = st.tuples(st.just(MIND), odd(SAID)) | st.tuples(st.just(ENGINE), odd(ENGINE_SAID))


def check(given: tuple[str, dict[int, bytes]]) -> bool:
    """Play a game against a mind that says nothing odd; check its record."""
    spec, said = given
    cell = SpokenCell(spec, engine(said) if spec == ENGINE else mind(said))
    usual = SpokenCell(MIND, mind({}))
    try:
        record = run(Chess(), [cell, usual], max_plies=MAX_PLIES)
    finally:
        cell.close()
        usual.close()
    assert read_record(record.to_json()) == record
    game = chess.pgn.read_game(io.StringIO(Chess.getrecord(record)))
    assert game is not None
    assert not game.errors
    played = [(move.from_square, move.to_square) for move in game.mainline_moves()]
    assert played == [tuple(map(int, action.split(",")[:2])) for action in record.actions]
    assert record.ending.kind in ("max plies", "forfeit"), record.ending
    fault = record.ending.fault
    assert fault is None or (fault.seat == 0 and fault.message.isprintable() and len(fault.message) < 2000), fault
    json.dumps([ply.thoughts for ply in record.plies], allow_nan=False)
    return fault is None
