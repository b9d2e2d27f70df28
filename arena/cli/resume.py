"""`arena resume`: resume a tournament, or extend it."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.lobby import lobby, lobby_options
from arena.cli.plan import TRUST
from arena.cli.tournament import plan_in, play
from arena.errors import PlanError

if TYPE_CHECKING:
    from arena.tournament.plan import Plan


@click.command(short_help="Resume or extend a tournament.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--games", type=int, metavar="N", help="Games for each pairing, those already played included.")
@click.option("--concurrency", type=int, metavar="N", help="Games played at once.")
@TRUST
@lobby_options
@click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON.")
def resume(
    folder: Path,
    specs: tuple[str, ...],
    games: int | None,
    concurrency: int | None,
    trusted: bool,
    port: int | None,
    host: str,
    password: str | None,
    as_json: bool,
) -> None:
    """Resume the tournament in DIR after an interruption; no game is played twice.

    More games or more minds extend it.
    """
    from arena.cell.admission import admit

    present = plan_in(folder)
    assert present is not None
    plan = extended(present, specs, games, concurrency)
    admit(plan.minds, trusted, remote=port is not None)
    with lobby(plan, port, host, password) as crew_of:
        play(folder, plan, as_json, trusted, crew_of)


def extended(plan: "Plan", specs: tuple[str, ...], games: int | None, concurrency: int | None) -> "Plan":
    """Return a plan with more minds, more games, or another concurrency."""
    from arena.tournament import formats
    from arena.tournament.plan import FIELDS, make_plan

    if games is not None and games < plan.games:
        raise PlanError(f"--games {games}: the plan has {plan.games} for each pairing already; expected more")
    if not formats.find(plan.format).can_be_extended and (games is not None or specs):
        raise PlanError(f"a {plan.format} cannot be extended, because results decide its pairings; start a new one")
    fields = {name: getattr(plan, name) for name in FIELDS}
    fields["minds"] = [*plan.minds, *(spec for spec in specs if spec not in plan.minds)]
    fields |= {name: value for name, value in (("games", games), ("concurrency", concurrency)) if value is not None}
    return make_plan(**fields)
