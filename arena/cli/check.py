"""`arena check`: test a mind under tournament conditions."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli.plan import TRUST, plan_options, read_options
from world.errors import printable

if TYPE_CHECKING:
    from arena.check.examine import Examination
    from arena.check.findings import Findings
    from arena.tournament.plan import Plan

OTHERS = ("format", "games", "rounds", "openings", "order", "seed", "tc", "max_plies", "draw", "resign", "concurrency")
SECOND = "remote:second"  # a plan needs two minds; this one fits every world, and is never started
MOVETIME = 0.1  # seconds a move, if neither the plan nor an option sets a budget
RIVALS = ["any-random-legal-move", "minimax"]


@click.command(short_help="Test a mind, or a folder of them, under tournament conditions.")
@click.argument("spec", metavar="SPEC|FOLDER")
@click.option("--plan", "path", type=click.Path(path_type=Path), metavar="FILE", help="Plan whose limits apply.")
@plan_options(*OTHERS)
@click.option(
    "--seconds",
    default=15.0,
    type=click.FloatRange(1, 10_000),
    show_default=True,
    metavar="SECONDS",
    help="Time for the whole examination of a mind, in seconds; waiting for a processor does not count.",
)
@click.option("--position", type=click.IntRange(1), metavar="N", help="Number of the only position to ask about.")
@TRUST
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(
    spec: str,
    path: Path | None,
    seconds: float,
    position: int | None,
    trusted: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Test a mind under tournament conditions: the same jail and limits, positions where minds fail, and two games.

    Without a plan or a budget, it has 0.1 s a move. Each failure comes with the command that shows it again. The exit
    code is 1 if there was a failure; remarks do not change it. If SPEC is a folder of submissions, each is tested, and
    has a line of its own.
    """
    import msgspec

    options = dict.fromkeys(OTHERS) | options
    plan: Plan = read_options((), path, options | {"minds": [spec, SECOND]})
    if plan.budget.is_unlimited:
        plan = msgspec.structs.replace(plan, movetime=MOVETIME)
    if Path(spec).is_dir() and not (Path(spec) / "mind.py").is_file():  # which is the folder of one mind
        if position is not None:
            raise click.UsageError(f"--position {position}; expected one mind, and {spec} is a folder")
        sys.exit(_check_folder(Path(spec), plan, seconds, trusted, as_json))
    examination = _examination(spec, plan, seconds, trusted)
    count = len(examination.trials)
    if position is not None and position > count:
        raise click.UsageError(f"--position {position}; expected 1 to {count}, the positions of {plan.world}")
    found = examination.run(position or 0)
    _show(found, plan, as_json)
    sys.exit(1 if found.failures or not found.answers else 0)


def _examination(spec: str, plan: "Plan", seconds: float, trusted: bool) -> "Examination":
    """Return the examination of a mind; raise an error if it cannot be run here."""
    from arena.cell.admission import admit
    from arena.check.examine import Examination
    from arena.entrants.roster import at_hand
    from minds.registry import check as check_spec
    from minds.registry import reject_misfits

    spec = at_hand(spec)
    check_spec(spec)
    reject_misfits([spec], plan.world)
    admit([spec], trusted)
    return Examination(spec, plan, seconds, trusted, _given_options())


def _check_folder(folder: Path, plan: "Plan", seconds: float, trusted: bool, as_json: bool) -> int:
    """Test all submissions in a folder, print a line for each, and return the exit code."""
    import msgspec

    from arena.check.overview import Verdict, verdict_on
    from arena.entrants.submissions import sort_out, submissions_in

    found = submissions_in(folder)
    entered, rejected = sort_out(found, plan.world)
    verdicts = [Verdict(one.name, one.path, False, one.reason) for one in rejected]
    width = max(len(printable(one.name)) for one in found)
    for verdict in verdicts if not as_json else []:
        click.echo(verdict.line(width))
    for one in entered:
        assert one.entry is not None
        examined = _examination(one.entry.spec, plan, seconds, trusted).run()
        verdicts.append(verdict_on(one.name, str(one.path), examined))
        if not as_json:
            click.echo(verdicts[-1].line(width))
    ready = sum(one.is_ready for one in verdicts)
    if as_json:
        click.echo(msgspec.json.encode(verdicts).decode())
    else:
        words = shlex.join(_given_options())
        click.echo(f"\n{ready} of {len(verdicts)} are ready; arena check FILE {words} says all about one")
    return 0 if ready == len(verdicts) else 1


def _given_options() -> list[str]:
    """Return the options of this command line, except --position and --json."""
    context, words = click.get_current_context(), []
    for parameter in context.command.params:
        name = str(parameter.name)
        if isinstance(parameter, click.Option) and name not in ("position", "as_json"):
            if context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
                words += [parameter.opts[0], *([] if parameter.is_flag else [str(context.params[name])])]
    return words


def _show(found: "Findings", plan: "Plan", as_json: bool) -> None:
    import msgspec

    from arena.check.page import page

    if as_json:
        click.echo(msgspec.json.encode(found).decode())
        return
    for line in page(found, plan.budget.seconds, plan.memory):
        click.echo(line)
    click.echo(f"\n{_verdict(found, plan.world)}")


def _verdict(found: "Findings", world: str) -> str:
    from minds.registry import lineup

    took = f"({found.seconds:.1f} s)"
    if found.failures:
        return f"not ready {took}: fix the failures above, then check again"
    if not found.answers:
        return f"undecided {took}: no time was left to ask anything; use --seconds to allow more"
    known = lineup(world)
    rivals = [name for name in (RIVALS if set(RIVALS) <= set(known) else known) if name != found.spec][:2]
    where = [] if world == "chess" else ["--world", world]
    command = shlex.join(["arena", "run", *where, found.spec, *rivals, "--games", "10"])
    return f"ready {took}. The next command:\n{command}"
