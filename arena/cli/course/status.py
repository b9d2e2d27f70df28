"""`arena course status`: the state of a course at one look: season, queue and faults."""

import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arena.cli.course.arguments import FOLDER

if TYPE_CHECKING:
    from arena.course.administration.organiser import Organiser

QUEUE = ("place", "number", "name")
FAULTS = ("number", "name", "standing", "forfeits", "kinds")


@click.command(short_help="Show the season, the queue of checks, and versions that forfeit.")
@FOLDER
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def status(folder: Path, as_json: bool) -> None:
    """Show how the course in FOLDER is doing: its season, a pause, hand-ins that wait, and versions that forfeit."""
    from arena.course.administration.organiser import Organiser

    with Organiser(folder) as organiser:
        found = _found(organiser)
    if as_json:
        click.echo(json.dumps(found))
        return
    from arena.cli.tables import print_table

    season = found["season"]
    click.echo(f"season {season['name']}: {_local(season['opens'])} to {_local(season['closes'])}{_aside(found)}")
    if found["problem"]:
        click.echo(f"arena: {found['problem']}; the people of before stay", err=True)
    if found["settings_problem"]:
        click.echo(f"arena: the server will not start again: {found['settings_problem']}", err=True)
    if found["announcement"]:
        click.echo(f"announcement: {found['announcement']}")
    click.echo(f"\nwaiting for their check: {len(found['queue'])}")
    if found["queue"]:
        print_table(QUEUE, [[str(one[column]) for column in QUEUE] for one in found["queue"]])
    click.echo(f"\nversions with faults: {len(found['faults'])}")
    if found["faults"]:
        print_table(FAULTS, [_fault(one) for one in found["faults"]])


def _found(organiser: "Organiser") -> dict[str, Any]:
    import msgspec

    season, announcement = organiser.season(), organiser.announcement
    return {
        "season": msgspec.to_builtins(season),
        "finished": season.name in organiser.register.finished(),
        "paused": organiser.is_paused,
        "announcement": announcement.text if announcement else None,
        "problem": organiser.members.problem,
        "settings_problem": _settings_problem(organiser),
        "queue": msgspec.to_builtins(organiser.queue()),
        "faults": msgspec.to_builtins(organiser.faults()),
    }


def _settings_problem(organiser: "Organiser") -> str:
    """Return why a server would refuse the settings as they are now; "" if it would not."""
    from arena.course.ladder.begun import check_begun
    from arena.errors import CourseError

    try:
        check_begun(organiser.folder, organiser.course)
    except CourseError as problem:
        return str(problem)
    return ""


def _local(moment: str) -> str:
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def _aside(found: dict[str, Any]) -> str:
    return "".join(f", {word}" for word in ("finished", "paused") if found[word])


def _fault(one: dict[str, Any]) -> list[str]:
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(one["kinds"].items()))
    reason = ", ".join(filter(None, (kinds, one["lost"] and f"it rests until its files are back: {one['lost']}")))
    return [str(one["number"] or "baseline"), one["name"], one["standing"], str(one["forfeits"]), reason]
