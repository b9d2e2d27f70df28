"""A run that is served: played in a thread of its own by `world.run.run`, each ply kept before anybody hears of it."""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Protocol

from world.api import Ending, Player, State, World
from world.record import Ply, Record
from world.registry import new_world
from world.run import run
from world.server.errors import NotNow, NoToken, NotYours
from world.server.request import RunSettings
from world.server.seat import Seat
from world.server.tokens import seat_of
from world.server.view import View

EXPIRED = "expired"


class Keeper(Protocol):
    """Where a run is kept. Every call returns when it is on the disk."""

    def add_ply(self, run: str, number: int, ply: Ply) -> None: ...

    def cut(self, run: str, plies: int) -> None: ...

    def finish(self, served: "Served", record: Record) -> None: ...


Done = Callable[["Served", Record | None], None]  # nothing is recorded of a run that goes on another time
Hear = Callable[["Served", str], None]


class Leave(Exception):
    """The run is left before its world ends it."""


class Closing(Leave):
    """The server ends; the run goes on when it is there again."""


class TakeBack(Leave):
    """Go on from an earlier ply."""

    def __init__(self, plies: int) -> None:
        super().__init__(f"back to ply {plies}")
        self.plies = plies


class Over(Leave):
    """It ends here, by nobody's action."""

    def __init__(self, kind: str, winner: int | None = None) -> None:
        super().__init__(kind)
        self.kind, self.winner = kind, winner


class Served:
    """A run, its seats, and its view."""

    def __init__(
        self, settings: RunSettings, world: World, seats: Sequence[Player], store: Keeper, most_plies: int
    ) -> None:
        self.settings, self.world, self.players, self.store = settings, world, list(seats), store
        self.most_plies = most_plies
        self.opener = ""  # the address from which it was opened, as long as that is remembered
        self.view = View(settings, new_world(settings.world))
        self.wanted: Leave | None = None  # by somebody who could not be asked to wait
        self.result: Record | None = None  # when it is over
        self.hear: Hear = lambda _served, _kind: None
        self.known = 0  # plies that are kept already
        self.thread: Thread | None = None

    # Who may act

    def seat_for(self, token: str | None) -> int:
        """Whose token this is."""
        if not token:
            raise NoToken("this needs the token of a seat", None, "Authorization: Bearer TOKEN")
        seat = seat_of(token, self.settings.hashes)
        if seat is None:
            raise NotYours("this token is for no seat of this run")
        return seat

    def seat(self, number: int) -> Seat:
        """The seat of a token's holder."""
        seat = self.players[number]
        assert isinstance(seat, Seat)
        return seat

    def check_open(self) -> None:
        """A refusal if it is over."""
        if self.view.ending is not None:
            raise NotNow(f"the run is over: {self.view.ending.kind}")

    def check_turn(self, number: int, sent: str | None = None) -> None:
        """A refusal if it is not this seat's turn."""
        self.check_open()
        if self.seat(number).question is None:
            turn, colours = self.view.turn, self.world.colours
            expected = "a moment of patience" if turn in (None, number) else f"{colours[turn or 0]} to act first"
            raise NotNow("it is not your turn", sent, expected)

    # What a token's holder does besides acting

    def take_back(self, number: int, most: int) -> None:
        """Back to the last state in which this seat was to move."""
        self.check_turn(number)
        if any(spec is None for seat, spec in enumerate(self.settings.specs) if seat != number):
            raise NotNow("nothing can be taken back", None, "minds of the server on all other seats")
        if self.settings.budgets[number].bank is not None:
            raise NotNow("nothing can be taken back while a clock runs")
        own = [count for count, ply in enumerate(self.view.plies) if ply.seat == number]
        if not own:
            raise NotNow("there is no move of yours to take back")
        if self.view.backs >= most:
            raise NotNow(f"{most} times is often enough")
        if not self.seat(number).interrupt(TakeBack(own[-1]), only_now=True):
            raise NotNow("it is not your turn any more")

    def resign(self, number: int) -> None:
        """Give up, at anybody's turn."""
        self.check_open()
        self.leave(Over("resignation", 1 - number if self.world.seats == 2 else None))

    def leave(self, why: Leave) -> None:
        """End or interrupt it: at once where a token's holder is waited for, else after the ply under way."""
        self.wanted = why
        for player in self.players:
            if isinstance(player, Seat):
                player.interrupt(why)

    # The thread

    def begin(self, played: Sequence[Ply], done: Done, hear: Hear) -> None:
        """Play it, from these plies on; `hear` is told what happens, `done` when the thread has nothing more to do."""
        self.hear = hear
        self.thread = Thread(target=self._play, args=[played, done], name=f"run {self.settings.id}", daemon=True)
        self.thread.start()

    def _play(self, played: Sequence[Ply], done: Done) -> None:
        record = None
        try:
            record = self._to_the_end(played)
            self.store.finish(self, record)
        except Closing:
            pass
        except Exception as problem:  # the store fails: at the next start the run goes on from what is in there
            print(f"run {self.settings.id} cannot be kept: {problem!r}", file=sys.stderr)
            record = self.view.record(self._ending(Over("void: it could not be kept")))
        for player in self.players:
            if not isinstance(player, Seat):
                close_player(player)
        done(self, record)  # there is room again before anybody is told
        self._tell(record)

    def _to_the_end(self, played: Sequence[Ply]) -> Record:
        while True:
            try:
                while len(self.view.plies) < len(played):
                    self.view.take(played[len(self.view.plies)])
                played = ()
                return self._run()
            except TakeBack as back:
                self.store.cut(self.settings.id, back.plies)
                self.view.cut(back.plies)
                self.hear(self, "back")
            except Over as over:
                return self.view.record(self._ending(over))
            except Closing:
                raise
            except Exception as problem:  # ours, not the players': nobody has won, and the store says why
                print(f"run {self.settings.id} is void: {problem!r}", file=sys.stderr)
                return self.view.record(self._ending(Over(f"void: the server failed ({type(problem).__name__})")))

    def _run(self) -> Record:
        self.known = len(self.view.plies)
        settings = self.settings
        return run(
            self.world,
            self.players,
            start=settings.start,
            seed=settings.seed,
            budgets=settings.budgets,
            played=list(self.view.plies),
            max_plies=self.most_plies,
            watch=self._watch,
        )

    def _watch(self, _: World, ply: Ply) -> None:
        if self.known:  # it was taken over
            self.known -= 1
            return
        if isinstance(self.wanted, Closing):
            raise self.wanted
        self.store.add_ply(self.settings.id, len(self.view.plies), ply)
        self.view.take(ply)
        self.hear(self, "move")
        if self.wanted is not None and self.view.turn is not None:
            raise self.wanted

    def _ending(self, over: Over) -> Ending:
        seats = range(self.world.seats)
        result = tuple(1.0 if seat == over.winner else 0.0 for seat in seats)
        return Ending(over.kind, result)

    def _tell(self, record: Record | None) -> None:
        seats = [player for player in self.players if isinstance(player, Seat)]
        if record is None:
            for seat in seats:
                seat.close()
            return
        self.result = record
        self.view.end(record.ending)
        self.hear(self, "ending")
        for seat in seats:
            seat.dismiss(record.ending)


def close_player(player: Player) -> None:
    """Let a mind of the server's go."""
    close = getattr(player, "close", None)
    if close is not None:
        with suppress(Exception):
            close()


def state_of(served: Served, number: int) -> State:
    """What a token's holder is asked about now."""
    question = served.seat(number).question
    if question is None:
        raise NotNow("it is not your turn")
    return question.state
