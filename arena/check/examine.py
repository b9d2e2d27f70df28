"""The examination of a mind: load it, ask it, ask it again, and let it play, all within a limited time."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from msgspec.structs import replace

from arena.cell.cell import Cell
from arena.cell.jail.files import own_files
from arena.cell.launch import PROGRAMS, zygote
from arena.check.findings import Answer, Failure, Findings, Game
from arena.check.remarks import remarks
from arena.check.stopwatch import Stopwatch
from arena.tournament.plan import Plan
from arena.tournament.play import play_in
from minds.registry import card, label, read_spec
from world.api import Budget, Ending, Fault, MindFailure, Opening, Reply, Run, State, World
from world.budget import Clock
from world.errors import IllegalAction
from world.registry import find, new_world
from world.run import state_of

OPPONENT = "any-random-legal-move"
MOST_REPEATED = 12  # answers asked for again
MOST_ASKED_AFRESH = 4  # differing answers: chance alone may well repeat one
MOST_CAUSES, MOST_FAILURES = 3, 10  # of failures; then no more positions are asked
MORE_TIME, MOST_TIME = 30.0, 3.0  # times its limit, and seconds, that a mind may take to show if it is slow or stuck
ASKING, REPEATING = 0.55, 0.65  # shares of the time after which these end; the rest is for the games
UNFINISHED = "not finished in time"
DONE = "examined"


class Examination:
    """The examination of one mind under the plan of a tournament."""

    def __init__(
        self, spec: str, plan: Plan, seconds: float, trusted: bool = False, options: Sequence[str] = ()
    ) -> None:
        self.spec, self.plan, self.seconds, self.trusted = spec, plan, seconds, trusted
        self.options = options  # of the command line, to be repeated in the commands that show a failure
        self.kind = find(plan.world)
        self.trials = self.kind.trials()
        self.watch = Stopwatch(seconds)
        self.cell: Cell | None = None  # of the mind, the latest one
        about = card(spec)
        limits = f"{plan.memory} MiB, {plan.threads} threads, {plan.cpu} s of processor time a game, "
        self.found = Findings(
            spec,
            label(spec),
            about.says,
            {name: _parameter_text(value) for name, value in about.parameters.items()},
            plan.budget_text,
            f"{limits}replies of {plan.reply} bytes, {plan.log} KiB of log",
            positions=len(self.trials),
        )

    def run(self, only: int = 0) -> Findings:
        """Return the findings of the whole examination, or of one position."""
        # It may have to compile the rules of chess, which must not cost the mind any time.
        zygote(read_spec(self.found.spec).kind not in PROGRAMS).await_ready()
        start, self.watch = monotonic(), Stopwatch(self.seconds)
        chosen = [only] if only else range(1, len(self.trials) + 1)
        with self._cell(stays=True) as cell:
            if self._load(cell):
                self.ask(cell, chosen)
        for failure in self.found.failures if not only else []:
            if failure.fault.kind == "time" and failure.number and self.plan.budget.seconds:
                self._ask_longer(failure, self.plan.budget.seconds)
        if not only and not self.found.failures:
            self.repeat()
        if not only and not self.found.failures and self.kind.seats == 2:
            for seat in range(self.kind.seats):
                self.play(seat)
        self.found.remarks += remarks(self.found, self.plan, len(chosen))
        self.found.seconds = monotonic() - start
        return self.found

    @contextmanager
    def _cell(self, stays: bool = False) -> Iterator[Cell]:
        patience = min(self.plan.patience, self.seconds)
        cell = Cell(self.spec, patience, self.plan.limits, self.trusted, stays=stays)
        cell.use_clock(self.plan.clock)
        cell.to_start = min(cell.to_start, self.seconds)
        self.cell = cell
        try:
            yield cell
        finally:
            self._spent()  # which looks at its process for the last time
            cell.close()

    def _load(self, cell: Cell) -> bool:
        """Start the mind; return True if it survives an empty run."""
        call = "newrun or while it was loaded"
        try:
            cell.newrun(Run(self.plan.world, 0, 0, self.plan.budget, OPPONENT, new_world(self.plan.world).getstate()))
            call = "endrun"
            cell.endrun(_draw(self.kind))
        except MindFailure as failure:
            self.found.layers = cell.layers
            self._fail(call, failure.fault, ["check", self.spec, *self.options])
            return False
        self.found.ready = cell.init
        self.found.layers = cell.layers
        spec = read_spec(self.spec)
        if cell.layers and spec.kind == "file":
            self.found.readable = ", ".join(own_files(spec.path))
        return True

    def ask(self, cell: Cell, chosen: Sequence[int]) -> None:
        """Ask about the chosen positions, until the time for it is over or the mind has failed too often."""
        for asked, number in enumerate(chosen):
            failed = sum(1 + len(failure.more) for failure in self.found.failures)
            if failed >= MOST_FAILURES or len(self.found.failures) >= MOST_CAUSES:
                self.found.remarks.append(f"the examination stopped after {failed} failures in {asked} positions")
            elif self._spent() <= ASKING:
                self._ask_one(cell, number)
                continue
            return

    def _ask_one(self, cell: Cell, number: int) -> None:
        trial = self.trials[number - 1]
        world = world_at(self.kind, trial)
        where, command = f"position {number}, {trial.name}", self._command(number)
        try:
            reply, state = question(cell, world, trial, self.plan, number, self.plan.budget)
            memory = cell.process.memory() if cell.process else 0
            world.takeaction(reply.action)
        except MindFailure as failure:
            self._fail(where, failure.fault, command, world.gettext(), number)
        except IllegalAction as problem:
            fault = Fault("illegal", str(problem), state=state.text, reply=reply.action)
            self._fail(where, fault, command, world.gettext(), number)
        else:
            cost = (reply.seconds, reply.cpu, reply.price, memory)
            self.found.answers.append(Answer(number, trial.name, state.text, reply.action, *cost))

    def _ask_longer(self, failure: Failure, limit: float) -> None:
        """Ask a mind that was out of time once more, with more time: a slow one answers, one that is stuck does not."""
        left = (1.0 - self._spent()) * self.seconds
        longer = min(MORE_TIME * limit, MOST_TIME, left)
        if longer > limit:
            with self._cell() as cell:
                failure.diagnosis = self._diagnosis(cell, failure.number, longer)

    def _diagnosis(self, cell: Cell, number: int, seconds: float) -> str:
        """Return what a mind does about a position if it has so many seconds more."""
        trial, patient = self.trials[number - 1], replace(self.plan.budget, margin=seconds)
        try:
            reply, _ = question(cell, world_at(self.kind, trial), trial, self.plan, number, patient)
            limit = f"{self.plan.budget.seconds:.3g} s"
            return f"it is slow, not stuck: with more time it answers after {reply.price:.2f} s, and it has {limit}"
        except MindFailure as problem:
            fault = problem.fault
        if fault.kind == "time":
            return f"with {seconds:.3g} s it does not answer either: an endless loop, or far too slow"
        if fault.kind == "memory":
            return f"it fills memory: with more time it fails by {fault.message}"
        return f"with more time it fails otherwise: {fault.kind}, {fault.message}"

    def repeat(self) -> None:
        """Ask for some answers twice again, in a new process with the same seeds, and the last one first."""
        differing: list[Answer] = []
        with self._cell(stays=True) as cell:
            for answer in reversed(self.found.answers[:MOST_REPEATED]):
                if self._spent() > REPEATING:
                    break
                actions = {answer.action, *(self._ask_again(cell, answer) for _ in range(2))}
                if self.found.failures:
                    return
                self.found.repeated += 1
                differing += [answer] if len(actions) > 1 else []
        self.found.differing = len(differing)
        if differing:
            with self._cell() as cell:  # a new process for each question
                self.found.keeps_state = all(self._stays_the_same(cell, one) for one in differing[:MOST_ASKED_AFRESH])

    def _stays_the_same(self, cell: Cell, answer: Answer) -> bool:
        """True if a position brings the same action three times."""
        return len({self._ask_again(cell, answer) for _ in range(3)}) == 1

    def _ask_again(self, cell: Cell, answer: Answer) -> str:
        """Return the action that a mind takes when it is asked about a position again; "" if it fails."""
        trial = self.trials[answer.number - 1]
        try:
            world = world_at(self.kind, trial)
            return question(cell, world, trial, self.plan, answer.number, self.plan.budget)[0].action
        except MindFailure as failure:
            self._fail(f"position {answer.number}, asked again", failure.fault, self._command(answer.number))
            return ""

    def play(self, seat: int) -> None:
        """Play a game against a random mover, as far as the time allows."""
        share = self._spent() + (1.0 - self._spent()) / (self.kind.seats - seat)
        with self._cell() as own, self._other() as other:
            players = [own, other] if seat == 0 else [other, own]
            record = play_in(
                new_world(self.plan.world),
                players,
                budgets=[self.plan.budget],
                clock=self.plan.clock,
                seed=seat,
                judge=self._until(share),
            )
        ending = record.ending
        if ending.fault is not None and ending.fault.seat == seat:
            self._fail(f"the game as {self.kind.colours[seat]}", ending.fault, self._play_command(seat))
        self.found.games.append(Game(self.kind.colours[seat], ending.result[seat], ending.kind, len(record.plies)))

    @contextmanager
    def _other(self) -> Iterator[Cell]:
        cell = Cell(OPPONENT)
        try:
            yield cell
        finally:
            cell.close()

    def _until(self, share: float) -> Callable[..., Ending | None]:
        return lambda _plies: Ending(UNFINISHED, (0.5, 0.5)) if self._spent() > share else None

    def _spent(self) -> float:
        """Return the share of the time that is over."""
        if self.cell is not None and self.cell.process is not None:
            self.watch.look(self.cell.process.number())
        return self.watch.spent()

    def _command(self, number: int) -> list[str]:
        return ["check", self.spec, "--position", str(number), *self.options]

    def _play_command(self, seat: int) -> list[str]:
        specs = [self.spec, OPPONENT] if seat == 0 else [OPPONENT, self.spec]
        limit = self.plan.budget.movetime
        words = ["play", *specs, "--seed", str(seat), "--world", self.plan.world]
        clock = ["--clock", self.plan.clock] if limit and self.plan.clock != "processor" else []
        timed = ["--movetime", f"{limit:g}", *clock] if limit else []
        return [*words, *timed, *(["--trust"] if self.trusted else [])]

    def _fail(self, where: str, fault: Fault, command: Sequence[str], board: str = "", number: int = 0) -> None:
        """Add a failure, or another place to the same failure."""
        new = Failure(where, fault, shlex.join(["arena", *command]), board, number)
        same = next((one for one in self.found.failures if one.number and number and one.cause == new.cause), None)
        if same is not None:
            same.more.append(where)
        else:
            self.found.failures.append(new)


def _parameter_text(value: object) -> str:
    """Return a parameter's default, or "…" if it is not a plain value."""
    return str(value) if isinstance(value, str | int | float | bool | None) else "…"


def _draw(kind: type[World]) -> Ending:
    return Ending(DONE, (0.5, 0.5)[: kind.seats])


def world_at(kind: type[World], trial: Opening) -> World:
    """Return a world in the state of a trial."""
    world = kind()
    world.newrun(trial.start)
    for action in trial.actions:
        world.takeaction(action)
    return world


def question(cell: Cell, world: World, trial: Opening, plan: Plan, number: int, budget: Budget) -> tuple[Reply, State]:
    """Ask a mind about a state as if a run had led to it; the position's number is the seed."""
    start = type(world)()
    start.newrun(trial.start)
    seat = world.turn()
    state = state_of(world, seat, start.getstate(), budget, trial.actions)
    cell.newrun(Run(plan.world, seat, number, budget, OPPONENT, state.start))
    reply = cell.getaction(state)
    if too_long := Clock(budget, kind=cell.clock.paid).spend(reply.price):
        raise MindFailure(Fault("time", too_long, state=state.text, reply=reply.action, seconds=reply.price))
    cell.endrun(_draw(type(world)))
    return reply, state
