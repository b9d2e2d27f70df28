"""Plays games of a mind against itself, each from a beginning of its own that is drawn by lot."""

from random import Random

from minds.board.draws import FIFTY_MOVES, REPETITIONS
from minds.board.move import Move
from minds.board.position import Position
from minds.board.squares import WHITE
from minds.builtin.pst_engine import PstEngine
from minds.errors import TrainingError, quoted
from minds.registry import find_class, make, read_spec
from minds.training.games.blocks import ENDINGS, UNSCORED, Game
from minds.training.games.settings import Settings
from world.api import Budget

MOST_BEGINNINGS = 1000  # drawn for one game
BLACK_WON, DRAWN, WHITE_WON = range(3)


def mind_of(spec: str) -> PstEngine:
    """Return the mind of a spec; raise TrainingError if it is no house engine, or if its games cannot be repeated."""
    found = read_spec(spec)
    mind = make(find_class(found), found) if found.kind == "builtin" else None
    if not isinstance(mind, PstEngine):
        raise TrainingError(f"{quoted(spec)} cannot play games to learn from; expected champion, pst-engine or prodigy")
    if mind.threads > 1 or mind.book.book is not None:
        raise TrainingError(f"{quoted(spec)}: expected threads=1 and no book, so that a game is the same everywhere")
    return mind


class Line:
    """Moves from the start of a game, the score of each, and the position that they lead to."""

    def __init__(self) -> None:
        self.position, self.moves, self.scores = Position(), list[int](), list[int]()

    def play(self, move: Move, score: int) -> None:
        """Make a move."""
        self.position.push(move)
        self.moves.append(move.notation_code)
        self.scores.append(score)


class SelfPlay:
    """A mind that plays against itself; a game depends on the settings and its number alone."""

    def __init__(self, settings: Settings) -> None:
        mind = mind_of(settings.mind)
        self.settings, self.depth, self.budget = settings, mind.depth, Budget(nodes=settings.nodes)
        self.engine = mind.new_engine()

    def play(self, number: int) -> Game:
        """Play the game of a number."""
        chance = Random(f"{self.settings.seed} {number}")
        line = self._beginning(chance)
        while (end := ending_of(line, self.settings)) is None:
            if chance.random() < self.settings.random_moves:
                line.play(drawn_by_lot(line.position, chance), UNSCORED)
            else:
                line.play(*self._find(line.position))
        result, ending = end
        return Game(number, "", line.moves, line.scores, result, ENDINGS.index(ending))

    def _beginning(self, chance: Random) -> Line:
        """Return a line of moves drawn by lot and the first that is searched, which shows that neither side is lost."""
        fewest, most = self.settings.random_plies
        for _ in range(MOST_BEGINNINGS):
            line = Line()
            for _ in range(fewest + int(chance.random() * (most - fewest + 1))):
                if ending_of(line, self.settings) is None:
                    line.play(drawn_by_lot(line.position, chance), UNSCORED)
            if ending_of(line, self.settings) is None:
                self.engine.forget()
                move, score = self._find(line.position)
                if score != UNSCORED and abs(score) <= self.settings.level:
                    line.play(move, score)
                    return line
        expected = "expected more nodes, a greater level or fewer random plies"
        raise TrainingError(f"none of {MOST_BEGINNINGS:,} random beginnings is level; {expected}")

    def _find(self, position: Position) -> tuple[Move, int]:
        found, thoughts = self.engine.find(position, self.budget, self.depth)
        return found.moves[0], found.score if thoughts["depth"] > 0 else UNSCORED  # with too few nodes it is no score


def drawn_by_lot(position: Position, chance: Random) -> Move:
    """Return one of the legal moves, each as likely as the others."""
    moves = position.legal_moves()
    return moves[int(chance.random() * len(moves))]  # `Random.choice` may differ between versions of Python


def ending_of(line: Line, settings: Settings) -> tuple[int, str] | None:
    """Return result and ending of a game that is over, by the rules or by adjudication; None if it goes on."""
    position = line.position
    if not position.legal_moves():
        lost = BLACK_WON if position.turn == WHITE else WHITE_WON
        return (lost, "checkmate") if position.in_check else (DRAWN, "stalemate")
    if position.is_insufficient_material:
        return DRAWN, "insufficient material"
    if position.halfmoves >= FIFTY_MOVES:
        return DRAWN, "fifty moves"
    if position.repetitions >= REPETITIONS:
        return DRAWN, "repetition"
    if settings.resign is not None and (winner := winner_of(line, *settings.resign)) is not None:
        return winner, "resign"
    if settings.draw is not None and is_dull(line.scores, *settings.draw):
        return DRAWN, "draw"
    return (DRAWN, "max plies") if len(line.moves) >= settings.max_plies else None


def winner_of(line: Line, moves: int, score: int) -> int | None:
    """Return who wins if both sides have agreed for some moves that one is behind by a score; None otherwise."""
    last = line.scores[-2 * moves :]
    if len(last) < 2 * moves or UNSCORED in last:
        return None
    views = [(-1) ** back * given for back, given in enumerate(reversed(last), 1)]  # of the side that is to move now
    lost, won = (BLACK_WON, WHITE_WON) if line.position.turn == WHITE else (WHITE_WON, BLACK_WON)
    if max(views) <= -score:
        return lost
    return won if min(views) >= score else None


def is_dull(scores: list[int], first: int, moves: int, score: int) -> bool:
    """Return True if no score was beyond a bound for some moves of each side; never before the `first` move."""
    last = scores[-2 * moves :]
    return len(scores) >= 2 * first and len(last) == 2 * moves and all(abs(one) <= score for one in last)
