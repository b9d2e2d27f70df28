"""`arena entrants`: list the minds of a tournament, with their versions, and give their files back."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.errors import EntrantError
from minds.errors import quoted

if TYPE_CHECKING:
    from arena.store.store import Store


@click.command(short_help="List who plays in a tournament.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--export",
    "exported",
    nargs=2,
    metavar="NAME FOLDER",
    help="Write the files of the mind NAME, as they were entered, into a new FOLDER.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def entrants(folder: Path, exported: tuple[str, str] | None, as_json: bool) -> None:
    """List the minds of the tournament in DIR: name, standing, version, files and spec."""
    from arena.store.store import open_store

    with open_store(folder, examine="file") as store:
        if exported is not None:
            export(store, exported[0], Path(exported[1]))
            return
        rows = list(describe(store))
    if as_json:
        click.echo(json.dumps(rows))
        return
    from arena.cli.tables import print_table

    print_table(list(rows[0]) if rows else [], [[str(value) for value in row.values()] for row in rows])


def describe(store: "Store") -> Iterator[dict[str, str | int]]:
    """Yield a row for each entrant."""
    for entrant in store.entrants():
        files = len(store.bundle(entrant.bundle).files) if entrant.bundle else 0
        yield {
            "name": entrant.name,
            "author": entrant.author,
            "standing": entrant.standing,
            "version": entrant.version[:12] or "unknown",
            "files": files,
            "spec": entrant.spec,
        }


def export(store: "Store", name: str, folder: Path) -> None:
    """Write an entrant's files into a new folder."""
    _, entrant = store.entrant(name)
    if not entrant.bundle:
        raise EntrantError(f"{quoted(name)} has no files of its own: it is {entrant.spec}")
    if folder.exists():
        raise EntrantError(f"{quoted(str(folder))} exists already; expected a new folder")
    for file in store.bundle(entrant.bundle).files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
        path.chmod(0o755 if file.is_executable else 0o644)
        click.echo(path)
