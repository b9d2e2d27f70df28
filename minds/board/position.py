"""A position as a Python programmer uses it: a handle on a state of the core, and on all that came before."""

from operator import index
from typing import Any

import numpy as np

from minds.board import entrypoints, picture
from minds.board import fen as notation
from minds.board.compiled import address_of
from minds.board.endings import FIFTY_MOVES, REPETITIONS
from minds.board.layout import lay_out
from minds.board.move import KNOWN, Move, known_move
from minds.board.slab import room
from minds.board.squares import LETTERS, SQUARE_NAMES
from minds.board.state import MAX_PLIES, new_state, new_workspace
from minds.errors import IllegalMove

_WORKSPACE = new_workspace()
WORKSPACE = address_of(_WORKSPACE)


class Position:
    """A position of chess, and the line of play that led to it.

    `play` gives a new position and leaves this one alone; `push` and `pop` change it in place, for one
    thread at a time.
    """

    # The line of play as a chain of (a state's address, what keeps its memory alive, the line before).
    # States and links never change once they are made, so positions may share them.
    __slots__ = ("_line",)

    def __init__(self, fen: str = notation.START) -> None:
        self._line: tuple[Any, Any, Any] = (*lay_out(fen), None)

    @property
    def _at(self) -> Any:
        return self._line[0]

    # ── Moves ────────────────────────────────────────────────────────────────────────────────

    def legal_moves(self) -> list[Move]:
        """All legal moves, as a new list."""
        moves = entrypoints.entry_list(self._line[0], WORKSPACE, KNOWN, False)
        return moves if moves is not None else self._get_to_know(False)

    def legal_captures(self) -> list[Move]:
        """The legal moves that take something, en passant among them."""
        moves = entrypoints.entry_list(self._line[0], WORKSPACE, KNOWN, True)
        return moves if moves is not None else self._get_to_know(True)

    def _get_to_know(self, captures: bool) -> list[Move]:
        """The same when a move is met for the first time: its object is made, once."""
        workspace = new_workspace()
        entrypoints.entry_list(self._at, address_of(workspace), KNOWN, captures)
        codes = workspace["moves"][0, 0].tolist()
        return [known_move(code) for code in codes[: codes.index(0)]]

    def play(self, move: Move | str) -> "Position":
        """The position after a legal move; without a promotion named, a pawn becomes a queen."""
        child = self.__copy__()
        child.push(move)
        return child

    def push(self, move: Move | str) -> None:
        """Make a legal move here."""
        place, slab = room()
        plain = (move if isinstance(move, Move) else Move(move)).plain
        if not entrypoints.entry_play(self._line[0], place, WORKSPACE, plain):
            raise self._illegal(move)
        self._line = (place, slab, self._line)

    def pop(self) -> None:
        """Take the last move back."""
        before = self._line[2]
        if before is None:
            raise IndexError("there is no move to take back")
        self._line = before

    def parse(self, text: str) -> Move:
        """The legal move that a text means, knowing what it captures."""
        said = Move(text).plain
        for move in self.legal_moves():
            if move.plain in (said, said | entrypoints.TO_QUEEN):
                return move
        raise self._illegal(text)

    def _illegal(self, move: Move | str) -> IllegalMove:
        move = move if isinstance(move, Move) else Move(move)
        here = SQUARE_NAMES[move.source]
        ways = [other.uci for other in self.legal_moves() if other.source == move.source]
        if ways:
            expected = f"expected one of {' '.join(ways)}"
        elif self.piece_at(move.source) == 0:
            expected = f"there is nothing on {here}"
        else:
            expected = f"the {notation.full_name(LETTERS[self.piece_at(move.source)])} on {here} cannot move"
        return IllegalMove(f"{move.uci} ({move.action}) is illegal in {self.fen}; {expected}")

    # ── What stands where ────────────────────────────────────────────────────────────────────

    def piece_at(self, square: int) -> int:
        """The number of the piece on a square: 0 none, 1–6 white K Q R B N P, 7–12 black."""
        number = index(square)
        if not 0 <= number < 64:
            raise IndexError(f"square {square!r}; expected 0 (a1) to 63 (h8)")
        return int(entrypoints.entry_piece_at(self._at, number))

    @property
    def squares(self) -> bytes:
        """The numbers of all 64 squares at once."""
        return entrypoints.entry_squares(self._at)

    @property
    def turn(self) -> int:
        """Who is to move: 0 White, 1 Black."""
        return int(entrypoints.entry_number(self._at, entrypoints.TURN))

    @property
    def castling(self) -> str:
        """The castling rights left, as in a FEN: "KQkq", "-"."""
        return notation.castling_letters(int(entrypoints.entry_castling(self._at)))

    @property
    def en_passant(self) -> int | None:
        """The square on which a pawn may now be taken in passing, legally."""
        square = int(entrypoints.entry_number(self._at, entrypoints.EN_PASSANT))
        return square if square >= 0 else None

    @property
    def halfmoves(self) -> int:
        """Moves of either side since the last capture or pawn move; at 100 the game may be drawn."""
        return int(entrypoints.entry_number(self._at, entrypoints.HALFMOVES))

    @property
    def fullmoves(self) -> int:
        """The number of the move, counted as in a score sheet."""
        return int(entrypoints.entry_number(self._at, entrypoints.FULLMOVES))

    @property
    def key(self) -> int:
        """A 64-bit number that is equal for positions that repeat each other, and for no others one will ever meet."""
        return int(entrypoints.entry_key(self._at))

    @property
    def score(self) -> int:
        """Material and piece-square score for the side to move, in hundredths of a pawn."""
        return int(entrypoints.entry_score(self._at))

    @property
    def fen(self) -> str:
        """The position as text. An en-passant square is named only if the capture is legal."""
        castling = int(entrypoints.entry_castling(self._at))
        passed = int(entrypoints.entry_number(self._at, entrypoints.EN_PASSANT))
        fields = (self.squares, self.turn, castling, passed, self.halfmoves, self.fullmoves)
        return notation.write(notation.Fields(*fields))

    # ── How it is going ──────────────────────────────────────────────────────────────────────

    @property
    def in_check(self) -> bool:
        """Whether the king of the side to move is attacked."""
        return bool(entrypoints.entry_checkers(self._at, self.turn))

    @property
    def is_checkmate(self) -> bool:
        return not self.legal_moves() and self.in_check

    @property
    def is_stalemate(self) -> bool:
        return not self.legal_moves() and not self.in_check

    @property
    def keys(self) -> list[int]:
        """The keys of all positions since the last capture or pawn move, this one first: no other can repeat."""
        found, line = [self.key], self._line[2]
        for _ in range(self.halfmoves):
            if line is None:
                break
            found.append(int(entrypoints.entry_key(line[0])))
            line = line[2]
        return found

    @property
    def repetitions(self) -> int:
        """How often this position has occurred in the line of play; 1 when it is new."""
        return self.keys.count(self.key)

    @property
    def is_insufficient_material(self) -> bool:
        """Whether neither side has enough left to mate, however badly the other played."""
        return bool(entrypoints.entry_insufficient(self._at))

    @property
    def is_drawn(self) -> bool:
        """Whether the rules end the game here though there are moves: fifty moves, repetition, too little material."""
        return self.halfmoves >= FIFTY_MOVES or self.is_insufficient_material or self.repetitions >= REPETITIONS

    def perft(self, depth: int) -> int:
        """How many lines of `depth` moves there are from here."""
        if not 0 <= index(depth) < MAX_PLIES:
            raise ValueError(f"perft to depth {depth!r}; expected 0 to {MAX_PLIES - 1}")
        workspace = self.workspace  # an address alone would not keep it alive
        return int(entrypoints.long_perft(address_of(workspace), index(depth)))

    # ── For compiled functions of one's own ──────────────────────────────────────────────────

    @property
    def state(self) -> np.ndarray:
        """A copy of the state, as the array of one record that a @jit function takes."""
        copy = new_state()
        entrypoints.entry_copy(self._at, address_of(copy))
        return copy

    @property
    def workspace(self) -> np.ndarray:
        """A new workspace for a @jit search, with this state on top."""
        return new_workspace(self.state)

    # ── As Python sees it ────────────────────────────────────────────────────────────────────

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.fen == other.fen

    __hash__ = None  # type: ignore[assignment]  # push and pop change it

    def __str__(self) -> str:
        return picture.as_text(self.squares)

    def __repr__(self) -> str:
        return f"Position({self.fen!r})"

    def _repr_svg_(self) -> str:
        squares, turn = self.squares, self.turn
        king = squares.index(1 + 6 * turn)
        return picture.as_svg(squares, turn, king if self.in_check else None)

    def __copy__(self) -> "Position":
        twin = _new(Position)
        twin._line = self._line
        return twin

    def __deepcopy__(self, _memo: Any) -> "Position":
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        position, fens = self.__copy__(), [self.fen]
        while position._line[2] is not None:
            position.pop()
            fens.append(position.fen)
        return _from_line, (fens[::-1],)


_new = object.__new__


def _from_line(fens: list[str]) -> Position:
    """A position with its past, from the FENs of a line of play."""
    position = Position(fens[0])
    for fen in fens[1:]:
        position._line = (*lay_out(fen), position._line)
    return position
