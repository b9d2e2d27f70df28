"""All games of a tournament, and all their moves, as text: each game is read once, on several processors."""

import os
import shutil
from array import array
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import lru_cache, partial
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, NamedTuple

from arena.errors import StoreError
from arena.report.aside import aside, processors
from arena.report.cells import cell
from arena.store.checksums import GameRows
from arena.store.examination import Examination
from arena.store.store import open_store
from arena.store.tables.moves import TABLE as MOVES
from minds.errors import quoted
from world.registry import find

GAMES_OF_A_PART = 500  # at least, for a process of its own
COLUMNS = ",".join(column.name for column in MOVES.columns)  # of moves.csv
MAX_KEPT = 5000  # actions


class Part(NamedTuple):
    """The files of one process: its games' moves, its games, and the length of each game."""

    moves: BinaryIO
    games: BinaryIO
    lengths: BinaryIO


@contextmanager
def games_aside(folder: Path, examine: Examination = "games") -> Iterator[None]:
    """Write all moves, in the order of playing, and all games, in that of their names, beside the body.

    The games are PGN for chess, text for other worlds. A damaged one raises StoreError.
    """
    with open_store(folder, examine=examine) as store:
        names = [name for (name,) in store.db.execute("SELECT name FROM games ORDER BY number")]
        path = folder / ("games.pgn" if store.plan.world == "chess" else "games.txt")
    if not names:
        raise StoreError(f"{quoted(str(folder))} holds no games to report; arena resume plays them")
    count = max(1, min(processors(), len(names) // GAMES_OF_A_PART))
    ends = [len(names) * part // count for part in range(count + 1)]
    with ExitStack() as stack:
        moves = stack.enter_context((folder / "moves.csv").open("wb"))
        others = [[stack.enter_context(TemporaryFile(dir=folder)) for _ in Part._fields] for _ in range(count)]
        parts = [Part(moves, *others[0][1:]), *(Part(*files) for files in others[1:])]
        works = [partial(_write, folder, examine, *work) for work in zip(parts, ends[:-1], ends[1:], strict=True)]
        with aside(*works):
            yield
        for part in parts[1:]:
            part.moves.seek(0)
            shutil.copyfileobj(part.moves, moves)
        _join(parts, names, path)


def _write(folder: Path, examine: Examination, part: Part, first: int, end: int) -> None:
    """Write the games from one number to another, as they were played, into the files of a part."""
    lengths = array("q")
    with open_store(folder, examine=examine) as store:
        world = find(store.plan.world)
        minds = {number: cell(entrant.name) for number, entrant in enumerate(store.entrants(), 1)}
        if first == 0:
            part.moves.write(f"{COLUMNS}{os.linesep}".encode())
        for rows, record in store.games(first, end - first):
            part.moves.write("".join(move_lines(rows, minds)).encode())
            lengths.append(part.games.write(world.getrecord(record).encode()))
    part.lengths.write(lengths)
    for file in part:
        file.flush()


def move_lines(rows: GameRows, minds: Mapping[int, str]) -> Iterator[str]:
    """Yield the lines of a game's moves, as pandas would write them: numbers that may be missing are floats."""
    game, given, end = cell(rows.game["name"]), rows.game["given"], os.linesep
    names = [minds.get(rows.game[seat], "") for seat in ("first", "second")]
    for _, ply, seat, action, seconds, cpu, left, *thoughts, _, _ in rows.moves:
        depth, nodes, evaluation = ("" if number is None else float(number) for number in thoughts)
        yield (
            f"{game},{ply},{seat},{names[seat]},{_action(action)},{ply <= given},{seconds},{cpu},"
            f"{'' if left is None else left},{depth},{nodes},{evaluation}{end}"
        )


_action = lru_cache(MAX_KEPT)(cell)


def _join(parts: list[Part], names: list[str], path: Path) -> None:
    """Write the games of all parts in the order of their names."""
    places, played = [], iter(names)
    for part in parts:
        part.lengths.seek(0)
        place = 0
        for length in array("q", part.lengths.read()):
            places.append((next(played), part.games.fileno(), length, place))
            place += length
    with path.open("wb") as file:
        for _, *where in sorted(places, key=itemgetter(0)):
            file.write(os.pread(*where))
