"""Replays games by the compiled rules, and writes down every position that was searched."""

from typing import Any

import numpy as np

from minds.board.compiled import copy_record, jit
from minds.board.make import make
from minds.board.move_code import captured_of, promotion_of, source_of
from minds.board.movegen import list_moves
from minds.board.position import Position
from minds.board.squares import NONE, WHITE, bit, colour_of, kind_of, pop
from minds.board.state import STATE, new_workspace, piece_at
from minds.board.threats import checkers
from minds.errors import FenError, TrainingError
from minds.training.games.blocks import SOURCE_BITS, TO_QUEEN, UNSCORED, Games

IN_CHECK, CAPTURE, PROMOTION = 1, 2, 4  # flags: the side to move is in check; its move is a capture, a promotion
BLACK_PIECE = 8  # more in the nibble of a black piece
MOST_PLY = 255

POSITION = np.dtype(
    [
        ("occupied", "<u8"),  # squares with a piece, a1 = bit 0
        ("pieces", "u1", (16,)),  # a nibble for each from a1 up, low nibble first: 0–5 white K Q R B N P, 8–13 black
        ("score", "<i2"),  # of the search, in centipawns, for the side to move
        ("result", "u1"),  # of the game, for the side to move: 0 lost, 1 drawn, 2 won
        ("turn", "u1"),  # 0 White to move, 1 Black
        ("halfmoves", "u1"),  # plies since the last capture or pawn move
        ("ply", "u1"),  # plies since the start of the game, at most 255
        ("game", "<u4"),  # number of the game, from 0; the positions of a game are neighbours
        ("flags", "u1"),
    ]
)


def positions_of(games: Games) -> np.ndarray:
    """Return every position of the games whose move was searched, as records of POSITION."""
    which, states = _starts(games)
    found = np.zeros(games.positions, POSITION)
    columns = (games.begins, games.ends, which, games.results, games.sources, games.targets, games.scores)
    illegal = replay(*columns, states, new_workspace(), found)
    if illegal >= 0:
        raise TrainingError(f"game {games.numbers[illegal]} has an illegal move")
    return found


def _starts(games: Games) -> tuple[np.ndarray, np.ndarray]:
    """Return for each game the place of its start among all starts, and these as an array of states."""
    places: dict[str, int] = {"": 0}
    which = np.array([places.setdefault(start, len(places)) for start in games.starts], np.int64)
    states = np.zeros(len(places), STATE)
    for start, place in places.items():
        try:
            position = Position(start) if start else Position()
        except FenError as problem:
            raise TrainingError(f"a game's start: {problem}") from None
        states[place] = position.state[0]
    return which, states.view(np.recarray)


@jit
def replay(
    begins: Any,
    ends: Any,
    which: Any,
    results: Any,
    sources: Any,
    targets: Any,
    scores: Any,
    states: Any,
    workspace: Any,
    found: Any,
) -> int:
    """Write down the searched positions of games; return the first game with an illegal move, or -1."""
    row = 0
    work = workspace[0]
    codes = work.moves[0]
    for game in range(begins.size):
        copy_record(states[which[game]], work.states[0])
        before = 2 * (int(work.states[0].fullmoves) - 1) + int(work.states[0].turn)
        for ply in range(ends[game] - begins[game]):
            at = begins[game] + ply
            state = work.states[ply & 1]
            move = move_at(state, codes, np.int64(sources[at]), np.int64(targets[at]))
            if move == 0:
                return game
            if scores[at] != UNSCORED:
                write(state, move, found[row])
                found[row]["score"] = scores[at]
                found[row]["result"] = results[game] if state.turn == WHITE else 2 - results[game]
                found[row]["ply"] = min(before + ply, MOST_PLY)
                found[row]["game"] = game
                row += 1
            make(state, work.states[(ply + 1) & 1], move)
    return -1


@jit
def move_at(state: Any, codes: Any, source: Any, target: Any) -> Any:
    """Return the code of the legal move that is stored as these two numbers, 0 if there is none."""
    kind = source >> SOURCE_BITS
    for i in range(list_moves(state, codes, bit(target))):
        promotion = promotion_of(codes[i])
        if source_of(codes[i]) == source & 63 and kind == (promotion - TO_QUEEN if promotion != 0 else 0):
            return codes[i]
    return 0


@jit
def write(state: Any, move: int, row: Any) -> None:
    """Fill in what a position shows, and what kind of move was chosen there."""
    occupied, place = state.colours[0] | state.colours[1], 0
    row["occupied"] = occupied
    while occupied != NONE:
        square, occupied = pop(occupied)
        number = piece_at(state, square)
        nibble = kind_of(number) + BLACK_PIECE * colour_of(number)
        row["pieces"][place >> 1] |= nibble << 4 * (place & 1)
        place += 1
    row["turn"], row["halfmoves"] = state.turn, min(int(state.halfmoves), 255)
    flags = IN_CHECK if checkers(state, int(state.turn)) != NONE else 0
    flags |= CAPTURE if captured_of(move) != 0 else 0
    row["flags"] = flags | (PROMOTION if promotion_of(move) != 0 else 0)
