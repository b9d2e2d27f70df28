"""A whole course with a real server, real checks and real games: what an organiser does while it is served."""

import signal
from datetime import UTC, datetime
from pathlib import Path
from urllib.request import urlopen

import pytest

from arena.course.administration.organiser import Organiser
from arena.course.ladder.begun import FOLDER
from arena.course.ladder.practice import ask as ask_for_practice
from arena.course.ladder.practice import practices
from arena.course.register import Register
from arena.entrants.entrant import Standing
from arena.store.store import open_store
from tests.arena.course.administration.test_forgetting import files_with
from tests.arena.course.ladder.test_ladder import CRASHES, FIRST
from tests.arena.course.seasons.test_ending import LAST
from tests.arena.course.test_course import COURSE, ask, command, course, games_in, served
from tests.conftest import until

pytestmark = pytest.mark.drill  # each check takes fifteen seconds
__all__ = ["course"]
LONG = 600  # seconds that a busy machine may need


def submit(url: str, folder: Path, token: str, text: str, *options: str) -> int:
    """Hand in a mind by the command; return its exit code."""
    path = folder / "mind.py"
    path.write_text(text, encoding="utf-8")
    return command("submit", url, str(path), *options, ARENA_TOKEN=token).returncode


def standings(folder: Path) -> dict[str, Standing]:
    """The standings on the ladder, by name."""
    with open_store(folder / FOLDER, read_only=True) as store:
        return {one.name: one.standing for one in store.entrants()}


def is_quiet(folder: Path) -> bool:
    """True if no worker plays on the ladder."""
    return not (folder / FOLDER / "live").exists() or not list((folder / FOLDER / "live").iterdir())


def test_what_an_organiser_does_works_while_the_course_is_served(
    course: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    """Practice, pause, withdraw, play again, back up, forget and finish take effect in seconds, through a kill -9."""
    folder, tokens = course
    (folder / "course.toml").write_text(COURSE.replace("max_plies = 10", "max_plies = 10\ngames = 20"), "utf-8")

    def run(*words: object) -> str:
        done = command("course", *map(str, words))
        assert done.returncode == 0, done.stderr
        return done.stdout

    with served(folder) as (url, server):
        assert submit(url, tmp_path, tokens["ann"], FIRST) == 0
        assert submit(url, tmp_path, tokens["bob"], LAST) == 0
        assert submit(url, tmp_path, tokens["bob"], CRASHES) == 1
        until(lambda: games_in(folder) >= 8, LONG)
        with Register(folder) as register:
            wish = ask_for_practice(register, folder, "person ann", "any-random-legal-move", 2, datetime.now(UTC))
            until(lambda: practices(register, wish.hand_in)[0].begun == 2, LONG)

        run("pause", folder)
        until(lambda: is_quiet(folder), LONG)
        before = games_in(folder)
        assert submit(url, tmp_path, tokens["ann"], LAST, "--no-wait") == 0
        assert "waiting for their check: 1" in run("status", folder)
        assert games_in(folder) == before
        run("resume", folder)
        with Register(folder) as register:
            until(lambda: register.find(4).state == "accepted", LONG)
        until(lambda: standings(folder).get("Ann@2") == "playing", LONG)

        run("withdraw", folder, 4)
        until(lambda: standings(folder)["Ann@1"] == "playing" and standings(folder)["Ann@2"] == "withdrawn", LONG)
        run("play-again", folder, 3)
        with Register(folder) as register:
            until(lambda: register.find(3).state == "rejected", LONG)

        run("backup", folder, tmp_path / "course.tar.gz")
        run("forget", folder, "bob", "--yes")
        until(lambda: not files_with(folder / FOLDER, "alert(1)"), LONG)
        until(lambda: "alert(1)" not in urlopen(f"{url}/results/ladder", timeout=60).read().decode(), LONG)
        assert ask(url, "/hand-ins", tokens["bob"])[0] == 403

        with Organiser(folder) as organiser:
            organiser.finish("spring", is_early=True)
        until(lambda: (folder / "season-spring" / "arena.sqlite").is_file(), LONG)
        server.send_signal(signal.SIGKILL)
        server.wait()
    with served(folder) as (url, _):
        until(lambda: (folder / "standings-spring.csv").is_file(), LONG)
        assert "ann" in (folder / "standings-spring.csv").read_text("utf-8")
        assert "Ann@1" in urlopen(f"{url}/results/season-spring", timeout=60).read().decode()

    run("restore", tmp_path / "course.tar.gz", tmp_path / "restored")
    restored = tmp_path / "restored"
    before = games_in(restored)
    with served(restored) as (url, _):
        assert len(ask(url, "/hand-ins", tokens["bob"])[1]["hand_ins"]) == 2  # type: ignore[arg-type]
        until(lambda: games_in(restored) >= before + 2, LONG)
