"""Composes mates by search: `python -m tests.bench.mates compose N SEED` prints N as EPD, for tests/data/mates.epd.

Candidates are random placements and the last positions of games between careless players. Kept are those that
`tests.bench.mate_proof` proves to be a mate in two or three with one key, evenly of every length, colour and kind of
key. `python -m tests.bench.mates depths` prints the depth at which the engine finds them.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import chess

from minds import Position
from minds.board.core import ALL, list_moves
from minds.board.move import Move
from minds.engine.engine import Engine
from minds.engine.exchange import exchange_gains
from minds.errors import FenError
from minds.host import MindPlayer
from minds.registry import load
from tests.bench.mate_proof import shortest
from tests.conftest import DATA
from world.api import Budget, Run, State

MATES = DATA / "mates.epd"
LENGTHS = (2, 3)
KINDS = ("promotion", "sacrifice", "quiet", "capture", "check")
ARMY = "QRRBBNNPPPPP"
LAST_PLIES = 12  # of a game that ends in mate, among which a mate may have been missed
NODES = 10_000_000  # the engine's budget for each mate
TRIES = 400  # candidates tried for each wanted mate, before an uneven set is accepted


class Mate(NamedTuple):
    """A position, the length of its mate, and the only key."""

    fen: str
    moves: int
    key: str  # in UCI notation
    kind: str
    origin: str

    @property
    def sort(self) -> tuple[int, bool, str, str]:
        """The sort of the mate; all sorts should be equally frequent."""
        return self.moves, " w " in self.fen, self.kind, self.origin


# ── Composing ────────────────────────────────────────────────────────────────────────────────


def thrown(chance: random.Random) -> Position | None:
    """Two kings and some pieces at random; None if the position is impossible."""
    white, black = (chance.sample(ARMY, chance.randint(least, 5)) for least in chance.sample((1, 2), 2))
    squares = chance.sample(range(64), 2 + len(white) + len(black))
    board = chess.Board(None)
    for square, letter in zip(squares, [*"Kk", *white, *(piece.lower() for piece in black)], strict=True):
        if letter in "Pp" and chess.square_rank(square) in (0, 7):
            return None
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = chance.random() < 0.5
    try:
        return Position(board.fen())
    except FenError:
        return None


def played_out(chance: random.Random, host: MindPlayer) -> list[Position]:
    """The last positions of a game in which every third move is random; none unless it ends in mate."""
    position, line = Position(), list[Position]()
    while position.legal_moves() and not position.is_drawn:
        line.append(Position(position.fen))
        if chance.random() < 1 / 3:
            position.push(chance.choice(position.legal_moves()))
        else:
            position.push(host.getaction(State(position.fen, "chess")).action)
    return line[-LAST_PLIES:] if position.is_checkmate else []


def candidates(chance: random.Random) -> Iterator[tuple[str, Position]]:
    """Yield positions without end, from both sources in turn."""
    host = MindPlayer(load("alphabeta:depth=2"))
    host.newrun(Run("chess", 0))
    while True:
        for position in played_out(chance, host):
            yield "game", position
        for _ in range(100):
            if position := thrown(chance):
                yield "thrown", position


def kind_of(position: Position, key: Move) -> str:
    """The surprising feature of a key."""
    if key.promotion:
        return "promotion"
    workspace = position.workspace
    code = next(code for code in codes_of(position) if Move.from_code(code) == key)
    if not exchange_gains(workspace[0].states[0], code, 0):
        return "sacrifice"
    if key.captured:
        return "capture"
    return "check" if position.play(key).in_check else "quiet"


def codes_of(position: Position) -> list[int]:
    """The codes of the legal moves."""
    workspace = position.workspace
    count = list_moves(workspace[0].states[0], workspace[0].moves[0], ALL)
    codes: list[int] = workspace[0].moves[0][:count].tolist()
    return codes


def compose(count: int, seed: int) -> list[Mate]:
    """This many mates, as evenly of every sort as a fair number of tries allows."""
    chance, known = random.Random(seed), set[str]()
    found = dict[tuple[object, ...], list[Mate]]()
    wanted = -(-count // (len(LENGTHS) * len("wb") * len(KINDS) * len(("game", "thrown"))))
    for tried, (origin, position) in enumerate(candidates(chance)):
        fen = " ".join([*position.fen.split()[:4], "0", "1"])
        moves, keys = shortest(position, max(LENGTHS)) if fen not in known else (0, [])
        if moves in LENGTHS and len(keys) == 1:
            known.add(fen)
            mate = Mate(fen, moves, keys[0].uci, kind_of(position, keys[0]), origin)
            found.setdefault(mate.sort, []).append(mate)
        even = sum(min(wanted, len(mates)) for mates in found.values())
        if even >= count or (tried > TRIES * count and sum(map(len, found.values())) >= count):
            break
    return evenly(list(found.values()), count)


def evenly(sorts: list[list[Mate]], count: int) -> list[Mate]:
    """One of each sort in turn, until there are enough."""
    longest = max(map(len, sorts))
    turns = [sort[number] for number in range(longest) for sort in sorts if number < len(sort)]
    return sorted(turns[:count], key=lambda mate: mate.sort)


def epd(mate: Mate) -> str:
    """A mate as an EPD line: `bm` is the key, `dm` the number of moves."""
    board = chess.Board(mate.fen)
    return board.epd(bm=[chess.Move.from_uci(mate.key)], dm=mate.moves, id=f"{mate.kind}, {mate.origin}")


# ── Reading and solving ──────────────────────────────────────────────────────────────────────


def read_mates() -> list[Mate]:
    """The composed mates."""
    mates = []
    for line in MATES.read_text(encoding="utf-8").splitlines():
        board, operations = chess.Board.from_epd(line)
        kind, origin = str(operations["id"]).split(", ")
        mates.append(Mate(board.fen(), operations["dm"], operations["bm"][0].uci(), kind, origin))
    return mates


def depth_to_find(mate: Mate, most: int) -> tuple[int, int]:
    """The depth and nodes at which the engine with an empty table reports the mate's length; zeros if it does not."""
    engine, seen = Engine(mebibytes=1), list[tuple[int, int]]()

    def report(thoughts: dict[str, object]) -> None:
        if thoughts.get("mate") == mate.moves:
            seen.append((int(str(thoughts["depth"])), int(str(thoughts["nodes"]))))

    engine.find(Position(mate.fen), Budget(nodes=NODES), most, report=report)
    return seen[0] if seen else (0, 0)


def print_depths(most: int) -> None:
    """Print how many mates are found at which depth, and the late ones by name."""
    for length in LENGTHS:
        depths = Counter[int]()
        for mate in read_mates():
            if mate.moves == length:
                depth, nodes = depth_to_find(mate, most)
                depths[depth] += 1
                if depth == 0 or depth > 2 * length + 2:
                    print(f"  {mate.fen}  {mate.key}  {mate.kind}: depth {depth or f'> {most}'}, {nodes} nodes")
        line = ", ".join(f"{count} at depth {depth}" for depth, count in sorted(depths.items()))
        print(f"mates in {length}: {line}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["compose"]:
        for mate in compose(int(sys.argv[2]), int(sys.argv[3])):
            print(epd(mate))
    else:
        print_depths(int(sys.argv[2]) if len(sys.argv) > 2 else 20)
