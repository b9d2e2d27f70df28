"""The backup that an organiser downloads: it is whole, one is made at a time, and a broken one is no answer."""

import asyncio
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from arena.course.administration.restoring import restore
from arena.course.register import ORGANISER, Register
from arena.errors import CourseError
from arena.web.course.download import Download
from tests.arena.web.course.conftest import Course, accept, secret

BACKUP = "/organiser/backup"


def test_a_backup_is_downloaded(course: Course, tmp_path: Path) -> None:
    """The course is made again from it: hand-ins with their files, tokens and settings, and no session."""
    accept(course, "ann", "first")
    browser = course.client(ORGANISER)
    assert BACKUP in browser.get("/organiser").text
    answer = browser.post(BACKUP)
    assert answer.status == 200
    assert answer.header("content-type") == "application/gzip"
    assert answer.header("cache-control") == "no-store"
    assert answer.header("content-disposition").endswith('.tar.gz"')
    (tmp_path / "backup.tar.gz").write_bytes(answer.body)
    found = restore(tmp_path / "backup.tar.gz", tmp_path / "again")
    assert set(found) == {"course.toml", "people.csv", "course.sqlite"}
    with Register(tmp_path / "again") as register:
        (one,) = register.hand_ins()
        assert one == course.intake.register.find(1)
        assert secret("source", "ann") in register.bundle_of(one).files[0].content.decode()
        assert register.holder_of(course.tokens["ann"]) == "ann"
    assert not list(course.folder.glob(".backup-*"))


def test_one_backup_is_made_at_a_time(course: Course) -> None:
    """A second one is refused with words, and harms neither the first nor one that comes after it."""
    browser, pieces = course.client(ORGANISER), course.served.organiser.back_up()
    first = next(pieces)
    answer = browser.post(BACKUP)
    assert answer.status == 409
    assert "A backup is being made already" in answer.text
    assert len(first + b"".join(pieces)) > 100
    assert [browser.post(BACKUP).status for _ in range(2)] == [200, 200]


def test_a_backup_that_cannot_begin_says_why(course: Course) -> None:
    """The page shows the reason, and the next try is free."""
    browser = course.client(ORGANISER)
    (course.folder / "course.toml").rename(course.folder / "aside")
    answer = browser.post(BACKUP)
    assert (answer.status, "course.toml" in answer.text) == (409, True)
    (course.folder / "aside").rename(course.folder / "course.toml")
    assert browser.post(BACKUP).status == 200


def send(pieces: Generator[bytes], is_gone: bool = False) -> list[dict[str, Any]]:
    """Send a download to a browser, which may be gone at once; return the messages to it."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        if not is_gone:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def take(message: Any) -> None:
        sent.append(message)
        await asyncio.sleep(0)

    async def answer() -> None:
        await Download("a.gz", "application/gzip", pieces)({"type": "http"}, receive, take)

    asyncio.run(answer())
    return sent


@pytest.mark.parametrize("problem", [CourseError("the disk is full"), None])
def test_an_answer_that_fails_breaks_off(problem: CourseError | None, caplog: pytest.LogCaptureFixture) -> None:
    """The answer is not ended as a whole one is, so that the browser says that it failed; the reason is logged."""

    def pieces() -> Generator[bytes]:
        yield b"one"
        if problem is not None:
            raise problem
        yield b"two"

    sent = send(pieces())
    assert sent[-1]["more_body"] == (problem is not None)
    assert ("a.gz is not sent: the disk is full" in caplog.text) == (problem is not None)


def endless(ended: list[bool]) -> Generator[bytes]:
    """The pieces of a file without an end; notes when its making is ended."""
    try:
        while True:
            yield b"more"
    finally:
        ended.append(True)


def test_a_browser_that_leaves_ends_the_making() -> None:
    """Nothing is made for nobody."""
    ended = list[bool]()
    send(endless(ended), is_gone=True)
    assert ended == [True]


def test_a_server_that_stops_ends_the_making() -> None:
    """A browser that is slow to take a file gets no more of it, and no error is logged."""
    ended = list[bool]()

    async def wait(_message: Any = None) -> Any:
        await asyncio.Event().wait()

    async def answer() -> None:
        sending = asyncio.create_task(
            Download("a.gz", "application/gzip", endless(ended))({"type": "http"}, wait, wait)
        )
        await asyncio.sleep(0)
        sending.cancel("the server stops")
        await sending

    asyncio.run(answer())
    assert ended == [True]
