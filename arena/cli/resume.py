"""`arena resume`: go on with a tournament, or extend it."""

from pathlib import Path

import click

from arena.cli.lobby import lobby, lobby_options
from arena.cli.plan import TRUST


@click.command(short_help="Go on with a tournament.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.argument("specs", nargs=-1, metavar="[SPEC]...")
@click.option("--games", type=int, metavar="N", help="Play so many games for each pairing in all.")
@click.option("--concurrency", type=int, metavar="N", help="Games at once.")
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
    """Go on with the tournament in DIR after whatever interruption; nothing is played twice.

    With more games, or with further minds, it is extended.
    """
    from arena.cli.run import play
    from arena.errors import PlanError
    from arena.store.store import open_store
    from arena.tournament import formats
    from arena.tournament.plan import FIELDS, make_plan

    with open_store(folder) as store:
        store.check_sources()
        plan = store.plan
        fields = {name: getattr(plan, name) for name in FIELDS}
        if games is not None:
            if games < plan.games:
                raise PlanError(f"--games {games}: {plan.games} for each pairing are planned already")
            fields["games"] = games
        if concurrency is not None:
            fields["concurrency"] = concurrency
        if not formats.find(plan.format).can_be_extended and (games is not None or specs):
            raise PlanError(f"a {plan.format} cannot be extended, because results decide its pairings; play a new one")
        further = make_plan(**(fields | {"minds": [*plan.minds, *(spec for spec in specs if spec not in plan.minds)]}))
        if further != plan:
            store.set_plan(further)
    with lobby(further, port, host, password) as crew_of:
        play(folder, None, as_json, trusted, crew_of)
