"""The statements of world/README.md about worlds that a machine can check."""

import inspect
import re
from copy import deepcopy

import pytest

from minds.registry import card, names
from tests.conftest import ROOT
from world.api import World
from world.conformance import check_world
from world.errors import IllegalAction, StartError
from world.games.graph.generate import MOST_NODES
from world.games.graph.world import MOST_STEPS as STEPS_A_NODE
from world.games.maze.map import MOST_ROWS
from world.games.maze.world import MOST_STEPS
from world.registry import new_world
from world.run import MAX_STATE_LENGTH
from world.trials import MOST_TRIALS
from world.wire import MAX_REPLY_BYTES

PAGE = (ROOT / "world" / "README.md").read_text(encoding="utf-8")
TEXT = " ".join(PAGE.split())
TABLE = dict(re.findall(r"^\| `(\w+)`[^|]*\|(.*)\|$", PAGE.split("A malformed")[0], re.MULTILINE))


def words_in_quotes(world: str, column: int) -> list[str]:
    """Return what stands in backticks in a column of a world's row, except the separator of a maze."""
    return [word for word in re.findall("`([^`…]+)`", TABLE[world].split("|")[column]) if word != "/"]


@pytest.mark.parametrize("world", ["tictactoe", "maze", "graph"])
def test_states_and_actions_in_the_table(world: str) -> None:
    """The first state in the row is a start from which the run passes through the row's other texts."""
    game = new_world(world)
    start, *later = words_in_quotes(world, 0)
    game.newrun(start)
    assert game.getstate() == start
    for state in later:
        *_, game = [path for path in reachable(game) if path.getstate() == state]
    last = words_in_quotes(world, 1)[-1]
    game.takeaction(last)


def reachable(game: World, depth: int = 3) -> list[World]:
    """Return copies of a world after every sequence of a few actions."""
    found = [game]
    for action in game.actions() if depth else []:
        after = deepcopy(game)
        after.takeaction(action)
        found += reachable(after, depth - 1)
    return found


def test_chess_actions_in_the_table() -> None:
    """ "12,28" is e2e4, "52,60,n" promotes to a knight and "52,60" to a queen; "0,0" is illegal."""
    chess = new_world("chess")
    assert chess.describe("12,28") == "e4"
    with pytest.raises(IllegalAction):
        chess.takeaction("0,0")
    chess.newrun("8/4P2k/8/8/8/8/8/4K3 w - - 0 1")
    assert [chess.describe(action) for action in ("52,60", "52,60,n")] == ["e8=Q", "e8=N"]


def test_numbers_on_the_page() -> None:
    """Limits and sizes are those of the code."""
    assert f"at most {MOST_STEPS:,} (or twice the shortest way" in TEXT
    assert STEPS_A_NODE == 4
    assert "four steps for each node" in TEXT
    assert f"up to {MOST_ROWS}x{MOST_ROWS}, or `roads 30`, up to {MOST_NODES} nodes" in TEXT
    assert f"a response has at most {MAX_REPLY_BYTES} bytes" in TEXT
    assert f"the first {MAX_STATE_LENGTH} letters of its state" in TEXT
    assert f"without it, {MOST_TRIALS} from random runs" in TEXT


@pytest.mark.parametrize("start", ["random 10x10", "random 50x80 25%", "rooms 40x64", "roads 30"])
def test_starts_on_the_page(start: str) -> None:
    """Each start made of words is on the page, and makes a map with a way."""
    assert f"`{start}`" in TEXT
    worlds = []
    for name in ("maze", "graph"):
        world = new_world(name)
        try:
            world.newrun(start, 5)
        except StartError:
            continue
        worlds.append(name)
    assert len(worlds) == 1


def test_methods_of_a_new_world() -> None:
    """The page lists exactly the methods that a world must have, and optional ones that World has."""
    required = re.search(r"Subclass \[World\]\(api.py\) and write (.*?)\. The arena", TEXT)
    assert required is not None
    assert set(re.findall(r"`(\w+)`", required[1])) == set(World.__abstractmethods__)
    optional = PAGE.split("| optional | for |")[1].split("\n\n")[0]
    listed = re.findall(r"^\| `(\w+)", optional, re.MULTILINE)
    members = dict(inspect.getmembers(World)) | World.__annotations__
    assert [name for name in listed if name not in members] == []


def test_minds_of_a_new_world() -> None:
    """The page names exactly the default minds that need rules to search or a way to find."""
    needs = {name: card(name).needs for name in names() if card(name).by_default}
    problem = {name for name, need in needs.items() if need == {"problem"}}
    game = {name for name, need in needs.items() if need == {"game"}}
    assert named_before("can play; copy") == game
    assert named_before("can. `arena minds`") == problem
    assert card("any-random-legal-move").needs == frozenset()


def named_before(end: str) -> set[str]:
    """Return the minds named in the sentence that ends so."""
    sentence = TEXT.split("## A new world")[1].split(end)[0].rpartition("), ")[2]
    return {name for name in re.findall(r"`([\w-]+)`", sentence) if name in names()}


def test_the_world_to_copy_exists() -> None:
    """The page names tictactoe.py as the world to copy, and that world keeps the contract."""
    copied = re.search(r"Copy \[(\w+)\.py\]\((.*?)\) to", TEXT)
    assert copied is not None
    assert copied[1] == "tictactoe"
    assert (ROOT / "world" / copied[2]).is_file()
    check_world(new_world(copied[1]))
