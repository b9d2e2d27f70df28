"""The far end of the wire, spoken to by hand."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from minds.host import Service
from minds.spec import read_spec

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
NEWRUN = '{"world":"chess","seat":0,"seed":7,"budget":{"nodes":1000}}'
QUESTION = '{"budget":{"nodes":1000},"since":[]}'


def talk(spec: str, *lines: str) -> list[list[str]]:
    """What comes back, by fields."""
    answers = io.BytesIO()
    questions = io.BytesIO("".join(f"{line}\n" for line in lines).encode())
    Service(read_spec(spec), questions, answers).serve()
    return [line.split("\t") for line in answers.getvalue().decode().splitlines()]


def mind(folder: Path, body: str) -> str:
    path = folder / "mind.py"
    path.write_text(
        f"from minds import Mind\n\n\nclass Tested(Mind):\n    def getaction(self, state):\n        {body}\n",
        encoding="utf-8",
    )
    return str(path)


def test_a_run_over_the_wire() -> None:
    """Each answer echoes the word it was asked with."""
    end = '{"result":[1,0],"ending":"checkmate"}'
    ready, action, bye = talk(
        "minimax:depth=2", f"3f9a\tnewrun\t{NEWRUN}", f"81c2\tgetaction\t{START}\t{QUESTION}", f"77d0\tendrun\t{end}"
    )
    assert ready == ["3f9a", "ready"]
    assert action[:2] == ["81c2", "1,18"]
    assert json.loads(action[2])["depth"] == 2
    assert bye == ["77d0", "bye"]


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ("return 1 / 0", "crash", "ZeroDivisionError"),
        ("raise MemoryError", "memory", "out of memory"),
        ("return 'a\\tb'", "protocol", "cannot be sent"),
        ("return 'x' * 600", "protocol", "cannot be sent"),
        ("return None", "crash", "expected a Move"),
        ("raise ValueError('ü' * 100_000)", "crash", "ValueError"),
        ("self.thoughts = {'x': object()}; return '12,28'", "crash", "thoughts hold"),
    ],
)
def test_errors_come_as_errors(tmp_path: Path, body: str, kind: str, said: str) -> None:
    """An exception is an answer of its own kind, short enough for the wire, and the mind goes on."""
    spec = mind(tmp_path, body)
    _, error, ready = talk(spec, f"1\tnewrun\t{NEWRUN}", f"2\tgetaction\t{START}\t{QUESTION}", f"3\tnewrun\t{NEWRUN}")
    assert error[:2] == ["2", "error"]
    told = json.loads(error[2])
    assert told["kind"] == kind
    assert said in told["message"]
    assert len("\t".join(error).encode()) < 4096
    assert ready == ["3", "ready"]


def test_a_mind_that_cannot_be_loaded_says_so_at_its_first_run(tmp_path: Path) -> None:
    """With the traceback of its own file."""
    path = tmp_path / "mind.py"
    path.write_text("import nonsense_that_is_not_there\n", encoding="utf-8")
    ((_, word, told),) = talk(str(path), f"1\tnewrun\t{NEWRUN}")
    assert word == "error"
    assert "nonsense_that_is_not_there" in json.loads(told)["message"]


def test_too_many_thoughts_are_cut(tmp_path: Path) -> None:
    """They are no crime, but not sent."""
    spec = mind(tmp_path, "self.thoughts = {'pv': ['12,28'] * 1000}; return '12,28'")
    _, answer = talk(spec, f"1\tnewrun\t{NEWRUN}", f"2\tgetaction\t{START}\t{QUESTION}")
    assert answer[1] == "12,28"
    assert "cut" in json.loads(answer[2])


def test_printing_is_harmless(tmp_path: Path) -> None:
    """What a mind prints goes to the log, and reading its stdin finds nothing."""
    spec = mind(tmp_path, "import os; print('hello'); os.write(1, b'raw'); assert not input or True; return '12,28'")
    lines = f"1\tnewrun\t{NEWRUN}\n2\tgetaction\t{START}\t{QUESTION}\n"
    done = subprocess.run(
        [sys.executable, "-P", "-m", "minds.host", spec],
        input=lines,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "1\tready\n2\t12,28\n"
    assert "raw" in done.stderr
    assert "hello" in done.stderr
