"""A course as its users meet it: by the commands, a real server, and real checks and games."""

import csv
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from arena.entrants.bundle import bundle_file
from arena.store.store import open_store
from tests.arena.course.conftest import EVIL, PEOPLE, QUICK
from tests.arena.course.ladder.test_ladder import FIRST
from tests.conftest import until

COURSE = QUICK.replace("max_plies = 10", "max_plies = 10\nconcurrency = 1")
ARENA = (sys.executable, "-P", "-m", "arena")


def command(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the arena's."""
    return subprocess.run(
        (*ARENA, *words), capture_output=True, text=True, timeout=600, env=os.environ | variables, check=False
    )


@pytest.fixture
def course(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A course that was set up by the commands, with the tokens of its people."""
    folder = tmp_path / "course"
    assert command("course", "init", str(folder)).returncode == 0
    (folder / "course.toml").write_text(COURSE, encoding="utf-8")
    (folder / "people.csv").write_text(PEOPLE, encoding="utf-8")
    invited = command("course", "invite", str(folder))
    assert invited.returncode == 0, invited.stderr
    rows = list(csv.DictReader(invited.stdout.splitlines()))
    assert [row["name"] for row in rows] == ["Ann", "'=Bob()"]  # a spreadsheet would compute it otherwise
    return folder, {row["id"]: row["token"] for row in rows}


@contextmanager
def served(folder: Path, *options: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Serve a course; yield its address, and the server."""
    server = subprocess.Popen(
        (*ARENA, "serve", "--course", str(folder), "--port", "0", *options), stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    try:
        line = server.stderr.readline()
        assert "listening on" in line, line
        yield line.split("listening on ")[1].split(";")[0], server
    finally:
        server.send_signal(signal.SIGTERM)
        server.communicate(timeout=60)


def ask(url: str, path: str, token: str = "", body: bytes | None = None) -> tuple[int, dict[str, object]]:
    """Return the status and the JSON of an answer."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urlopen(Request(f"{url}{path}", body, headers), timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except HTTPError as refusal:
        return refusal.code, json.loads(refusal.read())


def games_in(folder: Path) -> int:
    """The number of games on the ladder."""
    if not (folder / "ladder" / "arena.sqlite").is_file():
        return 0
    with open_store(folder / "ladder", read_only=True) as store:
        return len(store.results())


@pytest.mark.drill  # the check alone takes fifteen seconds; test_ladder.py and test_examination.py test the parts
def test_from_an_invitation_to_the_ladder(course: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    """A mind is handed in, checked, accepted and plays; a server that is killed goes on where it was."""
    folder, tokens = course
    mind = tmp_path / "mind.py"
    mind.write_text(FIRST, encoding="utf-8")
    with served(folder) as (url, server):
        done = command("submit", url, str(mind), ARENA_TOKEN=tokens["ann"])
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Ann@1" in done.stderr
        assert done.stdout.endswith("accepted\n")
        until(lambda: games_in(folder) >= 2, seconds=300)
        server.kill()
        server.wait()
    before = games_in(folder)
    with served(folder) as (url, _):
        until(lambda: games_in(folder) >= before + 2, seconds=300)
        status, found = ask(url, "/hand-ins", tokens["ann"])
        assert status == 200
        assert [one["state"] for one in found["hand_ins"]] == ["accepted"]
        assert "Ann@1" in urlopen(f"{url}/results/ladder", timeout=60).read().decode()


def test_nobody_hands_in_for_others_or_too_much(course: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    """Wrong tokens, others' hand-ins, rubbish and floods are refused in words, and repeated uploads count once."""
    folder, tokens = course
    path = tmp_path / "mind.py"
    path.write_text(FIRST, encoding="utf-8")
    packed = bundle_file(path).pack()
    with served(folder) as (url, _):
        assert ask(url, "/hand-ins", body=packed)[0] == 401
        assert ask(url, "/hand-ins", "wrong", packed)[0] == 403
        assert ask(url, "/hand-ins", tokens["ann"], b"rubbish")[0] == 422
        assert ask(url, "/hand-ins", tokens["ann"], bytes(200_000))[0] == 413
        status, first = ask(url, "/hand-ins", tokens["bob"], packed)
        assert status == 200
        assert first["name"] == f"{EVIL}@1"
        assert ask(url, "/hand-ins", tokens["bob"], packed)[1]["number"] == first["number"]
        assert ask(url, f"/hand-ins/{first['number']}", tokens["ann"])[0] == 404
        assert ask(url, "/hand-ins", tokens["ann"]) == (200, {"hand_ins": []})
