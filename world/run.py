"""One run: state → action → state until the world ends it. Whatever a mind does wrong becomes an Ending."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from time import strftime

from world.api import (
    UNLIMITED,
    Budget,
    Ending,
    Fault,
    Player,
    Reply,
    Run,
    State,
    World,
    readable,
)
from world.budget import Clock
from world.errors import IllegalAction, MindFailure, StartError
from world.record import Ply, Record
from world.thoughts import sane
from world.wire import MAX_REPLY_BYTES

MAX_STATE_LENGTH = 4096  # characters of a state that a fault keeps; start and actions bring back the rest

Judge = Callable[[Sequence[Ply]], Ending | None]  # may end a run before the world does
Watch = Callable[[World, Ply], None]


def run(
    world: World,
    players: Sequence[Player],
    *,
    start: str = "",
    seed: int = 0,
    budgets: Sequence[Budget] = (UNLIMITED,),
    opening: Sequence[str] = (),
    played: Sequence[Ply] = (),
    memories: Sequence[str] = ("",),
    max_plies: int | None = None,
    judge: Judge | None = None,
    watch: Watch = lambda _world, _ply: None,
) -> Record:
    """Play one run to its end. Budgets are one for all seats, or one a seat; `watch` is told after every ply.

    An opening is given; what was `played` after it, by these players in an earlier run, is taken over with its clocks.

    What is wrong with the call (a start, an opening that is illegal) is raised. What is wrong with a player is in
    the record: `endrun` is called on all that were called at all, also when this is interrupted.
    """
    if len(players) != world.seats or not {len(budgets), len(memories)} <= {1, world.seats}:
        raise StartError(f"{len(players)} players, {len(budgets)} budgets; {world.name} has {world.seats} seats")
    budgets = tuple(budgets) * (world.seats if len(budgets) == 1 else 1)
    memories = tuple(memories) * (world.seats if len(memories) == 1 else 1)
    world.newrun(start, seed)
    play = _Play(world, players, budgets, world.getstate(), seed, memories)
    date = strftime("%Y.%m.%d") if any(budget.is_timed for budget in budgets) else ""
    for action in opening:
        play.take_given(action)
        watch(world, play.plies[-1])
    for ply in played:
        play.take_over(ply)
        watch(world, ply)
    try:
        play.begin()
        while play.ending is None:
            if max_plies is not None and len(play.plies) >= max_plies:
                play.ending = _drawn(world, "max plies")
            elif play.take_turn():
                watch(world, play.plies[-1])
                if judge is not None and play.ending is None:
                    play.ending = judge(play.plies)
    finally:
        late = play.end()  # whatever happened
    return Record(
        world=world.name,
        version=world.version,
        start=play.start,
        minds=tuple(player.name for player in players),
        plies=tuple(play.plies),
        ending=play.ending,
        seed=seed,
        budgets=budgets,
        opening=len(opening),
        date=date,
        late=tuple(late),
        memories=tuple(play.memories) if any((*memories, *play.memories)) else (),  # also when all is forgotten
    )


def _drawn(world: World, kind: str) -> Ending:
    """An ending that is not the world's own; with one seat there is nobody to share with."""
    return Ending(kind, (0.5, 0.5) if world.seats == 2 else world.getscore())


class _Play:
    """A run under way."""

    def __init__(
        self,
        world: World,
        players: Sequence[Player],
        budgets: tuple[Budget, ...],
        start: str,
        seed: int,
        memories: Sequence[str],
    ) -> None:
        self.world, self.players, self.start, self.seed = world, players, start, seed
        self.memories = list(memories)  # who fails remembers what it knew before
        self.clocks = [Clock(budget) for budget in budgets]
        self.plies: list[Ply] = []
        self.actions: tuple[str, ...] = ()
        self.begun: list[int] = []
        self.ending: Ending | None = world.ending()

    def take_given(self, action: str) -> None:
        """One action of the opening."""
        seat = self.world.turn()
        try:
            self.world.takeaction(action)
        except IllegalAction as problem:
            raise StartError(f"opening, action {len(self.plies) + 1}: {problem}") from None
        self._took(Ply(seat, action))

    def take_over(self, ply: Ply) -> None:
        """One action of an earlier run, with what it left on the clock."""
        self.world.takeaction(ply.action)
        self.world.hear(ply.thoughts)
        self.clocks[ply.seat].left = ply.left
        self._took(ply)

    def begin(self) -> None:
        """Tell every player that the run begins; the first who fails has lost it."""
        names = [player.name for player in self.players]
        for seat, player in enumerate(self.players):
            opponent = names[1 - seat] if self.world.seats == 2 else ""
            told = Run(
                self.world.name, seat, self.seed, self.clocks[seat].now(), opponent, self.start, self.memories[seat]
            )
            self.begun.append(seat)
            try:
                player.newrun(told)
            except MindFailure as failure:
                self._forfeit(failure.fault, seat, "newrun")
                return

    def take_turn(self) -> bool:
        """Ask whose turn it is and do what they say; whether that could be done."""
        seat, clock = self.world.turn(), self.clocks[self.world.turn()]
        actions = tuple(self.world.actions()) if self.world.tells_actions else ()
        state = State(self.world.getstate(), self.world.name, seat, clock.now(), self.actions, self.start, actions)
        try:
            reply = self.players[seat].getaction(state)
        except MindFailure as failure:
            self._forfeit(failure.fault, seat, "getaction", state)
            return False
        if too_long := clock.spend(reply.price):
            self._forfeit(Fault("time", too_long), seat, "getaction", state, reply)
            return False
        try:
            self.world.takeaction(reply.action)
        except IllegalAction as problem:
            self._forfeit(Fault("illegal", str(problem)), seat, "getaction", state, reply)
            return False
        thoughts, times = sane(reply.thoughts), (round(reply.seconds, 6), round(reply.cpu, 6))
        self.world.hear(thoughts)
        self._took(Ply(seat, reply.action, *times, clock.left, thoughts, reply.asked))
        return True

    def end(self) -> list[Fault]:
        """Tell everybody who was told of the beginning, whatever happened; what went wrong even then."""
        ending = self.ending or Ending("interrupted", self.world.getscore())
        told = Ending(ending.kind, ending.result)  # a fault is between a mind and its author
        late: list[Fault] = []
        with ExitStack() as stack:  # an interruption of one endrun does not keep the others from theirs
            for seat in reversed(self.begun):
                stack.callback(self._end_one, seat, told, late)
        return late

    def _end_one(self, seat: int, ending: Ending, late: list[Fault]) -> None:
        try:
            memory = self.players[seat].endrun(ending)
            if memory is not None:
                self.memories[seat] = memory
        except MindFailure as failure:
            late.append(_complete(failure.fault, seat, "endrun"))

    def _took(self, ply: Ply) -> None:
        self.plies.append(ply)
        if self.world.tells_history:
            self.actions += (ply.action,)
        self.ending = self.world.ending()

    def _forfeit(
        self, fault: Fault, seat: int, call: str, state: State | None = None, reply: Reply | None = None
    ) -> None:
        if self.ending is not None:  # a run that began at its end cannot be lost any more
            return
        result = tuple(0.0 if other == seat else 1.0 for other in range(self.world.seats))
        if fault.kind == "resigned":  # which is no fault
            self.ending = Ending("resignation", result)
            return
        self.ending = Ending("forfeit", result, _complete(fault, seat, call, state, reply))


def _complete(fault: Fault, seat: int, call: str, state: State | None = None, reply: Reply | None = None) -> Fault:
    """A fault with what the run knows of it."""
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


def _shortened(text: str) -> str:
    """A state as it can be shown: of one that is a whole map, the beginning."""
    return text if len(text) <= MAX_STATE_LENGTH else f"{text[:MAX_STATE_LENGTH]}… ({len(text)} letters)"
