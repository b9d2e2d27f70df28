"""The examination: load it, ask it, ask it again, and let it play, all within a bounded time."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from arena.cell.cell import Cell
from arena.cell.jail.files import own_files
from arena.cell.launch import zygote
from arena.check.findings import Answer, Findings, Game, Refusal
from arena.tournament.plan import Plan
from arena.tournament.play import play_in
from minds.registry import card, label, learns, names, read_spec
from world.api import Ending, Fault, MindFailure, Opening, Reply, Run, State, World
from world.errors import IllegalAction
from world.registry import find, new_world

OPPONENT = "any-random-legal-move"
AGAIN, MOST_REFUSALS = 12, 3  # answers asked for twice; failures after which it is enough
ASKING, REPEATING = 0.55, 0.65  # of the time: what is left is for the games
STOPPED = "no time for the end"
NEAR = 0.5  # of a limit: worth a remark


class Examination:
    """One mind before the same plan that a tournament would have."""

    def __init__(
        self, spec: str, plan: Plan, seconds: float, trusted: bool = False, options: Sequence[str] = ()
    ) -> None:
        self.spec, self.plan, self.seconds, self.trusted = spec, plan, seconds, trusted
        self.options = options  # as they were given, to be given again
        self.kind = find(plan.world)
        self.trials = self.kind.trials()
        self.start = monotonic()
        about = card(spec)
        limits = f"{plan.memory} MiB, {plan.threads} threads, {plan.cpu} s of the processor a game, replies of "
        self.found = Findings(
            spec,
            label(spec),
            about.says,
            {name: value_told(value) for name, value in about.parameters.items()},
            str(plan.budget),
            f"{limits}{plan.reply} bytes, {plan.log} KiB of log",
            states=len(self.trials),
        )

    def run(self, only: int = 0) -> Findings:
        """All of it, or one of the states only."""
        zygote().await_ready()  # which may have to compile the rules of chess first: that is not the mind's affair
        self.start = monotonic()
        chosen = [only] if only else range(1, len(self.trials) + 1)
        with self._cell(stays=True) as cell:
            if self._load(cell):
                self.ask(cell, chosen)
        if not only and not self.found.refusals:
            self.repeat()
        if not only and not self.found.refusals and self.kind.seats == 2:
            for seat in range(self.kind.seats):
                self.play(seat)
        self.found.remarks += remarks(self.found, self.plan, self.spec, len(chosen))
        self.found.seconds = monotonic() - self.start
        return self.found

    @contextmanager
    def _cell(self, stays: bool = False) -> Iterator[Cell]:
        patience = min(self.plan.patience, self.seconds)
        cell = Cell(self.spec, patience, self.plan.limits, self.trusted, stays=stays)
        cell.to_start = min(cell.to_start, self.seconds)
        try:
            yield cell
        finally:
            cell.close()

    def _load(self, cell: Cell) -> bool:
        """Whether it comes to life at all."""
        began = monotonic()
        call = "newrun, or earlier, when it was loaded"
        try:
            cell.newrun(Run(self.plan.world, 0, 0, self.plan.budget, OPPONENT, new_world(self.plan.world).getstate()))
            call = "endrun"
            cell.endrun(Ending("examined", (0.5, 0.5)[: self.kind.seats]))
        except MindFailure as failure:
            self.found.layers = cell.layers
            self._refuse(call, failure.fault, ["check", self.spec, *self.options])
            return False
        self.found.ready = monotonic() - began
        self.found.layers = cell.layers
        spec = read_spec(self.spec)
        if cell.layers and spec.kind == "file":
            self.found.sees = ", ".join(own_files(spec.path))
        return True

    def ask(self, cell: Cell, chosen: Sequence[int]) -> None:
        """Ask it about the states, until the time for it is up, or it has failed often enough."""
        for number in chosen:
            if self._spent() > ASKING or len(self.found.refusals) >= MOST_REFUSALS:
                return
            world = begin(self.kind, self.trials[number - 1])
            trial = self.trials[number - 1].name
            try:
                reply, state = put(cell, world, self.trials[number - 1], self.plan, number)
                memory = cell.process.memory() if cell.process else 0
                world.takeaction(reply.action)
            except MindFailure as failure:
                self._refuse(f"position {number}, {trial}", failure.fault, self._again(number), world.gettext())
            except IllegalAction as problem:
                fault = Fault("illegal", str(problem), state=state.text, reply=reply.action)
                self._refuse(f"position {number}, {trial}", fault, self._again(number), world.gettext())
            else:
                price = reply.price
                self.found.answers.append(
                    Answer(number, trial, state.text, reply.action, reply.seconds, reply.cpu, price, memory)
                )

    def repeat(self) -> None:
        """Ask some of it again in a new process, under the same seeds."""
        with self._cell(stays=True) as cell:
            for answer in self.found.answers[:AGAIN]:
                if self._spent() > REPEATING:
                    return
                trial = self.trials[answer.number - 1]
                try:
                    reply, _ = put(cell, begin(self.kind, trial), trial, self.plan, answer.number)
                except MindFailure as failure:
                    self._refuse(f"position {answer.number}, asked again", failure.fault, self._again(answer.number))
                    return
                self.found.repeated += 1
                self.found.differing += reply.action != answer.action

    def play(self, seat: int) -> None:
        """A game against chance, as far as the time goes."""
        share = self._spent() + (1.0 - self._spent()) / (self.kind.seats - seat)
        with self._cell() as own, self._other() as other:
            players = [own, other] if seat == 0 else [other, own]
            budgets = [self.plan.budget]
            record = play_in(new_world(self.plan.world), players, budgets=budgets, seed=seat, judge=self._until(share))
        ending = record.ending
        if ending.fault is not None and ending.fault.seat == seat:
            specs = [self.spec, OPPONENT] if seat == 0 else [OPPONENT, self.spec]
            limit = self.plan.budget.movetime
            words = ["play", *specs, "--seed", str(seat), "--world", self.plan.world]
            words += [*(["--movetime", f"{limit:g}"] if limit else []), *(["--trust"] if self.trusted else [])]
            self._refuse(f"game as {self.kind.colours[seat]}", ending.fault, words)
        self.found.games.append(Game(self.kind.colours[seat], ending.result[seat], ending.kind, len(record.plies)))

    @contextmanager
    def _other(self) -> Iterator[Cell]:
        cell = Cell(OPPONENT)
        try:
            yield cell
        finally:
            cell.close()

    def _until(self, share: float) -> Callable[..., Ending | None]:
        return lambda _plies: Ending(STOPPED, (0.5, 0.5)) if self._spent() > share else None

    def _spent(self) -> float:
        """The part of the time that is over."""
        return (monotonic() - self.start) / self.seconds

    def _again(self, number: int) -> list[str]:
        return ["check", self.spec, "--position", str(number), *self.options]

    def _refuse(self, where: str, fault: Fault, again: Sequence[str], board: str = "") -> None:
        self.found.refusals.append(Refusal(where, fault, shlex.join(["arena", *again]), board))


def value_told(value: object) -> str:
    """A parameter's default, where it is a plain value."""
    return str(value) if isinstance(value, str | int | float | bool | None) else "…"


def begin(kind: type[World], trial: Opening) -> World:
    """A world in the state of a trial."""
    world = kind()
    world.newrun(trial.start)
    for action in trial.actions:
        world.takeaction(action)
    return world


def put(cell: Cell, world: World, trial: Opening, plan: Plan, number: int) -> tuple[Reply, State]:
    """Ask a mind about a state as if a run had led there; the number is its seed."""
    start = type(world)()
    start.newrun(trial.start)
    seat, actions = world.turn(), tuple(world.actions()) if world.tells_actions else ()
    history = trial.actions if world.tells_history else ()
    state = State(world.getstate(), plan.world, seat, plan.budget, history, start.getstate(), actions)
    cell.newrun(Run(plan.world, seat, number, plan.budget, OPPONENT, state.start))
    reply = cell.getaction(state)
    limit = plan.budget.seconds
    if limit is not None and reply.price > limit + plan.budget.margin:
        message = f"took {reply.price:.3f} s and had {limit:g} s (and {plan.budget.margin:g} s of grace)"
        raise MindFailure(Fault("time", message, state=state.text, reply=reply.action, seconds=reply.price))
    cell.endrun(Ending("examined", (0.5, 0.5)[: world.seats]))
    return reply, state


def remarks(found: Findings, plan: Plan, spec: str, wanted: int) -> Iterator[str]:
    """What is no reason to refuse it, but good to know."""
    limit = plan.budget.seconds
    slowest = max((answer.price for answer in found.answers), default=0.0)
    largest = max((answer.memory for answer in found.answers), default=0)
    if not found.says:
        yield "it has no docstring: nobody will know what it does"
    if card(spec).name in names() and read_spec(spec).is_foreign:
        yield f"its name is that of a mind of the house: in tables it is called {found.name}"
    if len(found.answers) < wanted and not found.refusals:
        yield f"there was time for {len(found.answers)} of {wanted} positions; --seconds gives it more"
    if len(found.refusals) >= MOST_REFUSALS:
        yield f"after {MOST_REFUSALS} refusals it was asked no more"
    if found.differing:
        yield f"{found.differing} of {found.repeated} answers are others under the same seed: draw from self.rng alone"
    if limit and slowest > NEAR * limit:
        yield f"its slowest answer took {slowest:.3f} s of {limit:g} s"
    if largest > NEAR * (plan.memory << 20):
        yield f"it took {largest >> 20} of {plan.memory} MiB of memory"
    if learns(spec):
        yield "it speaks of memory: so its games are played one after the other, never at once"
