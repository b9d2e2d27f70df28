"""`arena check`: will a mind do in a tournament?"""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli.plan import TRUST, plan_options, read_options

if TYPE_CHECKING:
    from arena.check.findings import Findings

OTHERS = ("format", "games", "rounds", "openings", "order", "seed", "tc", "max_plies", "draw", "resign", "concurrency")
SECOND = "remote:second"  # a plan needs two minds; this one fits every world, and is not asked
USUAL = 0.1  # seconds for an answer, where nothing else is said


@click.command(short_help="Try a mind as the tournament will.")
@click.argument("spec")
@click.option("--plan", "path", type=click.Path(path_type=Path), metavar="FILE", help="Under the limits of this plan.")
@plan_options(*OTHERS)
@click.option(
    "--seconds", default=15.0, type=click.FloatRange(1, 10_000), show_default=True, help="It may take in all."
)
@click.option("--position", type=click.IntRange(1), metavar="N", help="Ask it about this position only.")
@TRUST
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def check(
    spec: str,
    path: Path | None,
    seconds: float,
    position: int | None,
    trusted: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Try a mind as the tournament will: in the same jail and limits, on positions where minds fail, and in two games.

    Without a plan or a budget it has 0.1 s for an answer. What is refused comes with the command that shows it again,
    and the exit code 1; remarks are only remarks.
    """
    import msgspec

    from arena.cell.admission import admit
    from arena.check.examine import Examination
    from arena.check.words import lines

    options = dict.fromkeys(OTHERS) | options
    plan = read_options((), path, options | {"minds": [spec, SECOND]})
    if plan.budget.is_unlimited:
        plan = msgspec.structs.replace(plan, movetime=USUAL)
    admit([spec], trusted)
    examination = Examination(spec, plan, seconds, trusted, _given())
    if position is not None and position > len(examination.trials):
        raise click.UsageError(f"--position {position}; there are {len(examination.trials)} in {plan.world}")
    found = examination.run(position or 0)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        for line in lines(found, plan.budget.seconds, plan.memory):
            click.echo(line)
        click.echo(f"\n{_verdict(found, plan.world)}")
    sys.exit(1 if found.refusals or not found.answers else 0)


def _given() -> list[str]:
    """The options of this very command, to be given again; what is only a matter of showing is left out."""
    context, words = click.get_current_context(), []
    for parameter in context.command.params:
        name = str(parameter.name)
        if isinstance(parameter, click.Option) and name not in ("position", "as_json"):
            if context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
                words += [parameter.opts[0], *([] if parameter.is_flag else [str(context.params[name])])]
    return words


def _verdict(found: "Findings", world: str) -> str:
    from minds.registry import lineup

    took = f"({found.seconds:.1f} s)"
    if found.refusals:
        return f"not yet {took}: mend what is refused, then ask again"
    if not found.answers:
        return f"not decided {took}: there was no time to ask it anything; --seconds gives it more"
    usual, known = ["any-random-legal-move", "minimax"], lineup(world)
    rivals = [name for name in (usual if set(usual) <= set(known) else known) if name != found.spec][:2]
    where = [] if world == "chess" else ["--world", world]
    command = shlex.join(["arena", "run", *where, found.spec, *rivals, "--games", "10"])
    return f"ready {took}. The next command:\n{command}"
