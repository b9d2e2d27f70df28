"""Counts the won endgames that our minds win: `python -m tests.bench.endgames [GAMES]`.

Random positions, the attacker to move, half of them with Black attacking. In KQK, KRK and KBBK no piece can be captured
at once; KPK is won according to `tests.bench.kpk`, KBNK practically always. The attacker has 20,000 nodes a move, with
a pawn 500,000, or searches four plies; the defender is Stockfish at 5,000 nodes. An endgame is converted if it ends in
mate; the referee counts the fifty moves.
"""

import random
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from statistics import median
from typing import NamedTuple

import chess

from arena.cell.cell import Cell
from minds.host import MindPlayer
from minds.registry import load
from tests.bench.kpk import PAWN_MOVES, solve
from world.api import Budget, Player
from world.registry import new_world
from world.run import run

ENDGAMES = ("KQK", "KRK", "KBBK", "KPK", "KBNK")
ATTACKERS = ("pst-engine", "champion", "prodigy")
SHALLOW = "negamax:depth=4"  # with the plain ideas, of which `mating` is one
SHALLOW_WINS = ("KQK", "KRK", "KBBK")
DEFENDER = "uci:stockfish?Threads=1"
ATTACK, DEFENCE = Budget(nodes=20_000), Budget(nodes=5000)
FOUR = Budget(depth=4)
FAR = Budget(nodes=500_000)  # a pawn may need a long manoeuvre to win
GAMES = 100


class Outcome(NamedTuple):
    """The result of one endgame."""

    start: str
    converted: bool
    moves: int
    ending: str


kpk = cache(solve)


def is_won(board: chess.Board) -> bool:
    """True if White, to move, should win: a pawn by the solution, otherwise because no piece is lost at once."""
    if board.pawns:
        pawn = chess.lsb(board.pawns)
        return bool(kpk()[PAWN_MOVES, board.king(chess.WHITE), board.king(chess.BLACK), pawn])
    slanted = board.bishops
    if slanted and not board.knights and (not slanted & chess.BB_LIGHT_SQUARES or not slanted & chess.BB_DARK_SQUARES):
        return False
    black_first = board.copy()
    black_first.turn = chess.BLACK
    return not any(black_first.is_capture(move) for move in black_first.pseudo_legal_moves)


def positions(endgame: str, count: int, seed: int = 318) -> Iterator[str]:
    """Yield this many FENs, with White and Black attacking in turn."""
    chance, found = random.Random(f"{endgame} {seed}"), 0
    letters = [*"Kk", *endgame[1:-1]]
    while found < count:
        board = chess.Board(None)
        for square, letter in zip(chance.sample(range(64), len(letters)), letters, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        if board.is_valid() and is_won(board):
            yield (board if found % 2 == 0 else board.mirror()).fen()
            found += 1


def convert(attacker: Player, defender: Player, start: str) -> Outcome:
    """Play one endgame, refereed."""
    attack = FOUR if attacker.name == SHALLOW else FAR if "p" in start.split()[0].lower() else ATTACK
    seats, budgets = [attacker, defender], [attack, DEFENCE]
    us = 0 if " w " in start else 1
    record = run(new_world("chess"), seats[:: 1 - 2 * us], start=start, budgets=budgets[:: 1 - 2 * us])
    won = record.ending.kind == "checkmate" and record.ending.result[us] == 1
    return Outcome(start, won, (len(record.plies) + 1) // 2, record.ending.kind)


def outcomes(attacker: str, starts: Iterator[str]) -> Iterator[Outcome]:
    """Yield the outcomes of an attacker's endgames."""
    us = MindPlayer(load(attacker), attacker)
    with closing(Cell(DEFENDER)) as fish:
        for start in starts:
            yield convert(us, fish, start)


def row(endgame: str, attacker: str, games: int) -> str:
    """One row of the table, and below it the endgames not converted."""
    played = list(outcomes(attacker, positions(endgame, games)))
    moves = [one.moves for one in played if one.converted] or [0]
    converted = sum(one.converted for one in played)
    line = f"| {endgame} | {attacker} | {converted} of {games} | {median(moves):.0f} | {max(moves)} |"
    return "\n".join([line, *(f"  {one.start}: {one.ending}" for one in played if not one.converted)])


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print("| endgame | attacker | converted | moves, median | most |\n|---|---|---|---|---|")
    for endgame in ENDGAMES:
        for attacker in (*ATTACKERS, *([SHALLOW] if endgame in SHALLOW_WINS else [])):
            print(row(endgame, attacker, games), flush=True)
