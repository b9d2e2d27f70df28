"""The games that a book is built of: those of results folders, and the house's named openings."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from arena.errors import GamesError
from arena.store.store import open_store
from minds.book import BookBuilder
from minds.errors import MindsError, quoted
from world.record import Record
from world.registry import find

OPENINGS = "openings"  # the source that is our named openings
WORLD = "chess"
RESULTS = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0))


class Counts(Struct):
    """The games and openings that went into a book, and the games that could not."""

    games: int = 0
    openings: int = 0
    unfinished: int = 0
    damaged: int = 0


def add_all(sources: Sequence[str], builder: BookBuilder, players: Sequence[str] = ()) -> Counts:
    """Put the games of all sources into a book, with the moves of all players or only of those named."""
    counts = Counts()
    for source in sources:
        if source == OPENINGS:
            _add_openings(builder, counts)
        else:
            for record in _records(Path(source)):
                _add(record, builder, players, counts)
    if not counts.games + counts.openings:
        names = f" of {', '.join(map(quoted, players))}" if players else ""
        raise GamesError(f"no finished games{names} in {', '.join(map(quoted, sources))}; expected games of chess")
    return counts


def _add_openings(builder: BookBuilder, counts: Counts) -> None:
    for opening in find(WORLD).openings():
        builder.add_line(opening.start, opening.actions)
        counts.openings += 1


def _add(record: Record, builder: BookBuilder, players: Sequence[str], counts: Counts) -> None:
    """Add a game with a result in which one of the players took part."""
    seats = [seat for seat, name in enumerate(record.minds) if not players or name in players]
    if record.ending.result not in RESULTS:
        counts.unfinished += 1
    elif seats:
        try:
            builder.add(record.start, record.actions, record.ending.result, seats)
            counts.games += 1
        except MindsError:  # moves that are not legal
            counts.damaged += 1


def _records(folder: Path) -> Iterator[Record]:
    with open_store(folder, read_only=True, examine="games") as store:
        if store.plan.world != WORLD:
            raise GamesError(f"{quoted(str(folder))} holds games of {store.plan.world}; expected games of chess")
        yield from store.records()
