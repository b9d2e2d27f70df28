"""A world is one file: dropped into a folder of worlds, it is seen in every place that lists worlds."""

import json
import re
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

import world.games
from arena.cli import arena
from minds.registry import lineup
from tests.arena.web.conftest import serving
from tests.conftest import ROOT
from world.conformance import check_world
from world.errors import UnknownWorld
from world.registry import names, new_world

COUNTDOWN = '''"""The countdown world: the players take one or two away in turn, and the last to take wins."""

from world.api import Ending, IllegalAction, World


class Countdown(World):
    """Take one or two away in turn; the last to take wins. A state is a number, "7"; an action is 1 or 2."""

    name = "countdown"
    seats = 2

    def __init__(self):
        self.newrun()

    def newrun(self, start="", seed=0):
        self.left, self.mover = int(start or 7), 0

    def getstate(self):
        return f"{self.left} {self.mover}"

    def turn(self):
        return self.mover

    def actions(self):
        return ["1", "2"][: self.left]

    def takeaction(self, action):
        if action not in self.actions():
            raise IllegalAction(action, f"one of {' '.join(self.actions())}")
        self.left, self.mover = self.left - int(action), 1 - self.mover

    def ending(self):
        return None if self.left else Ending("nothing left", (0.0, 1.0) if self.mover == 0 else (1.0, 0.0))

    def getscore(self):
        ending = self.ending()
        return ending.result if ending else (0.0, 0.0)

    def getimage(self):
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="8">{self.left}</text></svg>'
'''


@pytest.fixture
def countdown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a world in a file of its own, in a folder beside that of our worlds."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "countdown.py").write_text(COUNTDOWN, encoding="utf-8")
    monkeypatch.setattr(world.games, "__path__", [*world.games.__path__, str(folder)])
    monkeypatch.delitem(sys.modules, "world.games.countdown", raising=False)
    return "countdown"


def worlds_on_the_page() -> set[str]:
    """The worlds in the first table of world/README.md."""
    text = (ROOT / "world" / "README.md").read_text(encoding="utf-8")
    table = re.split(r"^\| world \|", text, maxsplit=1, flags=re.MULTILINE)[1].partition("\n\n")[0]
    return set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE))


def test_the_table_names_every_world() -> None:
    """The page's table names our worlds and no others."""
    assert worlds_on_the_page() == set(names())


def test_a_world_without_a_row_fails_that_test(countdown: str) -> None:
    """A new file makes the table incomplete until it has a row there."""
    assert set(names()) - worlds_on_the_page() == {countdown}


def test_it_is_listed(countdown: str) -> None:
    """`arena worlds` lists it."""
    listed = json.loads(CliRunner().invoke(arena, ["worlds", "--json"]).output)
    (found,) = [one for one in listed if one["world"] == countdown]
    assert found["seats"] == 2


def test_it_is_played(countdown: str) -> None:
    """`arena play --world` plays it with a mind that needs nothing, and names those minds to one that needs rules."""
    command = ["play", "--world", countdown, "any-random-legal-move"]
    played = CliRunner().invoke(arena, [*command, "any-random-legal-move"])
    assert "nothing left" in played.output
    refused = CliRunner().invoke(arena, [*command, "minimax"])
    assert (
        "does not offer rules to search (its rules would go into minds/games/countdown.py); it plays in chess"
        in str(refused.exception)
    )
    assert "expected one of any-random-legal-move" in str(refused.exception)
    assert lineup(countdown) == ["any-random-legal-move"]


def test_it_keeps_the_contract(countdown: str) -> None:
    """The conformance check of worlds finds it by its name, and has nothing to say."""
    check_world(new_world(countdown))


def test_the_server_has_it(countdown: str, tmp_path: Path) -> None:
    """`GET /worlds` and the page of `/play` list it, and a run of it can be opened."""
    with serving(tmp_path) as site:
        assert countdown in [one["name"] for one in site.get("/worlds")["worlds"]]
        with urlopen(f"{site.url}/play", timeout=20) as page:
            assert countdown in page.read().decode()
        opened = site.open(world=countdown, seats=[None, None])
        assert site.get(f"/runs/{opened['id']}")["world"] == countdown


def test_a_half_written_world_is_named(countdown: str) -> None:
    """A world without some of its methods is rejected by an error that names its file and those methods."""
    (folder,) = list(world.games.__path__)[1:]
    unfinished = COUNTDOWN.replace("def takeaction", "def take").replace("def getscore", "def score")
    (Path(folder) / "countdown.py").write_text(unfinished, encoding="utf-8")
    said = "world/games/countdown.py: Countdown lacks getscore, takeaction; see world/games/tictactoe.py"
    with pytest.raises(UnknownWorld, match=re.escape(said)):
        new_world(countdown)
