"""A format or a command is added with one file: it appears wherever it belongs, and nothing else is changed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FORMAT = '''
"""Only the first two minds play."""

from arena.tournament.schedule import Format, pairing

FORMAT = Format(
    "the first two minds meet",
    lambda plan, openings, results: pairing(plan, openings, (0, 1), 1, 0, plan.games),
    lambda plan: plan.games,
)
'''
COMMAND = '''
"""`arena greet`: say hello."""

import click


@click.command(short_help="Say hello.")
@click.option("--name", metavar="NAME", help="Name to greet.")
def greet(name):
    """Print a greeting."""
    click.echo(f"hello, {name}")
'''
RUN = ["any-random-legal-move", "minimax:depth=1", "pst-engine", "--depth", "1", "--max-plies", "6", "--json"]


def extended(package: str, folder: Path, *arguments: str) -> str:
    """Run `arena`, or print its reference page, in a process in which a package also looks into a folder."""
    code = (
        "import importlib, sys\n"
        f"importlib.import_module({package!r}).__path__.append({str(folder)!r})\n"
        "if __name__ == '__main__':\n"
        "    from arena.cli import main\n"
        "    from arena.cli.reference import reference\n"
        f"    print(reference()) if {arguments!r} == ('reference',) else main({list(arguments)!r})\n"
    )
    script = folder.parent / "script.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder for the new file."""
    (tmp_path / "added").mkdir()
    return tmp_path / "added"


def test_a_format_is_one_file(folder: Path, tmp_path: Path) -> None:
    """A new format is in `arena run --help` and the reference, and a tournament can be played and reported in it."""
    (folder / "duel.py").write_text(FORMAT, encoding="utf-8")
    package = "arena.tournament.formats"
    assert "[duel|gauntlet|" in extended(package, folder, "run", "--help")
    assert "duel: the first two minds meet" in " ".join(extended(package, folder, "reference").split())
    options = ["--format", "duel", "--games", "2", "--out", str(tmp_path / "out")]
    rows = json.loads(extended(package, folder, "run", *RUN, *options))
    assert {row["mind"]: row["games"] for row in rows} == {"any-random-legal-move": 2, "minimax:depth=1": 2}
    assert "chess, duel, 3 minds, 2 games" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")


def test_a_command_is_one_file(folder: Path) -> None:
    """A new command is in `arena --help` and the reference, and runs."""
    (folder / "greet.py").write_text(COMMAND, encoding="utf-8")
    assert "greet   Say hello." in extended("arena.cli", folder, "--help")
    page = extended("arena.cli", folder, "reference")
    assert "## arena greet" in page
    assert "Name to greet." in page
    assert extended("arena.cli", folder, "greet", "--name", "you") == "hello, you\n"
