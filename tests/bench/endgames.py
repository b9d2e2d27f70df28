"""Won endgames and who wins them: `python -m tests.bench.endgames [GAMES]`.

Positions at random, the attacker to move, half of them with Black as the attacker. In KQK, KRK and KBBK nothing is lost
at once; KPK is won by `tests.bench.kpk`, KBNK as good as always. The attacker has 20,000 nodes a move, with a pawn
500,000, or looks four plies far and no further; the defender is Stockfish at 5,000. Converted is what ends in mate:
the referee counts the fifty moves.
"""

import random
import sys
from collections.abc import Iterator
from functools import cache
from statistics import median
from typing import NamedTuple

import chess

from minds.host import MindPlayer
from minds.registry import load
from tests.bench.kpk import PAWN_MOVES, solve
from world.api import Budget, Player
from world.registry import new_world
from world.run import run

ENDGAMES = ("KQK", "KRK", "KBBK", "KPK", "KBNK")
ATTACKERS = ("pst-engine", "champion")
SHALLOW = "negamax:depth=4"  # by its plain ideas, of which one is to mate
SHALLOW_WINS = ("KQK", "KRK", "KBBK")
DEFENDER = "uci:stockfish?Threads=1"
ATTACK, DEFENCE = Budget(nodes=20_000), Budget(nodes=5000)
FOUR = Budget(depth=4)
FAR = Budget(nodes=500_000)  # a pawn may be won by a manoeuvre that a short look does not see the end of
GAMES = 100


class Outcome(NamedTuple):
    """How one endgame went."""

    start: str
    converted: bool
    moves: int
    ending: str


kpk = cache(solve)


def is_won(board: chess.Board) -> bool:
    """Whether White, to move, has nothing to fear: no piece is lost at once; a pawn wins by the solution."""
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
    """So many FENs, White attacking in the first, Black in the second …"""
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
    """One endgame, refereed."""
    attack = FOUR if attacker.name == SHALLOW else FAR if "p" in start.split()[0].lower() else ATTACK
    seats, budgets = [attacker, defender], [attack, DEFENCE]
    us = 0 if " w " in start else 1
    record = run(new_world("chess"), seats[:: 1 - 2 * us], start=start, budgets=budgets[:: 1 - 2 * us])
    won = record.ending.kind == "checkmate" and record.ending.result[us] == 1
    return Outcome(start, won, (len(record.plies) + 1) // 2, record.ending.kind)


def outcomes(attacker: str, starts: Iterator[str]) -> Iterator[Outcome]:
    """The attacker's endgames, one after the other."""
    us, fish = MindPlayer(load(attacker), attacker), load(DEFENDER)
    try:
        for start in starts:
            yield convert(us, MindPlayer(fish, DEFENDER), start)
    finally:
        fish.close()  # type: ignore[attr-defined]


def row(endgame: str, attacker: str, games: int) -> str:
    """A line of the table, and below it what was not converted."""
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
