"""The doctor's drill in a tiny form; `python -m tests.drills.doctor` is the whole one."""

import pytest

from tests.drills.doctor import Case, Result, User, drill


@pytest.mark.drill
def test_every_user_behind_every_wall(capsys: pytest.CaptureFixture[str]) -> None:
    """One attack by every user and attacker with the first Landlock: none gets through; each has a line."""
    assert drill("reading.secret", [1]) == []
    lines = capsys.readouterr().out.splitlines()
    assert len({tuple(line.split()[:4]) for line in lines[1:-1]}) == len(lines) - 2 >= 6
    assert "0 through, 0 not tried" in lines[-1]


def test_whatever_is_wrong_is_a_fault() -> None:
    """An attack that got through, one that was not tried and one behind other walls are named."""
    case = Case(User("ann"), namespaces=False, landlock=3)
    good = {
        "attack": "a.b", "attacker": "mind", "answer": "EPERM", "got_through": False, "tried": True,
        "lacking": "", "layers": case.walls(),
    }  # fmt: skip
    through, untried = (
        good | {"got_through": True, "answer": "read 3 bytes"},
        good | {"tried": False, "answer": "time: "},
    )
    assert Result(case, [good]).faults() == []
    assert Result(case, [good, through, untried, good | {"layers": "none"}]).faults() == [
        "ann, limits landlock:3 seccomp: a.b by mind: read 3 bytes",
        "ann, limits landlock:3 seccomp: a.b by mind: time: ",
        "ann, limits landlock:3 seccomp: some were tried behind none",
    ]
    assert next(Result(case, [good, through, untried]).lines()).split() == [
        "ann", "without", "3", "mind", "2", "1", "1", "0",
    ]  # fmt: skip
