"""Every world keeps the contract, and `check_world` rejects a broken one."""

from typing import ClassVar

import pytest

from tests.conftest import ROOT
from world import registry
from world.api import Ending, Grid, IllegalAction, Opening, World
from world.conformance import check_world, playthrough
from world.errors import UnknownWorld
from world.games.tictactoe import TicTacToe
from world.registry import find, names, new_world

pytestmark = pytest.mark.long
STARTS = {
    "chess": ("", "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
    "tictactoe": ("", "x...o..../x"),
}


@pytest.mark.parametrize("name", names())
def test_worlds_keep_the_contract(name: str) -> None:
    """`check_world` accepts each of our worlds."""
    check_world(new_world(name), STARTS.get(name, ("",)))


@pytest.mark.parametrize("name", names())
def test_golden_playthroughs(name: str) -> None:
    """A stored run plays out the same; a change of the rules needs a new version of the world."""
    kept = ROOT / "tests" / "world" / "playthroughs" / f"{name}.txt"
    assert kept.exists(), f"make it with `python -m world.conformance {name} > {kept.relative_to(ROOT)}`"
    assert playthrough(new_world(name)) == kept.read_text(encoding="utf-8")


def test_worlds_are_found_by_name() -> None:
    """A world is found by its name; the error for a near miss suggests the right one."""
    assert {"chess", "tictactoe"} <= set(names())
    assert find("tictactoe") is TicTacToe
    with pytest.raises(UnknownWorld, match=r"no world 'ches'; expected one of chess.*did you mean chess"):
        new_world("ches")
    with pytest.raises(UnknownWorld):
        new_world("../../os")


def test_installed_worlds_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A package can ship a world by an entry point."""
    from importlib.metadata import EntryPoint, EntryPoints

    point = EntryPoint("noughts", "world.games.tictactoe:TicTacToe", "arena.worlds")
    monkeypatch.setattr(registry, "entry_points", lambda **_: EntryPoints([point]))
    assert "noughts" in names()
    assert isinstance(new_world("noughts"), TicTacToe)


class _Silent(TicTacToe):
    def takeaction(self, action: str) -> None:
        if action in self.actions():
            super().takeaction(action)


class _Forgetful(TicTacToe):
    played: ClassVar[int] = 0

    def newrun(self, start: str = "", seed: int = 0) -> None:
        _Forgetful.played += 1
        super().newrun("x......../o" if _Forgetful.played % 2 else "")


class _Generous(TicTacToe):
    def ending(self) -> Ending | None:
        ending = super().ending()
        return Ending(ending.kind, (1.0, 1.0)) if ending else None


class _Scripting(TicTacToe):
    def getimage(self) -> str:
        return super().getimage().replace("</svg>", "<script/></svg>")


class _Folded(TicTacToe):
    def getstate(self) -> str:
        return super().getstate() + "\t"


def _with_action(action: str) -> type[TicTacToe]:
    class Extended(TicTacToe):
        def actions(self) -> list[str]:
            return [action, *super().actions()] if not self.ending() else []

    return Extended


class _Impolite(TicTacToe):
    def turn(self) -> int:
        return 0


class _Changeable(TicTacToe):
    def takeaction(self, action: str) -> None:
        try:
            super().takeaction(action)
        except IllegalAction:
            self.mover = 1 - self.mover
            raise


class _Endless(TicTacToe):
    def actions(self) -> list[str]:
        return super().actions() or ["0"]


class _Stuttering(TicTacToe):
    def actions(self) -> list[str]:
        return super().actions() * 2


class _Blurred(TicTacToe):
    def getimage(self) -> str:
        return "<svg"


class _Pointless(TicTacToe):
    def getgrid(self, seat: int = 0) -> Grid | None:
        return Grid(3, 3, {"0": ((0, 0),)}, (("",) * 3,) * 3)


class _Askew(TicTacToe):
    def getgrid(self, seat: int = 0) -> Grid | None:
        return Grid(3, 3, dict.fromkeys(self.actions(), ((3, 0),)), (("",) * 3,) * 3)


class _Mute(TicTacToe):
    def describe(self, action: str) -> str:
        return ""


class _Deaf(TicTacToe):
    def understand(self, text: str) -> str:
        return "?"


class _Trusting(TicTacToe):
    def takeaction(self, action: str) -> None:
        self.cells = self.cells.replace(str(int(action)), "")
        super().takeaction(action)


class _Untried(TicTacToe):
    @classmethod
    def trials(cls) -> list[Opening]:
        return []


class _Unbeginnable(TicTacToe):
    @classmethod
    def trials(cls) -> list[Opening]:
        return [Opening("twice the same cell", "", ("4", "4"))]


class _Finished(TicTacToe):
    @classmethod
    def trials(cls) -> list[Opening]:
        return [Opening("won already", "", ("0", "3", "1", "4", "2"))]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (_Silent, "was taken in"),
        (_Forgetful, "began differently the second time"),
        (_Generous, "do not add up to 1"),
        (_Scripting, "has a script"),
        (_Folded, "is not one line"),
        *(
            (_with_action(word), "cannot go over the wire: it is a word of the protocol")
            for word in ("ready", "bye", "ask", "error")
        ),
        (_with_action("x" * 501), "cannot go over the wire: it has 501 bytes"),
        (_with_action("a\tb"), "is not one line"),
        (_with_action(""), "an action in .* is empty"),
        (_Impolite, "seat 0 is to act"),
        (_Changeable, "changed the world"),
        (_Endless, "there are actions left|was taken"),
        (_Stuttering, "listed twice"),
        (_Blurred, "not XML"),
        (_Pointless, "are not the world's"),
        (_Askew, "takes fields"),
        (_Mute, r"describe\(.* is empty"),
        (_Deaf, "is not an action"),
        (_Trusting, "expected IllegalAction"),
        (_Untried, r"trials\(\) is empty"),
        (_Unbeginnable, "cannot be begun"),
        (_Finished, "is over before"),
        (object, "is not a World"),
    ],
)
def test_broken_worlds_are_found_out(broken: type, said: str) -> None:
    """`check_world` names each way to break the contract."""
    with pytest.raises(AssertionError, match=said):
        check_world(broken())


def test_a_world_cannot_be_half_written() -> None:
    """A World subclass that lacks a method cannot be instantiated."""

    class Half(World):
        name, seats = "half", 1

    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]
