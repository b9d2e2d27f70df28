"""The examination of a mind: load it, ask it, ask it again, and let it play, all within a limited time."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from arena.cell.cell import Cell
from arena.cell.jail.files import own_files
from arena.cell.launch import PROGRAMS, zygote
from arena.check.findings import Answer, Failure, Findings, Game
from arena.check.remarks import MOST_FAILURES, remarks
from arena.tournament.plan import Plan
from arena.tournament.play import play_in
from minds.registry import card, label, read_spec
from world.api import Ending, Fault, MindFailure, Opening, Reply, Run, State, World
from world.budget import Clock
from world.errors import IllegalAction
from world.registry import find, new_world
from world.run import state_of

OPPONENT = "any-random-legal-move"
MOST_REPEATED = 12  # answers asked for twice
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
        self.start = monotonic()
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
        self.start = monotonic()
        chosen = [only] if only else range(1, len(self.trials) + 1)
        with self._cell(stays=True) as cell:
            if self._load(cell):
                self.ask(cell, chosen)
        if not only and not self.found.failures:
            self.repeat()
        if not only and not self.found.failures and self.kind.seats == 2:
            for seat in range(self.kind.seats):
                self.play(seat)
        self.found.remarks += remarks(self.found, self.plan, len(chosen))
        self.found.seconds = monotonic() - self.start
        return self.found

    @contextmanager
    def _cell(self, stays: bool = False) -> Iterator[Cell]:
        patience = min(self.plan.patience, self.seconds)
        cell = Cell(self.spec, patience, self.plan.limits, self.trusted, stays=stays)
        cell.use_clock(self.plan.clock)
        cell.to_start = min(cell.to_start, self.seconds)
        try:
            yield cell
        finally:
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
        """Ask about the chosen positions, until the time for it is over or the mind has failed three times."""
        for number in chosen:
            if self._spent() > ASKING or len(self.found.failures) >= MOST_FAILURES:
                return
            self._ask_one(cell, number)

    def _ask_one(self, cell: Cell, number: int) -> None:
        trial = self.trials[number - 1]
        world = world_at(self.kind, trial)
        where, command = f"position {number}, {trial.name}", self._command(number)
        try:
            reply, state = question(cell, world, trial, self.plan, number)
            memory = cell.process.memory() if cell.process else 0
            world.takeaction(reply.action)
        except MindFailure as failure:
            self._fail(where, failure.fault, command, world.gettext())
        except IllegalAction as problem:
            fault = Fault("illegal", str(problem), state=state.text, reply=reply.action)
            self._fail(where, fault, command, world.gettext())
        else:
            cost = (reply.seconds, reply.cpu, reply.price, memory)
            self.found.answers.append(Answer(number, trial.name, state.text, reply.action, *cost))

    def repeat(self) -> None:
        """Ask for some answers again, in a new process with the same seeds."""
        with self._cell(stays=True) as cell:
            for answer in self.found.answers[:MOST_REPEATED]:
                if self._spent() > REPEATING:
                    return
                trial = self.trials[answer.number - 1]
                try:
                    reply, _ = question(cell, world_at(self.kind, trial), trial, self.plan, answer.number)
                except MindFailure as failure:
                    where = f"position {answer.number}, asked again"
                    self._fail(where, failure.fault, self._command(answer.number))
                    return
                self.found.repeated += 1
                self.found.differing += reply.action != answer.action

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
        return (monotonic() - self.start) / self.seconds

    def _command(self, number: int) -> list[str]:
        return ["check", self.spec, "--position", str(number), *self.options]

    def _play_command(self, seat: int) -> list[str]:
        specs = [self.spec, OPPONENT] if seat == 0 else [OPPONENT, self.spec]
        limit = self.plan.budget.movetime
        words = ["play", *specs, "--seed", str(seat), "--world", self.plan.world]
        clock = ["--clock", self.plan.clock] if limit and self.plan.clock != "processor" else []
        timed = ["--movetime", f"{limit:g}", *clock] if limit else []
        return [*words, *timed, *(["--trust"] if self.trusted else [])]

    def _fail(self, where: str, fault: Fault, command: Sequence[str], board: str = "") -> None:
        self.found.failures.append(Failure(where, fault, shlex.join(["arena", *command]), board))


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


def question(cell: Cell, world: World, trial: Opening, plan: Plan, number: int) -> tuple[Reply, State]:
    """Ask a mind about a state as if a run had led to it; the position's number is the seed."""
    start = type(world)()
    start.newrun(trial.start)
    seat = world.turn()
    state = state_of(world, seat, start.getstate(), plan.budget, trial.actions)
    cell.newrun(Run(plan.world, seat, number, plan.budget, OPPONENT, state.start))
    reply = cell.getaction(state)
    if too_long := Clock(plan.budget, kind=cell.clock.paid).spend(reply.price):
        raise MindFailure(Fault("time", too_long, state=state.text, reply=reply.action, seconds=reply.price))
    cell.endrun(_draw(type(world)))
    return reply, state
