"""`arena play`: one game, to look at or to take part in."""

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from minds.errors import quoted

if TYPE_CHECKING:
    from arena.report.screen import Screen
    from world.api import Player, State, World
    from world.budget import Budget
    from world.record import Ply, Record

HUMAN = "human"


@click.command()
@click.argument("specs", nargs=-1, metavar="SPEC [SPEC]")
@click.option("--world", "world_name", default="chess", show_default=True, metavar="NAME", help="Where to play.")
@click.option("--fen", "start", default="", metavar="STATE", help="Begin here: in chess a FEN, elsewhere a state.")
@click.option("--seed", default=0, show_default=True, metavar="N", help="The luck of all who draw from it.")
@click.option("--depth", type=int, metavar="N", help="Look at most so many moves ahead.")
@click.option("--nodes", type=int, metavar="N", help="Look at so many positions a move at most.")
@click.option("--movetime", type=float, metavar="SECONDS", help="Think so long about a move at most.")
@click.option("--tc", metavar="CLOCK", help='A clock for the game, seconds+increment: "60+0.6" or "1:30+1".')
@click.option("--max-plies", type=click.IntRange(1), metavar="N", help="Call it a draw after so many moves of either.")
@click.option(
    "--patience",
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="How long a mind may be silent where no budget of time says it.",
)
@click.option("--pgn", type=click.Path(path_type=Path), metavar="FILE", help="Add the game to a file.")
@click.option("--json", "as_json", is_flag=True, help="Print the record of the game as a line of JSON.")
def play(
    specs: tuple[str, ...],
    world_name: str,
    start: str,
    seed: int,
    max_plies: int | None,
    patience: float,
    pgn: Path | None,
    as_json: bool,
    **limits: Any,
) -> None:
    """Play one game between two minds (`arena minds`), or `human` and a mind.

    In a terminal the game is shown as it goes on; elsewhere its record (in chess: PGN) is printed at the end.
    """
    from minds.registry import check
    from world.budget import budget
    from world.registry import new_world

    world = new_world(world_name)
    if len(specs) != world.seats:
        named = f"{len(specs)} mind{'s' if len(specs) != 1 else ''} named"
        raise click.UsageError(f"{named}; {world.name} has {world.seats} seats (arena minds lists who could sit there)")
    for spec in specs:
        if spec != HUMAN:
            check(spec)
    if pgn is not None and (pgn.is_dir() or not pgn.absolute().parent.is_dir()):
        raise click.BadParameter(f"--pgn {quoted(str(pgn))}; expected a file in a folder that is there")
    given = budget(**limits)
    world.newrun(start)  # what is wrong with it is said before any mind is started
    record = _Table(world, specs, patience).play(start, seed, given, max_plies)
    _hand_out(world, record, pgn, as_json)


class _Table:
    """A world, two seats, and a screen beside them."""

    def __init__(self, world: "World", specs: tuple[str, ...], patience: float) -> None:
        self.world, self.specs, self.patience = world, specs, patience
        self.before = type(world)()  # one ply behind: a move is named in the state it was made in
        self.screen: Screen | None = None
        self.told = 0  # so many plies have been told already, and are played again after a move was taken back

    def play(self, start: str, seed: int, given: "Budget", max_plies: int | None) -> "Record":
        from arena.human import TakeBack
        from world.budget import UNLIMITED
        from world.run import run

        budgets = [UNLIMITED if spec == HUMAN else given for spec in self.specs]
        opening: tuple[str, ...] = ()
        with ExitStack() as stack:
            players = [self._seat(spec, stack) for spec in self.specs]
            if sys.stdout.isatty() and HUMAN not in self.specs:
                from arena.report.screen import Screen

                self.screen = stack.enter_context(Screen(self.world, self.specs))
            while True:
                self.before.newrun(start, seed)
                try:
                    return run(
                        self.world,
                        players,
                        start=start,
                        seed=seed,
                        budgets=budgets,
                        opening=opening,
                        max_plies=max_plies,
                        watch=self._watch,
                    )
                except TakeBack as back:
                    opening, self.told = back.actions, len(back.actions)

    def _watch(self, _world: "World", ply: "Ply") -> None:
        """Show a ply to whoever is there to see it."""
        said = self.before.describe(ply.action)
        self.before.takeaction(ply.action)
        if self.screen is not None:
            self.screen.show(ply, said)
        elif self.told:
            self.told -= 1
        elif HUMAN in self.specs and self.specs[ply.seat] != HUMAN:
            _say(f"\n{self.specs[ply.seat]} plays {said}")

    def _seat(self, spec: str, stack: ExitStack) -> "Player":
        if spec == HUMAN:
            from arena.human import Human

            return Human(self.world, _ask, _say, self._hint)
        from arena.cell.cell import Cell

        cell = Cell(spec, self.patience)
        stack.callback(cell.close)
        cell.start()
        return cell

    def _hint(self, state: "State") -> str:
        """What alphabeta would do; it knows every game there are rules of in minds."""
        from minds.host import Host
        from minds.registry import load
        from world.api import Budget, MindFailure, Run

        adviser = Host(load("alphabeta:depth=7"))
        try:
            adviser.newrun(Run(state.world, state.seat, start=state.start))
            asked = type(state)(state.text, state.world, state.seat, Budget(movetime=1.0), state.history, state.start)
            return f"alphabeta would play {self.world.describe(adviser.getaction(asked).action)}"
        except MindFailure as failure:
            return f"no hint: {failure.fault.message}"


def _ask(prompt: str) -> str:
    """A line from the person; the prompt goes where all talk goes."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = sys.stdin.readline(1000)
    if not line:
        _say("")
        raise click.Abort
    return line


def _say(text: str) -> None:
    click.echo(text, err=True)


def _hand_out(world: "World", record: "Record", pgn: Path | None, as_json: bool) -> None:
    """The record to whoever asked for it, and the result to everybody."""
    from arena.report.words import explain, result_line

    text = type(world).getrecord(record)
    if pgn is not None:
        with pgn.open("a", encoding="utf-8") as file:
            file.write(text)
    if as_json:
        click.echo(record.to_json())
    elif not sys.stdout.isatty() and pgn is None:
        click.echo(text, nl=False)
    _say(result_line(world, record))
    for line in explain(record):
        _say(line)
