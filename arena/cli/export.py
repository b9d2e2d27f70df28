"""`arena export`: write the portable form of a results folder."""

from pathlib import Path

import click


@click.command(short_help="Write the portable form of a tournament.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FOLDER", help="Folder for the files. [default: DIR itself]"
)
def export(folder: Path, out: Path | None) -> None:
    """Write the tournament in DIR as plan.toml and records-*.jsonl.gz, which hold everything.

    `arena report` and `arena resume` work on a folder with only these files; they are the form to archive and to send.
    """
    from arena.store import portable
    from arena.store.store import open_store

    with open_store(folder, examine="games") as store:
        for path in portable.export(store, out if out is not None else folder):
            click.echo(path)
