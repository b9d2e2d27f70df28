"""A mind is one file: dropped into a folder of built-in minds, it is seen in every place that lists minds."""

import json
import re
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from click.testing import CliRunner

import minds.builtin
from arena.cli import arena
from arena.tournament.plan import make_plan
from minds.errors import SpecError
from minds.host import MindPlayer
from minds.registry import card, load, names
from tests.arena.web.conftest import serving
from tests.conftest import ROOT
from world.registry import new_world
from world.run import run

NEWCOMER = '''"""A mind for this test."""

from minds import Mind


class Newcomer(Mind):
    """Takes the last action."""

    name = "new-comer"
    needs = "game"

    def getaction(self, state):
        return state.actions[-1]
'''


@pytest.fixture
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a mind in a file of its own, in a folder beside that of the built-in minds."""
    folder = tmp_path / "builtin"
    folder.mkdir()
    (folder / "new_comer.py").write_text(NEWCOMER, encoding="utf-8")
    monkeypatch.setattr(minds.builtin, "__path__", [*minds.builtin.__path__, str(folder)])
    monkeypatch.delitem(sys.modules, "minds.builtin.new_comer", raising=False)
    return "new-comer"


def minds_on_the_page() -> set[str]:
    """The minds in the table "The built-in minds" of minds/README.md."""
    text = (ROOT / "minds" / "README.md").read_text(encoding="utf-8")
    _, section = text.split("\n## The built-in minds\n")
    rows = [line.split("|")[1] for line in section.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall("`([a-z-]+)`", row)}


def test_the_table_names_every_mind() -> None:
    """The page's table names the built-in minds and no others."""
    assert minds_on_the_page() == set(names())


def test_a_mind_without_a_row_fails_that_test(newcomer: str) -> None:
    """A new file makes the table incomplete until it has a row there."""
    assert set(names()) - minds_on_the_page() == {newcomer}


def test_it_is_listed(newcomer: str) -> None:
    """`arena minds` lists it with the worlds that it can play in."""
    listed = json.loads(CliRunner().invoke(arena, ["minds", "--json"]).output)
    (found,) = [one for one in listed if one["mind"] == newcomer]
    assert found["says"] == "Takes the last action."
    assert found["worlds"] == ["chess", "connect4", "tictactoe"]
    assert f"\n{newcomer} " in CliRunner().invoke(arena, ["minds"]).output


def test_its_name_is_that_of_its_file(newcomer: str) -> None:
    """A built-in mind with another name than its file is rejected by an error that names both."""
    (path,) = [Path(folder) / "new_comer.py" for folder in list(minds.builtin.__path__)[1:]]
    path.write_text(NEWCOMER.replace('"new-comer"', '"late-comer"'), encoding="utf-8")
    said = r"minds/builtin/new_comer\.py: name = 'late-comer'; expected 'new-comer', as the file is called"
    for look in (card, load):
        with pytest.raises(SpecError, match=said):
            look(newcomer)


def test_it_plays_where_no_minds_are_named(newcomer: str) -> None:
    """The default line-up of `arena run` contains it in the worlds that offer what it needs."""
    assert newcomer in make_plan().minds
    assert newcomer in make_plan(world="tictactoe").minds
    assert newcomer not in make_plan(world="maze").minds


def test_it_plays(newcomer: str) -> None:
    """It is loaded by its name, and plays a run."""
    record = run(new_world("tictactoe"), [MindPlayer(load(newcomer)), MindPlayer(load("minimax"))])
    assert record.actions[0] == "8"
    assert record.ending.fault is None


def test_guests_of_the_server_can_name_it(newcomer: str, tmp_path: Path) -> None:
    """The server and its page list it with its worlds, give it a seat there, and answer 422 elsewhere, saying why."""
    with serving(tmp_path) as site:
        (found,) = [mind for mind in site.get("/minds")["minds"] if mind["name"] == newcomer]
        assert found["worlds"] == ["chess", "connect4", "tictactoe"]
        with urlopen(f"{site.url}/play", timeout=20) as page:
            assert newcomer in page.read().decode()
        assert site.open(world="tictactoe", seats=[None, newcomer])["tokens"][1] is None
        with pytest.raises(HTTPError) as refused:
            site.open(world="maze", seats=[newcomer])
        assert refused.value.code == 422
        assert "cannot play in maze" in json.load(refused.value)["error"]
