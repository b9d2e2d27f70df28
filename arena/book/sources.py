"""The games that a book is built of: those of results folders and PGN files, and the house's named openings."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from arena.errors import GamesError
from arena.importing.reading import read_games
from arena.report.aside import processors
from arena.store.store import open_store
from minds.book import BookBuilder
from minds.errors import MindsError, quoted
from world.record import Record
from world.registry import find

OPENINGS = "openings"  # the source that is our named openings
WORLD = "chess"
MAX_REASONS = 20


class Counts(Struct):
    """The games and openings that went into a book, and the games that could not, some with the reason."""

    games: int = 0
    openings: int = 0
    left_out: int = 0
    reasons: list[str] = []

    def leave_out(self, reason: str) -> None:
        """Count a game that cannot be used."""
        self.left_out += 1
        if len(self.reasons) < MAX_REASONS:
            self.reasons.append(reason)


def add_all(sources: Sequence[str], builder: BookBuilder, players: Sequence[str] = ()) -> Counts:
    """Put the games of all sources into a book, with the moves of all players or only of those named."""
    counts = Counts()
    for source in sources:
        if source == OPENINGS:
            _add_openings(builder, counts)
        else:
            for record in _records(Path(source), counts):
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
    """Add a game in which one of the players took part."""
    seats = [seat for seat, name in enumerate(record.minds) if not players or name in players]
    if seats:
        try:
            builder.add(record.start, record.actions, record.ending.result, seats)
            counts.games += 1
        except MindsError as problem:
            counts.leave_out(f"{record.name}: {problem}")


def _records(path: Path, counts: Counts) -> Iterator[Record]:
    """Yield the games of a results folder, or of a PGN file."""
    if path.is_dir():
        with open_store(path, read_only=True, examine="games") as store:
            if store.plan.world != WORLD:
                raise GamesError(f"{quoted(str(path))} holds games of {store.plan.world}; expected games of chess")
            yield from store.records()
        return
    if not path.is_file():
        raise GamesError(f"no {quoted(str(path))}; expected a results folder, a PGN file, or {OPENINGS}")
    for source, game in read_games(WORLD, [path], processors()):
        if isinstance(game, Record):
            yield game
        else:
            counts.leave_out(f"{source.file}, line {source.line}: {game.reason}")
