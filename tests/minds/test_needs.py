"""Needs: what minds declare, what worlds offer, and how a mind that cannot play is rejected."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from minds.api import State
from minds.errors import SpecError, UnfitError
from minds.games import offers
from minds.registry import card, check, lineup, load, reject_misfits, why_unfit
from tests.arena.command import arena

MIND = """from minds import Mind


class Mine(Mind):
    name = "mine"
{}
    def getaction(self, state):
        return {}
"""


def write(folder: Path, declared: str, answer: str = "state.position.legal_moves()[0]") -> str:
    path = folder / "mine.py"
    path.write_text(MIND.format(declared and f"    {declared}\n", answer), encoding="utf-8")
    return str(path)


def test_worlds_offer_what_their_rules_do() -> None:
    """A world offers what the functions of its rules give; one without rules offers nothing."""
    assert offers("chess") == {"position", "game"}
    assert offers("tictactoe") == offers("connect4") == {"game"}
    assert offers("maze") == offers("graph") == {"problem"}
    assert offers("go") == offers("../chess") == frozenset()


@pytest.mark.parametrize(
    ("declared", "needs"),
    [
        ("", None),
        ("needs = None", set()),
        ("needs = 'position'", {"position"}),
        ("needs: ClassVar[str] = 'problem'", {"problem"}),
        ("needs = NEEDS", None),
        ("asks = []", None),
    ],
)
def test_needs_are_read_from_the_source(tmp_path: Path, declared: str, needs: "set[str] | None") -> None:
    """A card tells a mind that declares None from one that declares nothing."""
    spec = write(tmp_path, declared)
    check(spec)
    assert card(spec).needs == needs
    assert card(spec).by_default


def test_a_misspelt_need_is_an_error(tmp_path: Path) -> None:
    """A value that is not a need is quoted, with the ones that are."""
    with pytest.raises(SpecError, match="needs = 'positon'; expected one of position, game, problem, or None"):
        check(write(tmp_path, "needs = 'positon'"))


@pytest.mark.parametrize(
    ("spec", "needs"),
    [
        ("society", {"position", "game"}),
        ("society:members=minimax+alphabeta", {"game"}),
        ("society:members=any-random-legal-move", set()),
        ("society:members=society+bfs", {"position", "game", "problem"}),
        ("uci:true", {"position"}),
        ("cmd:true", set()),
        ("remote:alice", set()),
    ],
)
def test_needs_of_other_specs(spec: str, needs: set[str]) -> None:
    """A society needs what its members need, a UCI engine chess; programs and remote minds are let in everywhere."""
    assert card(spec).needs == needs


def test_minds_that_ask_each_other_are_read_to_a_depth(tmp_path: Path) -> None:
    """A mind that asks itself does not read its source for ever."""
    path = tmp_path / "mine.py"
    parameter = f"\n    asks = 'others'\n\n    def __init__(self, others='{path}+bfs'):\n        pass\n"
    path.write_text(MIND.format(f"    needs = 'game'\n{parameter}", "''"), encoding="utf-8")
    assert card(str(path)).needs == {"game", "problem"}


def test_a_misfit_is_told_what_is_missing() -> None:
    """The reason names the mind, the world, what it lacks, and the minds that can play."""
    assert why_unfit("minimax", "chess") is None
    with pytest.raises(
        UnfitError, match="'minimax' cannot play in maze, which does not offer rules to search; it play"
    ):
        reject_misfits(["bfs", "minimax"], "maze")
    assert "; it plays in graph, maze; expected one of alphabeta, " in str(why_unfit("dfs", "chess"))
    assert "would go into minds/games/go.py); it plays in graph, maze; expected one of any-random-legal-move" in str(
        why_unfit("bfs", "go")
    )


def test_a_position_in_another_world_names_the_line_to_add() -> None:
    """`state.position` in a maze raises an error with the line that declares the need."""
    with pytest.raises(UnfitError, match='maze does not offer the position of chess; add the line needs = "position"'):
        State("S.G", "maze").position  # noqa: B018


@pytest.mark.parametrize(
    "command",
    [
        ["run", "--world", "maze", "minimax"],
        ["run", "--world", "tictactoe", "minimax", "society"],
        ["play", "--world", "connect4", "alphabeta", "champion"],
        ["play", "--world", "maze", "alphabeta"],
        ["check", "--world", "maze", "minimax"],
        ["sprt", "bfs", "minimax"],
        ["uci", "bfs"],
    ],
)
def test_commands_reject_misfits(command: list[str], tmp_path: Path) -> None:
    """Every command that takes minds ends with one line and exit code 2."""
    out = ["--out", str(tmp_path / "out")] if command[0] in ("run", "sprt") else []
    done = arena(*command, *out)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot play in" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_stranger_without_needs_is_let_in(tmp_path: Path) -> None:
    """A file that declares nothing may play, and fails with the line that it lacks; a declared one is rejected."""
    undeclared = arena("play", "--world", "maze", write(tmp_path, ""))
    assert undeclared.returncode == 0
    assert 'needs = "position"' in undeclared.stderr
    declared = arena("play", "--world", "maze", write(tmp_path, 'needs = "position"'))
    assert declared.returncode == 2
    assert "cannot play in maze" in declared.stderr


@pytest.mark.parametrize("name", ["any-random-legal-move", "society"])
def test_minds_without_needs_play_by_the_actions(name: str) -> None:
    """These minds need nothing of a world, apart from what their members need."""
    assert type(load(name)).needs is None


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package with a mind and with rules of a world; importing it raises an error."""
    from minds import card, games, registry, spec

    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").write_text("1 / 0\n", encoding="utf-8")
    (tmp_path / "pack" / "mind.py").write_text(MIND.format("    needs = 'game'\n", "''"), encoding="utf-8")
    (tmp_path / "nim_rules.py").write_text("def game_of(state):\n    return None\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    points = {
        "arena.minds": EntryPoints([EntryPoint("installed", "pack.mind:Mine", "arena.minds")]),
        "arena.games": EntryPoints([EntryPoint("nim", "nim_rules", "arena.games")]),
    }
    for module in (card, games, registry, spec):
        monkeypatch.setattr(module, "entry_points", lambda group: points[group])
    games.rules_of.cache_clear()
    games.offers.cache_clear()
    yield
    games.rules_of.cache_clear()
    games.offers.cache_clear()


@pytest.mark.usefixtures("package")
def test_installed_minds_and_rules_count() -> None:
    """An installed mind's source is read without importing its package, and installed rules are offered."""
    assert card("installed").needs == {"game"}
    assert offers("nim") == {"game"}
    assert "installed" in lineup("nim")
    assert "installed" not in lineup("maze")
