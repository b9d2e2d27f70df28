"""`Position`: a chess position in Python, with the moves that led to it."""

from operator import index
from typing import Any

import numpy as np

from minds.board import entrypoints, picture
from minds.board import fen as notation
from minds.board.compiled import address_of
from minds.board.draws import FIFTY_MOVES, REPETITIONS
from minds.board.from_fen import state_from_fen
from minds.board.move import MOVE_TABLE, Move, move_for_code
from minds.board.pool import allocate
from minds.board.squares import LETTERS, SQUARE_NAMES
from minds.board.state import MAX_PLIES, new_state, new_workspace
from minds.errors import IllegalMove

_WORKSPACE = new_workspace()
WORKSPACE = address_of(_WORKSPACE)


class Position:
    """A position of chess, and the line of play that led to it.

    `play` returns a new position and leaves this one unchanged; `push` and `pop` change it in place, for one
    thread at a time.
    """

    # The line of play as a linked list of (a state's address, the object that owns its memory, the line before).
    # States and links never change, so positions may share them.
    __slots__ = ("_line",)

    def __init__(self, fen: str = notation.START) -> None:
        self._line: tuple[Any, Any, Any] = (*state_from_fen(fen), None)

    @classmethod
    def composed(cls, fen: str) -> "Position":
        """Return a composed position, such as one for counting moves: its king may be in check from both sides."""
        position = cls.__new__(cls)
        position._line = (*state_from_fen(fen, is_composed=True), None)
        return position

    @property
    def _address(self) -> Any:
        return self._line[0]

    # ── Moves ────────────────────────────────────────────────────────────────────────────────

    def legal_moves(self) -> list[Move]:
        """All legal moves, as a new list."""
        moves = entrypoints.entry_list(self._line[0], WORKSPACE, MOVE_TABLE, False)
        return moves if moves is not None else self._list_new(False)

    def legal_captures(self) -> list[Move]:
        """The legal moves that capture something, including en passant."""
        moves = entrypoints.entry_list(self._line[0], WORKSPACE, MOVE_TABLE, True)
        return moves if moves is not None else self._list_new(True)

    def _list_new(self, captures: bool) -> list[Move]:
        """List the moves when some are met for the first time, creating their objects."""
        workspace = new_workspace()
        entrypoints.entry_list(self._address, address_of(workspace), MOVE_TABLE, captures)
        codes = workspace["moves"][0, 0].tolist()
        return [move_for_code(code) for code in codes[: codes.index(0)]]

    def play(self, move: Move | str) -> "Position":
        """The position after a legal move; a pawn promotes to a queen unless the move says otherwise."""
        child = self.__copy__()
        child.push(move)
        return child

    def push(self, move: Move | str) -> None:
        """Make a legal move in place."""
        place, pool = allocate()
        notation = (move if isinstance(move, Move) else Move(move)).notation_code
        if not entrypoints.entry_play(self._line[0], place, WORKSPACE, notation):
            raise self._illegal(move)
        self._line = (place, pool, self._line)

    def pop(self) -> None:
        """Take back the last move."""
        before = self._line[2]
        if before is None:
            raise IndexError("no move to take back")
        self._line = before

    def parse(self, text: str) -> Move:
        """The legal move that a text denotes, with the piece it captures."""
        wanted = Move(text).notation_code
        for move in self.legal_moves():
            if move.notation_code in (wanted, wanted | entrypoints.TO_QUEEN):
                return move
        raise self._illegal(text)

    def _illegal(self, move: Move | str) -> IllegalMove:
        move = move if isinstance(move, Move) else Move(move)
        here = SQUARE_NAMES[move.source]
        ways = [other.uci for other in self.legal_moves() if other.source == move.source]
        if ways:
            expected = f"expected one of {' '.join(ways)}"
        elif self.piece_at(move.source) == 0:
            expected = f"{here} is empty"
        else:
            expected = f"the {notation.full_name(LETTERS[self.piece_at(move.source)])} on {here} cannot move"
        return IllegalMove(f"{move.uci} ({move.action}) is illegal in {self.fen}; {expected}")

    # ── Board and clocks ─────────────────────────────────────────────────────────────────────

    def piece_at(self, square: int) -> int:
        """The number of the piece on a square: 0 none, 1–6 white K Q R B N P, 7–12 black."""
        number = index(square)
        if not 0 <= number < 64:
            raise IndexError(f"square {square!r}; expected 0 (a1) to 63 (h8)")
        return int(entrypoints.entry_piece_at(self._address, number))

    @property
    def squares(self) -> bytes:
        """The piece numbers of all 64 squares."""
        return entrypoints.entry_squares(self._address)

    @property
    def turn(self) -> int:
        """The side to move: 0 White, 1 Black."""
        return int(entrypoints.entry_number(self._address, entrypoints.TURN))

    @property
    def castling(self) -> str:
        """The castling rights left, as in a FEN: "KQkq", "-"."""
        return notation.castling_letters(int(entrypoints.entry_castling(self._address)))

    @property
    def en_passant(self) -> int | None:
        """The square on which an en passant capture is legal now, or None."""
        square = int(entrypoints.entry_number(self._address, entrypoints.EN_PASSANT))
        return square if square >= 0 else None

    @property
    def halfmoves(self) -> int:
        """Plies since the last capture or pawn move; at 100 the game is drawn."""
        return int(entrypoints.entry_number(self._address, entrypoints.HALFMOVES))

    @property
    def fullmoves(self) -> int:
        """The move number, as on a score sheet."""
        return int(entrypoints.entry_number(self._address, entrypoints.FULLMOVES))

    @property
    def key(self) -> int:
        """A 64-bit Zobrist key: equal for positions that count as repetitions, different for all others in practice."""
        return int(entrypoints.entry_key(self._address))

    @property
    def score(self) -> int:
        """Material and piece-square score for the side to move, in centipawns."""
        return int(entrypoints.entry_score(self._address))

    @property
    def fen(self) -> str:
        """The position as FEN. An en passant square is named only if the capture is legal."""
        fen: str = entrypoints.entry_fen(self._line[0]).decode()
        return fen

    # ── Status ───────────────────────────────────────────────────────────────────────────────

    @property
    def in_check(self) -> bool:
        """True if the king of the side to move is attacked."""
        return bool(entrypoints.entry_checkers(self._address, self.turn))

    @property
    def is_checkmate(self) -> bool:
        return not self.legal_moves() and self.in_check

    @property
    def is_stalemate(self) -> bool:
        return not self.legal_moves() and not self.in_check

    @property
    def keys(self) -> list[int]:
        """The keys of all positions since the last capture or pawn move, this one first; only these can repeat."""
        found, line = [self.key], self._line[2]
        for _ in range(self.halfmoves):
            if line is None:
                break
            found.append(int(entrypoints.entry_key(line[0])))
            line = line[2]
        return found

    @property
    def repetitions(self) -> int:
        """The number of times this position has occurred in the line of play; 1 if it is new."""
        return self.keys.count(self.key)

    @property
    def is_insufficient_material(self) -> bool:
        """True if neither side has enough material left to mate."""
        return bool(entrypoints.entry_insufficient(self._address))

    @property
    def is_drawn(self) -> bool:
        """True if the game is drawn by fifty moves, repetition or insufficient material."""
        return self.halfmoves >= FIFTY_MOVES or self.is_insufficient_material or self.repetitions >= REPETITIONS

    def perft(self, depth: int) -> int:
        """The number of lines of `depth` moves from here."""
        if not 0 <= index(depth) < MAX_PLIES:
            raise ValueError(f"perft to depth {depth!r}; expected 0 to {MAX_PLIES - 1}")
        workspace = self.workspace  # the address alone would not keep it alive
        return int(entrypoints.long_perft(address_of(workspace), index(depth)))

    # ── For your own compiled functions ──────────────────────────────────────────────────────

    @property
    def state(self) -> np.ndarray:
        """A copy of the state, as the array of one record that a @jit function takes."""
        copy = new_state()
        entrypoints.entry_copy(self._address, address_of(copy))
        return copy

    @property
    def workspace(self) -> np.ndarray:
        """A new workspace for a @jit search, with this state at ply 0."""
        return new_workspace(self.state)

    # ── Special methods ──────────────────────────────────────────────────────────────────────

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
    """A position with its history, from the FENs of a line of play."""
    position = Position(fens[0])
    for fen in fens[1:]:
        position._line = (*state_from_fen(fen), position._line)
    return position
