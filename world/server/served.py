"""A run on the server, played in a thread of its own. Each ply is saved before clients see it."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from world.api import Ending, Player, State, World
from world.record import Ply, Record
from world.registry import new_world
from world.run import run
from world.server.archive import Archive
from world.server.errors import Conflict, Forbidden, Unauthorized
from world.server.interruptions import EarlyEnd, Interruption, ServerStopping, TakeBack
from world.server.request import RunSettings
from world.server.seat import Seat
from world.server.view import CLOCK, RunView
from world.tokens import seat_of

LOG = logging.getLogger(__name__)
OnDone = Callable[["ServedRun", Record | None], None]  # None: the run was interrupted, to be resumed later


class ServedRun:
    """A run with its players, its thread and its public view."""

    def __init__(
        self, settings: RunSettings, world: World, players: Sequence[Player], archive: Archive, most_plies: int
    ) -> None:
        self.settings, self.world, self.players, self.archive = settings, world, list(players), archive
        self.most_plies = most_plies
        self.opener = ""  # the address that opened it; not stored
        self.view = RunView(settings, new_world(settings.world))
        self.interruption: Interruption | None = None  # raised after the present ply
        self.record: Record | None = None  # once it is over
        self.replayed = 0  # plies that are stored already and will be played again
        self.thread: Thread | None = None

    # Tokens

    def seat_for(self, token: str | None) -> int:
        """Return the number of the token's seat."""
        if not token:
            raise Unauthorized("the token of a seat is missing", None, "Authorization: Bearer TOKEN")
        seat = seat_of(token, self.settings.hashes)
        if seat is None:
            raise Forbidden("the token is not for a seat of this run")
        return seat

    def seat(self, number: int) -> Seat:
        """Return the seat of a token's holder."""
        seat = self.players[number]
        assert isinstance(seat, Seat)
        return seat

    def check_open(self) -> None:
        """Raise Conflict if the run is over."""
        if self.view.ending is not None:
            raise Conflict(f"the run is over: {self.view.ending.kind}")

    def check_turn(self, number: int, sent: str | None = None) -> None:
        """Raise Conflict if it is not this seat's turn."""
        self.check_open()
        if self.seat(number).question is None:
            turn = self.view.turn
            if turn is None or turn == number:
                raise Conflict("your turn has not begun yet", sent, "the same request a moment later")
            raise Conflict("it is not your turn", sent, f"{self.world.colours[turn]} to move first")

    # What a token's holder may do besides acting

    def take_back(self, number: int, most: int) -> None:
        """Go back to the last state in which this seat was to move."""
        self.check_turn(number)
        if any(spec is None for seat, spec in enumerate(self.settings.specs) if seat != number):
            raise Conflict("you cannot take back in this run", None, "minds of the server on all other seats")
        if self.settings.budgets[number].bank is not None:
            raise Conflict("no take-backs in a run with a clock")
        own = [count for count, ply in enumerate(self.view.plies) if ply.seat == number]
        if not own:
            raise Conflict("you have no move to take back")
        if self.view.takebacks >= most:
            raise Conflict(f"at most {most} take-backs in a run")
        if not self.seat(number).interrupt(TakeBack(own[-1]), only_now=True):
            raise Conflict("it is no longer your turn")

    def resign(self, number: int) -> None:
        """End the run as lost for this seat, in any seat's turn."""
        self.check_open()
        self.interrupt(EarlyEnd("resignation", 1 - number if self.world.seats == 2 else None))

    def interrupt(self, why: Interruption) -> None:
        """End or stop the run: at once if a token's holder is to move, else after the present ply."""
        self.interruption = why
        for player in self.players:
            if isinstance(player, Seat):
                player.interrupt(why)

    # The thread

    def begin(self, played: Sequence[Ply], on_done: OnDone) -> None:
        """Play on from these plies, in a thread; call `on_done` when the players are closed."""
        self.thread = Thread(target=self._play, args=[played, on_done], name=f"run {self.settings.id}", daemon=True)
        self.thread.start()

    def _play(self, played: Sequence[Ply], on_done: OnDone) -> None:
        record = None
        try:
            record = self._play_to_end(played)
            self.archive.finish(self.settings.id, self.view.final_summary(record.ending), record)
        except ServerStopping:
            pass
        except Exception as problem:  # the store failed: at the next start the run resumes from what is stored
            LOG.error(f"arena: run {self.settings.id} cannot be saved: {problem!r}")
            record = self.view.record(self._ending(EarlyEnd("void: it could not be saved")))
        for player in self.players:
            if not isinstance(player, Seat):
                close_player(player)
        on_done(self, record)  # before clients learn of the end: then the places are free again
        self._publish(record)

    def _play_to_end(self, played: Sequence[Ply]) -> Record:
        while True:
            try:
                while len(self.view.plies) < len(played):
                    self.view.add(played[len(self.view.plies)])
                played = ()
                return self._run()
            except TakeBack as back:
                self.archive.cut(self.settings.id, back.plies)
                self.view.cut(back.plies)
            except EarlyEnd as end:
                return self.view.record(self._ending(end))
            except ServerStopping:
                raise
            except Exception as problem:  # a bug of ours, not of the players: the run is void
                LOG.error(f"arena: run {self.settings.id} is void: {problem!r}")
                return self.view.record(self._ending(EarlyEnd(f"void: the server failed ({type(problem).__name__})")))

    def _run(self) -> Record:
        self.replayed = len(self.view.plies)
        settings = self.settings
        return run(
            self.world,
            self.players,
            start=settings.start,
            seed=settings.seed,
            budgets=settings.budgets,
            clock=CLOCK,
            played=list(self.view.plies),
            max_plies=self.most_plies,
            watch=self._watch,
        )

    def _watch(self, _: World, ply: Ply) -> None:
        if self.replayed:
            self.replayed -= 1
            return
        if isinstance(self.interruption, ServerStopping):
            raise self.interruption
        self.archive.add_ply(self.settings.id, len(self.view.plies), ply)
        self.view.add(ply)
        if self.interruption is not None and self.view.turn is not None:
            raise self.interruption

    def _ending(self, end: EarlyEnd) -> Ending:
        result = tuple(1.0 if seat == end.winner else 0.0 for seat in range(self.world.seats))
        return Ending(end.kind, result)

    def _publish(self, record: Record | None) -> None:
        """Show the ending to clients, or close their connections if the server stops."""
        seats = [player for player in self.players if isinstance(player, Seat)]
        if record is None:
            for seat in seats:
                seat.close()
            return
        self.record = record
        self.view.end(record.ending)
        for seat in seats:
            seat.dismiss(record.ending)


def close_player(player: Player) -> None:
    """Close one of the server's minds."""
    close = getattr(player, "close", None)
    if close is not None:
        with suppress(Exception):
            close()


def state_for(served: ServedRun, number: int) -> State:
    """Return the state in which this seat is to move; raise Conflict if it is not its turn."""
    question = served.seat(number).question
    if question is None:
        raise Conflict("it is not your turn")
    return question.state
