"""One run: state, action, state, until the world ends it. Everything that a mind does wrong becomes an Ending."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from time import strftime
from typing import TypedDict, TypeVar, Unpack

from world.api import UNLIMITED, Budget, Ending, Fault, Player, Reply, Run, State, World, readable
from world.budget import Clock, ClockKind, kind_of
from world.errors import IllegalAction, MindFailure, StartError
from world.record import Ply, Record
from world.thoughts import sanitize
from world.timekeeping import set_clocks
from world.wire import MAX_REPLY_BYTES

MAX_STATE_LENGTH = 4096  # characters of a state that a fault keeps; start and actions bring back the rest

Judge = Callable[[Sequence[Ply]], Ending | None]  # may end a run before the world does
Watch = Callable[[World, Ply], None]
Asks = Callable[[int], None]
Item = TypeVar("Item")


class RunOptions(TypedDict, total=False):
    """The options of `run`; each may be left out."""

    start: str  # the first state, or words for it; the world's usual start if left out
    seed: int
    budgets: Sequence[Budget]  # one for all seats, or one for each
    clock: ClockKind  # that all players pay by, if it is possible; the processor's if left out
    opening: Sequence[str]  # actions taken before any player is asked
    played: Sequence[Ply]  # plies after the opening of an interrupted run, taken over with their clocks
    memories: Sequence[str]  # what the players remember, one text for all seats or one for each
    max_plies: int | None  # the run is drawn after so many plies
    judge: Judge | None
    watch: Watch  # called after every ply
    asks: Asks  # called with a seat before its player is asked


def run(world: World, players: Sequence[Player], **options: Unpack[RunOptions]) -> Record:
    """Play one run to its end and return its record.

    A start or an opening that is not possible raises StartError. What a player does wrong is in the record. `endrun` is
    called on all players whose `newrun` was called, also if the run is interrupted.
    """
    game = _Game(world, players, options)
    game.set_up(options.get("opening", ()), options.get("played", ()))
    try:
        game.begin()
        game.play(options.get("max_plies"), options.get("judge"))
    finally:
        game.end()
    return game.record()


def state_of(world: World, seat: int, start: str, budget: Budget, history: Iterable[str]) -> State:
    """Return the State of a world that a seat is asked about; `history` holds the actions since `start`."""
    return State(
        text=world.getstate(),
        world=world.name,
        seat=seat,
        budget=budget,
        history=tuple(history) if world.tells_history else (),
        start=start,
        actions=tuple(world.actions()) if world.tells_actions else (),
    )


class _Game:
    """A run that is being played."""

    def __init__(self, world: World, players: Sequence[Player], options: RunOptions) -> None:
        if len(players) != world.seats:
            raise StartError(f"{len(players)} players; expected {world.seats}, the seats of {world.name}")
        self.world, self.players = world, players
        self.budgets = self._each_seat(options.get("budgets", (UNLIMITED,)), "budgets")
        self.memories_before = self._each_seat(options.get("memories", ("",)), "memories")
        self.memories = list(self.memories_before)  # a player that fails keeps the memory it had before
        self.seed, self.watch = options.get("seed", 0), options.get("watch")
        self.asks = options.get("asks")
        world.newrun(options.get("start", ""), self.seed)
        self.start, self.ending = world.getstate(), world.ending()
        self.clock = set_clocks(players, options.get("clock", "processor"))
        self.clocks = [Clock(budget, kind=kind_of(self.clock)) for budget in self.budgets]
        self.plies: list[Ply] = []
        self.actions: list[str] = []  # of all plies
        self.begun: list[int] = []
        self.late: list[Fault] = []
        self.opening = 0
        self.is_timed = any(budget.is_timed for budget in self.budgets)
        self.date = strftime("%Y.%m.%d") if self.is_timed else ""

    def _each_seat(self, values: Sequence[Item], name: str) -> tuple[Item, ...]:
        seats = self.world.seats
        if len(values) not in (1, seats):
            raise StartError(f"{len(values)} {name}; expected 1, or one for each of the {seats} seats")
        return tuple(values) * (seats if len(values) == 1 else 1)

    def set_up(self, opening: Sequence[str], played: Sequence[Ply]) -> None:
        """Take the actions of the opening, and the plies of an interrupted run."""
        for action in opening:
            self._take_given(action)
        self.opening = len(self.plies)
        for ply in played:
            self.world.takeaction(ply.action)
            self.world.hear(ply.thoughts)
            self.clocks[ply.seat].left = ply.left
            self._append(ply)

    def _take_given(self, action: str) -> None:
        seat = self.world.turn()
        try:
            self.world.takeaction(action)
        except IllegalAction as problem:
            raise StartError(f"opening, action {len(self.plies) + 1}: {problem}") from None
        self._append(Ply(seat, action))

    def _append(self, ply: Ply) -> None:
        self.plies.append(ply)
        self.actions.append(ply.action)
        self.ending = self.world.ending()
        if self.watch is not None:
            self.watch(self.world, ply)

    def begin(self) -> None:
        """Call `newrun` on every player; the first one that fails has lost the run."""
        for seat, player in enumerate(self.players):
            message = Run(
                world=self.world.name,
                seat=seat,
                seed=self.seed,
                budget=self.clocks[seat].now(),
                opponent=self.players[1 - seat].name if self.world.seats == 2 else "",
                start=self.start,
                memory=self.memories[seat],
            )
            self.begun.append(seat)
            try:
                player.newrun(message)
            except MindFailure as failure:
                self._forfeit(failure.fault, seat, "newrun")
                return

    def play(self, max_plies: int | None, judge: Judge | None) -> None:
        """Ask the players in turn until the run ends."""
        while self.ending is None:
            if max_plies is not None and len(self.plies) >= max_plies:
                self.ending = self._drawn("max plies")
            elif self._take_turn() and judge is not None and self.ending is None:
                self.ending = judge(self.plies)

    def _drawn(self, kind: str) -> Ending:
        return Ending(kind, (0.5, 0.5) if self.world.seats == 2 else self.world.getscore())

    def _take_turn(self) -> bool:
        """Ask the player whose turn it is, and take its action; return False if it has lost instead."""
        seat = self.world.turn()
        state = state_of(self.world, seat, self.start, self.clocks[seat].now(), self.actions)
        if self.asks is not None:
            self.asks(seat)
        try:
            reply = self.players[seat].getaction(state)
        except MindFailure as failure:
            self._forfeit(failure.fault, seat, "getaction", state)
            return False
        if too_long := self.clocks[seat].spend(reply.price):
            self._forfeit(Fault("time", too_long), seat, "getaction", state, reply)
            return False
        try:
            self.world.takeaction(reply.action)
        except IllegalAction as problem:
            self._forfeit(Fault("illegal", str(problem)), seat, "getaction", state, reply)
            return False
        thoughts = sanitize(reply.thoughts)
        self.world.hear(thoughts)
        times = (_in_microseconds(reply.seconds), _in_microseconds(reply.cpu), self.clocks[seat].left)
        self._append(Ply(seat, reply.action, *times, thoughts, reply.asked))
        return True

    def _forfeit(
        self, fault: Fault, seat: int, call: str, state: State | None = None, reply: Reply | None = None
    ) -> None:
        if self.ending is not None:  # a run that is over at its start cannot be lost any more
            return
        result = tuple(0.0 if other == seat else 1.0 for other in range(self.world.seats))
        if fault.kind == "resigned":  # not a fault
            self.ending = Ending("resignation", result)
            return
        self.ending = Ending("forfeit", result, _complete(fault, seat, call, state, reply))

    def end(self) -> None:
        """Call `endrun` on every player whose `newrun` was called."""
        ending = self.ending or Ending("interrupted", self.world.getscore())
        public = Ending(ending.kind, ending.result)  # only the author of a mind sees its fault
        with ExitStack() as stack:  # an interruption of one endrun does not keep the others from theirs
            for seat in reversed(self.begun):
                stack.callback(self._end_one, seat, public)

    def _end_one(self, seat: int, ending: Ending) -> None:
        try:
            memory = self.players[seat].endrun(ending)
            if memory is not None:
                self.memories[seat] = memory
        except MindFailure as failure:
            self.late.append(_complete(failure.fault, seat, "endrun"))

    def record(self) -> Record:
        """Return the record of a run that has ended."""
        assert self.ending is not None
        return Record(
            world=self.world.name,
            version=self.world.version,
            start=self.start,
            minds=tuple(player.name for player in self.players),
            plies=tuple(self.plies),
            ending=self.ending,
            seed=self.seed,
            budgets=self.budgets,
            opening=self.opening,
            date=self.date,
            late=tuple(self.late),
            clock=self.clock if self.is_timed else "",
            # also if every memory is empty now, but one was not before
            memories=tuple(self.memories) if any((*self.memories_before, *self.memories)) else (),
        )


def _complete(fault: Fault, seat: int, call: str, state: State | None = None, reply: Reply | None = None) -> Fault:
    """Return a fault with what the run knows of it."""
    return Fault(
        fault.kind,
        readable(fault.message),
        seat,
        call,
        _shortened(state.text) if state else "",
        readable(reply.action if reply else fault.reply)[:MAX_REPLY_BYTES],
        readable(fault.traceback),
        readable(fault.log),
        reply.seconds if reply else fault.seconds,
        state.budget if state else UNLIMITED,
    )


def _in_microseconds(seconds: float) -> float:
    """Return a time without the digits that follow its microseconds; a third of the cost of `round`."""
    return int(seconds * 1e6 + 0.5) / 1e6


def _shortened(text: str) -> str:
    """Return a state, or the beginning of one that is too long to be shown."""
    return text if len(text) <= MAX_STATE_LENGTH else f"{text[:MAX_STATE_LENGTH]}… ({len(text)} characters)"
