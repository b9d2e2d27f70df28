"""Commands: each is one file, and each is in the help and on the reference page."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from arena import cli
from arena.cli import arena as group
from arena.cli.reference import reference
from tests.arena.command import arena

COMMAND = '''
"""`arena greet`: say hello."""

import click


@click.command(short_help="Say hello.")
@click.option("--name", metavar="NAME", help="Name to greet.")
def greet(name):
    """Print a greeting."""
    click.echo(f"hello, {name}")
'''


def test_a_command_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file added to the commands' folder is in `arena --help` and on the reference page, and runs."""
    (tmp_path / "greet.py").write_text(COMMAND, encoding="utf-8")
    monkeypatch.setattr(cli, "__path__", [*cli.__path__, str(tmp_path)])
    try:
        assert re.search(r"^  greet +Say hello\.$", arena("--help").stdout, re.MULTILINE)
        page = reference()
        assert "## arena greet" in page
        assert "Name to greet." in page
        assert arena("greet", "--name", "you").stdout == "hello, you\n"
        known = group.list_commands(click.Context(group))
        assert "greet" in known
        assert f"expected one of {', '.join(known)}" in arena("gret").stderr
    finally:
        sys.modules.pop("arena.cli.greet", None)


def test_a_file_of_two_words_is_a_command_with_a_hyphen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`say_hello.py` with a function `say_hello` is `arena say-hello`."""
    (tmp_path / "say_hello.py").write_text(COMMAND.replace("greet(", "say_hello("), encoding="utf-8")
    monkeypatch.setattr(cli, "__path__", [*cli.__path__, str(tmp_path)])
    try:
        assert re.search(r"^  say-hello +Say hello\.$", arena("--help").stdout, re.MULTILINE)
        assert "## arena say-hello" in reference()
        assert arena("say-hello", "--name", "you").stdout == "hello, you\n"
        assert "no command 'say_hello'; expected one of" in arena("say_hello").stderr
    finally:
        sys.modules.pop("arena.cli.say_hello", None)


def test_a_command_that_cannot_be_loaded_leaves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with a mistake is listed with its error, which is raised when the command is called."""
    (tmp_path / "greet.py").write_text(f"import no_such_module\n{COMMAND}", encoding="utf-8")
    monkeypatch.setattr(cli, "__path__", [*cli.__path__, str(tmp_path)])
    listed = arena("--help").stdout
    assert re.search(r"^  greet +Cannot be loaded: No module named", listed, re.MULTILINE)
    assert "List the minds." in listed
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        group.main(["greet", "--name", "you"], standalone_mode=False)


def test_files_without_a_command_are_none() -> None:
    """The files that commands share are not listed, and cannot be called."""
    assert "tables" not in arena("--help").stdout.split()
    assert "no command 'tables'" in arena("tables").stderr


def test_help_is_quick() -> None:
    """A new process needs less than 0.3 seconds of the processor for the help of all commands."""
    code = (
        "import time\nfrom arena.cli import main\ntry: main(['--help'])\nexcept SystemExit: print(time.process_time())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert "Play a tournament." in done.stdout
    assert float(done.stdout.splitlines()[-1]) < 0.3
