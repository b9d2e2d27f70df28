"""`arena check`: will a mind do in a tournament?"""

import sys
from pathlib import Path
from typing import Any

import click

from arena.cli.plan import TRUST, plan_options, read_options

OTHERS = ("format", "games", "rounds", "openings", "order", "seed", "tc", "max_plies", "draw", "resign", "concurrency")
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

    from arena.cell.view import admit
    from arena.check.examine import Examination
    from arena.check.words import lines
    from minds.registry import names

    options = dict.fromkeys(OTHERS) | options
    plan = read_options((), path, options | {"minds": [spec, next(name for name in names() if name != spec)]})
    if plan.budget.is_unlimited:
        plan = msgspec.structs.replace(plan, movetime=USUAL)
    admit([spec], trusted)
    examination = Examination(spec, plan, seconds, trusted)
    if position is not None and position > len(examination.trials):
        raise click.UsageError(f"--position {position}; there are {len(examination.trials)} in {plan.world}")
    found = examination.run(position or 0)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        for line in lines(found, plan.budget.seconds, plan.memory):
            click.echo(line)
        click.echo(_verdict(spec, bool(found.refusals), found.seconds))
    sys.exit(1 if found.refusals else 0)


def _verdict(spec: str, refused: bool, seconds: float) -> str:
    if refused:
        return f"\nnot yet ({seconds:.1f} s): mend what is refused, then ask again"
    return f"\nready ({seconds:.1f} s). The next command:\narena run {spec} any-random-legal-move minimax --games 10"
