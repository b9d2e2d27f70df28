"""Has the games of a file played by workers: bytes go out, bytes come back, and every game is kept once."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import islice
from threading import local
from typing import NamedTuple

import msgspec

from minds.errors import TrainingError
from minds.training.games.blocks import Games, decode, encode, joined
from minds.training.games.file import GamesWriter
from minds.training.games.replay import positions_of
from minds.training.games.selfplay import SelfPlay
from minds.training.games.settings import Settings

BATCH_NODES, USUAL_PLIES, MAX_BATCH = 4_000_000, 80, 64  # a batch takes about a second
AHEAD = 2  # batches for each worker
MAX_TRIES = 3

Report = Callable[[int, int], None]  # takes the numbers of new games and positions


class Crew(NamedTuple):
    """Workers that play batches."""

    submit: Callable[[bytes], Future[bytes]]  # calls `play_batch` somewhere
    places: Callable[[], int]  # batches that can be played at once, now


class Batch(msgspec.Struct, frozen=True):
    """Games to play."""

    settings: Settings
    numbers: tuple[int, ...]


def play_batch(payload: bytes) -> bytes:
    """Play the games of a batch, given as bytes, and return them as a block; this is all that is ever submitted."""
    batch = msgspec.json.decode(payload, type=Batch)
    player = _player(batch.settings)
    return encode([player.play(number) for number in batch.numbers])


def _player(settings: Settings) -> SelfPlay:
    """Return a player for this thread, which keeps it for its next batch."""
    if getattr(_own, "settings", None) != settings:
        _own.settings, _own.player = settings, SelfPlay(settings)
    player: SelfPlay = _own.player
    return player


_own = local()  # threads of one process do not share an engine


def generate(writer: GamesWriter, settings: Settings, games: int, crew: Crew, report: Report) -> None:
    """Have all games from 0 to this many played that are not in the file; each batch is safe once it is reported."""
    flights = _Flights(crew)
    if writer.numbers:
        _check(writer, settings, flights)
    missing = (number for number in range(games) if number not in writer.numbers)
    batches = _batches(missing, settings)
    while True:
        for batch in islice(batches, max(0, AHEAD * max(1, crew.places()) - len(flights.waiting))):
            flights.submit(batch)
        if not flights.waiting:
            return
        for block, found in flights.next():
            writer.add(block, found)
            report(found.numbers.size, found.positions)


def _batches(numbers: Iterable[int], settings: Settings) -> Iterator[Batch]:
    size = min(max(1, BATCH_NODES // (USUAL_PLIES * settings.nodes)), MAX_BATCH)
    left = iter(numbers)
    while chosen := tuple(islice(left, size)):
        yield Batch(settings, chosen)


def _check(writer: GamesWriter, settings: Settings, flights: "_Flights") -> None:
    """Play the file's first game again; raise TrainingError if it is another one, because the mind has changed."""
    number = min(writer.numbers)
    flights.submit(Batch(settings, (number,)))
    answers = list[tuple[bytes, Games]]()
    while not answers:
        answers += flights.next()
    [(_, found)] = answers
    if found.game(number) != writer.games.game(number):
        raise TrainingError(
            f"{settings.mind} plays game {number} otherwise than in the file: its program or its network has changed; "
            "expected another file"
        )


class _Flights:
    """Batches that are being played."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self.waiting: dict[Future[bytes], tuple[Batch, int]] = {}  # with the number of tries

    def submit(self, batch: Batch, tries: int = 1) -> None:
        """Have a batch played."""
        self.waiting[self.crew.submit(msgspec.json.encode(batch))] = batch, tries

    def next(self) -> Iterator[tuple[bytes, Games]]:
        """Wait for answers, and yield each with its games; a batch whose worker has died is played again."""
        done, _ = wait(self.waiting, return_when=FIRST_COMPLETED)
        for future in done:
            batch, tries = self.waiting.pop(future)
            try:
                block = future.result()
            except (TrainingError, OSError, MemoryError):
                raise
            except Exception as problem:
                if tries >= MAX_TRIES:
                    lost = f"game {batch.numbers[0]} and those after it were lost {tries} times"
                    raise TrainingError(f"{lost}: {problem!r}; expected workers that live") from problem
                self.submit(batch, tries + 1)
                continue
            found, end = decode(block)
            if end != len(block) or found.numbers.tolist() != list(batch.numbers):
                raise TrainingError(f"a worker answers with other games than {batch.numbers}")
            positions_of(joined([found]))  # which raises an error if a move is illegal
            yield block, found
