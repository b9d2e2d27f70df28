"""One run: state → action → state until the world ends it. Whatever a mind does wrong becomes an Ending."""

from collections.abc import Callable, Sequence
from time import strftime

from world.api import UNLIMITED, Budget, Ending, Fault, Player, Reply, Run, State, World
from world.budget import Clock
from world.errors import IllegalAction, MindFailure, StartError
from world.record import Ply, Record

Watch = Callable[[World, Ply], None]
LONGEST_REPLY = 4096  # characters of a reply that go to the record


def run(
    world: World,
    players: Sequence[Player],
    *,
    start: str = "",
    seed: int = 0,
    budgets: Sequence[Budget] = (UNLIMITED,),
    opening: Sequence[str] = (),
    max_plies: int | None = None,
    watch: Watch = lambda _world, _ply: None,
) -> Record:
    """Play one run to its end. Budgets are one for all seats, or one a seat; `watch` is told after every ply.

    What is wrong with the call (a start, an opening that is illegal) is raised. What is wrong with a player is in
    the record: `endrun` is called on all that were called at all, also when this is interrupted.
    """
    if len(players) != world.seats or len(budgets) not in (1, world.seats):
        raise StartError(f"{len(players)} players, {len(budgets)} budgets; {world.name} has {world.seats} seats")
    budgets = tuple(budgets) * (world.seats if len(budgets) == 1 else 1)
    world.newrun(start, seed)
    play = _Play(world, players, budgets, world.getstate(), seed)
    date = strftime("%Y.%m.%d") if any(budget.is_timed for budget in budgets) else ""
    for action in opening:
        play.take_given(action)
        watch(world, play.plies[-1])
    late: list[Fault] = []
    try:
        play.begin()
        while play.ending is None:
            if max_plies is not None and len(play.plies) >= max_plies:
                play.ending = _drawn(world, "max plies")
            elif play.take_turn():
                watch(world, play.plies[-1])
    finally:
        late = play.end()
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
    )


def _drawn(world: World, kind: str) -> Ending:
    """An ending that is not the world's own; with one seat there is nobody to share with."""
    return Ending(kind, (0.5, 0.5) if world.seats == 2 else world.getscore())


class _Play:
    """A run under way."""

    def __init__(
        self, world: World, players: Sequence[Player], budgets: tuple[Budget, ...], start: str, seed: int
    ) -> None:
        self.world, self.players, self.start, self.seed = world, players, start, seed
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

    def begin(self) -> None:
        """Tell every player that the run begins; the first who fails has lost it."""
        for seat, player in enumerate(self.players):
            opponent = self.players[1 - seat].name if self.world.seats == 2 else ""
            told = Run(self.world.name, seat, self.seed, self.clocks[seat].now(), opponent, self.start)
            self.begun.append(seat)
            try:
                player.newrun(told)
            except MindFailure as failure:
                self._forfeit(failure.fault, seat, "newrun")
                return

    def take_turn(self) -> bool:
        """Ask whose turn it is and do what they say; whether that could be done."""
        seat, clock = self.world.turn(), self.clocks[self.world.turn()]
        state = State(self.world.getstate(), self.world.name, seat, clock.now(), self.actions, self.start)
        try:
            reply = self.players[seat].getaction(state)
        except MindFailure as failure:
            self._forfeit(failure.fault, seat, "getaction", state)
            return False
        if too_long := clock.spend(reply.seconds):
            self._forfeit(Fault("time", too_long), seat, "getaction", state, reply)
            return False
        try:
            self.world.takeaction(reply.action)
        except IllegalAction as problem:
            self._forfeit(Fault("illegal", str(problem)), seat, "getaction", state, reply)
            return False
        self._took(Ply(seat, reply.action, round(reply.seconds, 6), clock.left, reply.thoughts))
        return True

    def end(self) -> list[Fault]:
        """Tell everybody who was told of the beginning, whatever happened; what went wrong even then."""
        ending = self.ending or Ending("interrupted", self.world.getscore())
        told = Ending(ending.kind, ending.result)  # a fault is between a mind and its author
        late = []
        for seat in self.begun:
            try:
                self.players[seat].endrun(told)
            except MindFailure as failure:
                late.append(_complete(failure.fault, seat, "endrun"))
        return late

    def _took(self, ply: Ply) -> None:
        self.plies.append(ply)
        self.actions += (ply.action,)
        self.ending = self.world.ending()

    def _forfeit(
        self, fault: Fault, seat: int, call: str, state: State | None = None, reply: Reply | None = None
    ) -> None:
        result = tuple(0.0 if other == seat else 1.0 for other in range(self.world.seats))
        if fault.kind == "resigned":  # which is no fault
            self.ending = Ending("resignation", result)
            return
        self.ending = Ending("forfeit", result, _complete(fault, seat, call, state, reply))


def _complete(fault: Fault, seat: int, call: str, state: State | None = None, reply: Reply | None = None) -> Fault:
    """A fault with what the run knows of it."""
    return Fault(
        fault.kind,
        fault.message,
        seat,
        call,
        state.text if state else "",
        reply.action[:LONGEST_REPLY] if reply else fault.reply[:LONGEST_REPLY],
        fault.traceback,
        fault.log,
        reply.seconds if reply else fault.seconds,
        state.budget if state else UNLIMITED,
    )
