"""`arena submit` tells where a hand-in is shown, and that the same files are not checked twice."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.submit import submit


@pytest.mark.parametrize(
    ("states", "is_again", "has_page"),
    [(["waiting", "accepted"], False, True), (["accepted"], True, True), (["rejected"], True, False)],
)
def test_it_says_what_comes_next(
    states: list[str], is_again: bool, has_page: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An accepted hand-in has the address of its page; files of before are said to be those."""
    (tmp_path / "mind.py").write_text("x = 1\n", encoding="utf-8")
    answers = [{"number": 3, "name": "Ann@2", "state": one, "words": "", "is_late": False} for one in states]
    monkeypatch.setattr("arena.cli.submit._ask", lambda *_: answers.pop(0))
    monkeypatch.setattr("arena.cli.submit.POLL", 0)
    done = CliRunner().invoke(submit, ["http://arena.example/", str(tmp_path / "mind.py"), "--token", "x"])
    assert done.exit_code == (0 if states[-1] == "accepted" else 1)
    assert ("the same files as before" in done.stderr) is is_again
    assert ("http://arena.example/mine/hand-ins/3" in done.stderr) is has_page
