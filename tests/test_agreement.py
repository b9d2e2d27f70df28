"""The referee, our own rules and the PGN agree: games of minds, watched ply by ply."""

import io
import itertools
import random

import chess
import chess.pgn
import pytest

from minds import Position
from minds.host import MindPlayer
from minds.registry import load
from world.api import World
from world.games.chess.referee import Referee, action_of, has_free_move, legal_move
from world.record import Ply, Record
from world.registry import new_world
from world.run import run

DRAWS = ("insufficient material", "threefold repetition", "fifty moves")


class Watcher:
    """Plays along by our own rules, and compares at every ply."""

    def __init__(self) -> None:
        self.ours = Position()

    def watch(self, world: World, ply: Ply) -> None:
        assert ply.action in {move.action for move in self.ours.legal_moves()}, self.ours.fen
        self.ours.push(ply.action)
        ours = self.ours
        assert ours.fen == world.getstate()
        ending = world.ending()
        kind = ending.kind if ending else None
        assert (kind == "checkmate") == ours.is_checkmate, ours.fen
        assert (kind == "stalemate") == ours.is_stalemate, ours.fen
        assert (kind in DRAWS) == (ours.is_drawn and bool(ours.legal_moves())), ours.fen
        assert ending or {move.action for move in ours.legal_moves()} == set(world.actions()), ours.fen


def watched(first: MindPlayer, second: MindPlayer, seed: int, plies: int = 0) -> Record:
    """A game with nothing to disagree on, read back from its PGN to the same end."""
    chance, position, opening = random.Random(seed), Position(), []
    for _ in range(plies):
        opening.append(chance.choice(position.legal_moves()).action)
        position.push(opening[-1])
    watcher, world = Watcher(), new_world("chess")
    record = run(world, (first, second), seed=seed, opening=opening, watch=watcher.watch)
    game = chess.pgn.read_game(io.StringIO(type(world).getrecord(record)))
    assert game is not None
    assert game.errors == []
    assert game.end().board().fen() == world.getstate() == watcher.ours.fen
    return record


def random_games(seeds: range) -> set[str]:
    """The endings that games of random minds came to."""
    minds = [MindPlayer(load("any-random-legal-move")), MindPlayer(load("capture-priority-random-legal-move"))]
    return {watched(minds[seed % 2], minds[seed // 2 % 2], seed).ending.kind for seed in seeds}


def textbook_games(seeds: range) -> set[str]:
    """The endings that minimax and alpha-beta came to."""
    minds = [MindPlayer(load("minimax:depth=2")), MindPlayer(load("alphabeta:depth=2"))]
    return {watched(*minds[:: 1 if seed % 2 else -1], seed=seed, plies=4).ending.kind for seed in seeds}


def test_random_minds_play_by_the_rules() -> None:
    """In some games of random minds nothing is disputed, and most ways to end are met."""
    assert random_games(range(60)) >= {"checkmate", "stalemate", "insufficient material", "fifty moves"}


def test_thinking_minds_play_by_the_rules() -> None:
    """Nor in games of minds that think."""
    assert "checkmate" in textbook_games(range(20))


@pytest.mark.drill
def test_a_thousand_random_games() -> None:
    """A thousand games, not one dispute."""
    assert random_games(range(1000)) >= {"checkmate", "stalemate", *DRAWS}


@pytest.mark.drill
def test_two_hundred_thinking_games() -> None:
    """Two hundred more."""
    textbook_games(range(200))


@pytest.mark.parametrize("start", ["", *(trial.start for trial in new_world("chess").trials()[::12])])
def test_short_cuts_of_the_referee(start: str) -> None:
    """The referee's moves, FEN and legality are those of a plain python-chess board, for every pair of squares."""
    rng, referee = random.Random(start), Referee(start)
    board = chess.Board(start or chess.STARTING_FEN)
    for _ in range(60):
        assert referee.fen == board.fen(en_passant="legal")
        for source, target in itertools.product(range(64), repeat=2):
            queen = chess.QUEEN if board.piece_type_at(source) == chess.PAWN and target // 8 in (0, 7) else None
            onto_own = board.color_at(target) == board.turn
            move = chess.Move(source, target, queen)
            expected = move if board.is_legal(move) and not onto_own else None
            assert legal_move(referee.board, f"{source},{target}", referee.free) == expected, (board.fen(), move)
        assert not has_free_move(board, referee.free) or any(board.legal_moves), board.fen()
        if referee.verdict:
            return
        move = rng.choice(list(board.legal_moves))
        board.push(move)
        referee.push(referee.read(action_of(move)))


PIECES = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "promoted", "occupied", "occupied_co")
FIELDS = (*PIECES, "turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number")


def verdict_of(board: chess.Board) -> str | None:
    """The ending that python-chess alone finds, with draws claimed at once."""
    if (outcome := board.outcome()) and outcome.termination.name in ("CHECKMATE", "STALEMATE", "INSUFFICIENT_MATERIAL"):
        return outcome.termination.name.lower().replace("_", " ")
    if board.is_repetition(3):
        return "threefold repetition"
    return "fifty moves" if board.halfmove_clock >= 100 else None


def games_beside_python_chess(start: str, count: int) -> set[str]:
    """The endings of random games, in which the referee's board, FEN and verdict are python-chess's at every ply."""
    rng, endings = random.Random(start), set()
    for _ in range(count):
        board, referee, style = chess.Board(start or chess.STARTING_FEN), Referee(start), rng.random()
        while (verdict := verdict_of(board)) is None:
            assert referee.verdict is None, board.fen()
            moves = list(board.legal_moves)
            rare = [move for move in moves if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
            quiet = [move for move in moves if not board.is_zeroing(move)]
            back = board.peek() if board.move_stack else chess.Move.null()
            again = [move for move in quiet[:3] if style < 0.2 and back.to_square != move.to_square]
            move = rng.choice(
                rare if rare and rng.random() < 0.5 else again or (quiet if quiet and style < 0.5 else moves)
            )
            board.push(move)
            referee.push(referee.read(action_of(move)))
            for name in FIELDS:
                assert getattr(referee.board, name) == getattr(board, name), (name, board.fen(), move)
            assert rng.random() < 0.7 or referee.fen == board.fen(
                en_passant="legal"
            )  # written after one move or several
        assert referee.verdict, board.fen()
        assert referee.verdict[0] == verdict, board.fen()
        endings.add(verdict)
    return endings


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e8e7 e2e1 e7e8 " * 3),
        ("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4 " + "e8d8 e1d1 d8e8 d1e1 " * 3),
        (
            "7k/8/8/p7/P7/8/8/1NK5 w - - 0 1",
            "b1d2 h8g8 c1b1 g8h8 d2b3 h8g8 b3c1 g8h8 c1b3 h8g8 b3d2 g8h8 b1c1 h8g8 d2b1 g8h8",
        ),
        (
            "7k/8/8/p7/P7/8/8/1RK5 w - - 0 1",
            "b1b3 h8g8 c1b2 g8h8 b3c3 h8g8 b2b1 g8h8 c3c2 h8g8 c2c1 g8h8 "
            "c1c2 h8g8 c2c3 g8h8 b1b2 h8g8 c3b3 g8h8 b2c1 h8g8 b3b1 g8h8",
        ),
    ],
    ids=["rights to castle", "a capture en passant", "a king and a knight that change places", "a king and a rook"],
)
def test_what_makes_positions_the_same(start: str, moves: str) -> None:
    """A position has occurred before only if all that python-chess compares was the same."""
    board, referee = chess.Board(start), Referee(start)
    for move in map(chess.Move.from_uci, moves.split()):
        if referee.verdict:
            break
        board.push(move)
        referee.push(referee.read(action_of(move)))
        assert (referee.verdict[0] if referee.verdict else None) == verdict_of(board), board.fen()


STARTS = ("", *(trial.start for trial in new_world("chess").trials()))


def test_games_are_those_of_python_chess() -> None:
    """Games of all kinds have the positions, FENs and endings that python-chess alone gives them."""
    endings = set().union(*(games_beside_python_chess(start, 1) for start in STARTS))
    assert endings == {"checkmate", "stalemate", *DRAWS}


@pytest.mark.drill
def test_thousands_of_games_are_those_of_python_chess() -> None:
    """So have 3,000 more."""
    for start in STARTS:
        games_beside_python_chess(start, 50)
