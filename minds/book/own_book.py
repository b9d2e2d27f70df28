"""`OwnBook`: the parameters `book` and `book_moves` of the built-in minds, and the moves that these give them."""

from random import Random
from typing import TYPE_CHECKING

from minds.api import State
from minds.errors import BookError, ParameterError
from minds.spec import HOUSE
from world.api import Thoughts

if TYPE_CHECKING:
    from minds.board.move import Move
    from minds.book.book import Book

MAX_MOVES = 1000
SHARE = "book"  # in the thoughts on a move from the book: its share of the weights there, in per cent


class OwnBook:
    """The book that a mind opens with, and the number of the last move it is used for.

    `book` is a file, "house", or "" for none; `moves` is 0 to use it as far as it goes.
    """

    def __init__(self, book: str, moves: int) -> None:
        self.book, self.moves = _book(book), moves
        if not 0 <= moves <= MAX_MOVES:
            raise ParameterError(f"book_moves={moves}; expected 0 (as far as the book goes) to {MAX_MOVES}")

    def reply(self, state: State, rng: Random) -> "tuple[Move, Thoughts] | None":
        """Return a move from the book and the thoughts to report; None if the search has to find one."""
        if self.book is None or (self.moves and state.position.fullmoves > self.moves):
            return None
        moves = self.book.moves(state.position)
        if state.actions:  # only these are to be considered
            moves = {move: weight for move, weight in moves.items() if move.action in state.actions}
        if not moves:
            return None
        move = rng.choices(list(moves), list(moves.values()))[0]
        return move, {SHARE: round(100 * moves[move] / sum(moves.values()), 1)}


def _book(name: str) -> "Book | None":
    if not name:
        return None
    from minds.book.book import book_named

    try:
        return book_named(name)
    except BookError as problem:
        raise ParameterError(f"book={name}: {problem}, or book={HOUSE}") from None
