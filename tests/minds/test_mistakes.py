"""Mistakes that students make, and the words by which they are told, where the mind or its source shows them."""

import sys
from pathlib import Path

import chess
import pytest

from minds.answers import as_action
from minds.api import Mind
from minds.card import card
from minds.games import understanding
from minds.player import MindPlayer
from minds.registry import check, load
from world.api import Fault, MindFailure, Run, State

START = chess.STARTING_FEN
HEAD = "from minds import Mind\n\n\nclass Ann(Mind):\n    name = 'ann'\n\n"


def fault_of(mind: Mind, world: str = "chess", state: str = START, actions: tuple[str, ...] = ()) -> Fault:
    host = MindPlayer(mind)
    host.newrun(Run(world, 0))
    with pytest.raises(MindFailure) as failed:
        host.getaction(State(state, world, actions=actions))
    return failed.value.fault


def answering(answer: object) -> Mind:
    class Ann(Mind):
        def getaction(self, state: State) -> str:
            return answer  # type: ignore[return-value]

    return Ann()


def write(folder: Path, source: str) -> str:
    path = folder / "ann.py"
    path.write_text(source, encoding="utf-8")
    return str(path)


def test_a_missing_return_is_named_with_the_line_of_its_function() -> None:
    """None as an answer asks whether a `return` is missing, and says where getaction begins."""

    class Ann(Mind):
        def getaction(self, state: State) -> str:  # type: ignore[return,empty-body]
            str(state)

    line = Ann.getaction.__code__.co_firstlineno
    assert fault_of(Ann()).message == (
        'TypeError: getaction returned None; expected a Move, or text such as "12,28"; '
        f"is a `return` missing in getaction (test_mistakes.py, line {line})?"
    )
    assert fault_of(Ann()).traceback == ""


def test_a_move_of_python_chess_is_recognised() -> None:
    """The message about python-chess's move says what to return instead."""
    assert fault_of(answering(chess.Move.from_uci("e1f2"))).message == (
        "TypeError: getaction returned Move.from_uci('e1f2'), a python-chess Move; "
        "return one of state.position.legal_moves(), or move.uci()"
    )


def test_a_method_that_was_not_called_is_recognised() -> None:
    """The method move.uci, returned without its brackets, is asked about them."""
    assert fault_of(answering(chess.Move.from_uci("e1f2").uci)).message.endswith("; are its brackets () missing?")


def test_other_worlds_name_one_of_their_actions() -> None:
    """A number as an answer is told an action of the world that is played."""
    fault = fault_of(answering(4), "tictactoe", "... ... ... x", ("0", "4"))
    assert fault.message == 'TypeError: getaction returned 4; expected one of state.actions, such as "0"'


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("e2e4", "12,28"),
        ("e7e8q", "52,60,q"),
        (" E7E8N\n", "52,60,n"),
        ("e7e8", "52,60"),
        ("e1g1", "4,6"),
        ("12,28", "12,28"),
        ("52,60", "52,60"),
        ("0,0", "0,0"),
        ("e2e2", "e2e2"),
        ("e9e4", "e9e4"),
        ("Nf3", "Nf3"),
    ],
)
def test_a_move_may_be_returned_as_people_write_it(text: str, action: str) -> None:
    """Texts like "e2e4" and "e7e8q" are moves; any other text goes to the world as it is."""
    host = MindPlayer(answering(text))
    host.newrun(Run("chess", 0))
    assert host.getaction(State(START, "chess")).action == action


def test_only_chess_reads_squares() -> None:
    """In other worlds "e2e4" stays what it is."""
    assert as_action("e2e4", understanding("maze")) == "e2e4"


def test_a_syntax_error_is_shown_with_file_line_and_caret(tmp_path: Path) -> None:
    """The line stands below the message, with a caret under the mistake."""
    spec = write(tmp_path, f"{HEAD}    def getaction(self, state):\n        return moves[0)\n")
    with pytest.raises(ValueError, match=r"ann\.py', line 8: ") as wrong:
        check(spec)
    lines = str(wrong.value).splitlines()
    assert lines[1:] == ["    return moves[0)", "    " + " " * len("return moves[0") + "^"]


@pytest.mark.parametrize("name", ["getAction", "get_action", "getactions", "GetAction", "getacton", "gteaction"])
def test_a_near_miss_of_getaction_is_named_before_anything_runs(tmp_path: Path, name: str) -> None:
    """A misspelt getaction is rejected with its line and the right name; loaded all the same, it says so when asked."""
    spec = write(tmp_path, f"{HEAD}    def {name}(self, state):\n        return '12,28'\n")
    said = f"Ann has no getaction(self, state), but {name}; did you mean getaction?"
    with pytest.raises(ValueError, match=r"ann\.py, line 7: ") as wrong:
        check(spec)
    assert str(wrong.value).endswith(said)
    assert fault_of(load(spec)).message == f"NotImplementedError: {said}"


def test_a_getaction_outside_of_its_class_is_to_be_indented(tmp_path: Path) -> None:
    """A getaction that is not indented is found by its line."""
    spec = write(tmp_path, f"{HEAD}def getaction(self, state):\n    return '12,28'\n")
    with pytest.raises(ValueError, match="indent the one in line 7, so that it is in the class"):
        check(spec)


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}    from random import choice as getaction\n    getaction = min\n",
        f"{HEAD}\nAnn.getaction = min\n",
        f"{HEAD}\nsetattr(Ann, 'getaction', min)\n",
        f"from base import Thinker\n{HEAD.replace('(Mind)', '(Thinker, Mind)')}",
    ],
)
def test_a_getaction_from_elsewhere_is_allowed(tmp_path: Path, source: str) -> None:
    """A class whose getaction is not written as a method may be entered."""
    check(write(tmp_path, source))


@pytest.mark.parametrize(
    ("name", "method"), [("newRun", "newrun"), ("new_run", "newrun"), ("EndRun", "endrun"), ("end_run", "endrun")]
)
def test_a_near_miss_of_newrun_or_endrun_is_on_the_card(tmp_path: Path, name: str, method: str) -> None:
    """A misspelt newrun or endrun lets a mind play, but its card tells that nobody calls it."""
    body = f"    def getaction(self, state):\n        return '12,28'\n\n    def {name}(self):\n        pass\n"
    assert card(write(tmp_path, HEAD + body)).uncalled == (f"{name} is never called; did you mean {method}?",)


def test_what_newrun_would_have_set_is_explained() -> None:
    """An attribute that is missing because of a misspelt newrun says so."""

    class Ann(Mind):
        def getaction(self, state: State) -> str:
            return self.first  # type: ignore[no-any-return,attr-defined]

        def newRun(self) -> None:  # noqa: N802
            self.first = "12,28"

    fault = fault_of(Ann())
    assert fault.message.endswith("no attribute 'first'; newRun is never called; did you mean newrun?")
    assert "return self.first" in fault.traceback
    assert "player.py" not in fault.traceback


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def getaction(state):\n    return '12,28'\n", "class MyMind(Mind):"),
        ("class Bob:\n    def getaction(self, state):\n        return '12,28'\n", "did you mean class Bob(Mind)?"),
    ],
)
def test_no_subclass_is_told_with_the_lines_to_write(tmp_path: Path, source: str, said: str) -> None:
    """A file without a mind is told the smallest one; its lines are a mind that plays."""
    path = write(tmp_path, source)
    with pytest.raises(ValueError, match="no subclass of Mind") as wrong:
        check(path)
    assert said in str(wrong.value)
    _, *lines = str(wrong.value).splitlines()
    Path(path).write_text("".join(f"{line[4:]}\n" for line in lines), encoding="utf-8")
    sys.modules.pop("mind_ann", None)
    host = MindPlayer(load(path))
    host.newrun(Run("chess", 0))
    assert host.getaction(State(START, "chess")).action
