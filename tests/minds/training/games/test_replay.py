"""Replayed games give the positions that they went through."""

import random

import numpy as np
import pytest

from minds import Move, Position
from minds.errors import TrainingError
from minds.training.games.blocks import UNSCORED, Game, Games, decode, encode, joined
from minds.training.games.replay import CAPTURE, IN_CHECK, POSITION, PROMOTION, positions_of

ENDGAME = "8/PPP3k1/8/4pP2/8/1r6/6pp/R3K2R w KQ e6 0 60"
MOST_MOVES = 60


def columns(*games: Game) -> Games:
    """Games as they are read from a file."""
    return joined([decode(encode(games))[0]])


def played(number: int, start: str, chance: random.Random) -> tuple[Game, list[tuple[Position, Move]]]:
    """A game of random moves, and the positions of it that have a score."""
    position, scores = Position(start) if start else Position(), list[int]()
    codes, searched = list[int](), list[tuple[Position, Move]]()
    while (moves := position.legal_moves()) and len(codes) < MOST_MOVES:
        move = chance.choice(moves)
        scores.append(chance.choice([UNSCORED, chance.randrange(-30_000, 30_001)]))
        if scores[-1] != UNSCORED:
            searched.append((position, move))
        codes.append(move.notation_code)
        position = position.play(move)
    return Game(number, start, codes, scores, chance.randrange(3), 0), searched


def expected(position: Position, move: Move, ply: int, game: Game) -> dict[str, object]:
    """A row of the table, by the public words of a position."""
    men = [(square, number - 1) for square, number in enumerate(position.squares) if number]
    nibbles = [kind if kind < 6 else kind + 2 for _, kind in men] + [0] * (32 - len(men))
    flags = IN_CHECK * position.in_check | CAPTURE * bool(move.captured) | PROMOTION * bool(move.promotion)
    return {
        "occupied": sum(1 << square for square, _ in men),
        "pieces": [low | high << 4 for low, high in zip(nibbles[::2], nibbles[1::2], strict=True)],
        "score": game.scores[ply],
        "result": game.result if position.turn == 0 else 2 - game.result,
        "turn": position.turn,
        "halfmoves": position.halfmoves,
        "ply": min(255, 2 * (position.fullmoves - 1) + position.turn),
        "flags": flags,
    }


def test_positions_are_those_of_the_game() -> None:
    """Every searched position is there with all columns, in order, from any start; others are left out."""
    chance = random.Random(4)
    games = [played(number, start, chance) for number, start in enumerate(["", ENDGAME] * 40)]
    found = positions_of(columns(*(game for game, _ in games)))
    rows = iter(found)
    for number, (game, searched) in enumerate(games):
        plies = [ply for ply, score in enumerate(game.scores) if score != UNSCORED]
        for ply, (position, move) in zip(plies, searched, strict=True):
            row = next(rows)
            want = expected(position, move, ply, game) | {"game": number}
            assert {name: np.asarray(row[name]).tolist() for name in want} == want
    assert next(rows, None) is None
    assert set(found["flags"]) >= {0, IN_CHECK, CAPTURE, PROMOTION, CAPTURE | PROMOTION}


def test_an_illegal_move_is_named() -> None:
    """A game that breaks the rules is refused by its number; so is one from a start that is no position."""
    legal = Game(1, "", [Move("e2e4").notation_code], [0], 1, 0)
    for wrong in ("e7e5", "e2e5", "e1e2", "b1c3"):
        game = Game(8, "", [Move("b1c3").notation_code, Move(wrong).notation_code], [0, 0], 1, 0)
        if wrong == "e7e5":
            assert len(positions_of(columns(legal, game))) == 3
            continue
        with pytest.raises(TrainingError, match="game 8 has an illegal move"):
            positions_of(columns(legal, game))
    with pytest.raises(TrainingError, match="start"):
        positions_of(columns(legal._replace(start="8/8/8/8 w - - 0 1")))


def test_a_pawn_becomes_what_is_stored() -> None:
    """A promotion is to the queen unless another piece is stored; a piece other than a pawn cannot become anything."""
    start = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
    for text, piece in (("a7a8q", 1), ("a7a8r", 2), ("a7a8b", 3), ("a7a8n", 4)):
        codes = [Move(text).notation_code, Move("h8h7").notation_code]
        found = positions_of(columns(Game(0, start, codes, [1, 2], 1, 0)))
        assert piece in found[1]["pieces"] & 15 or piece in found[1]["pieces"] >> 4
    king = Game(0, start, [Move("a1a2").notation_code | 5 << 12], [1], 1, 0)
    with pytest.raises(TrainingError, match="illegal"):
        positions_of(columns(king))


def test_the_columns_are_those_of_the_shared_positions() -> None:
    """Names and types are those of the files of positions, and the flags are new."""
    kinds = {name: POSITION[name].base.str for name in POSITION.names or ()}
    assert kinds == {
        "occupied": "<u8",
        "pieces": "|u1",
        "score": "<i2",
        "result": "|u1",
        "turn": "|u1",
        "halfmoves": "|u1",
        "ply": "|u1",
        "game": "<u4",
        "flags": "|u1",
    }
