"""Gigabytes to and from the server of a course: they fill no memory, and everybody else is answered meanwhile."""

import http.client
import os
import re
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from arena.course.register import ORGANISER, Register
from tests.arena.course.test_course import served
from tests.arena.web.course.conftest import make_folder
from tests.arena.web.course.test_course_in_browser import hand_ins, tokens_of
from tests.conftest import until

pytestmark = pytest.mark.drill
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
MANY_BYTES = 1 << 30
MANY_MEBIBYTES, MOST_MORE = 200, 40 << 20  # of a register, and bytes of memory that the server takes for a copy of it
LONGEST_ANSWER = 3.0  # seconds, on a busy machine


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a course."""
    make_folder(tmp_path)
    return tmp_path


def memory_of(process: int) -> int:
    """Return the bytes of memory that a process has."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) * 1024


def test_a_gigabyte_is_not_taken(folder: Path) -> None:
    """A body without a length that does not end is cut; the server's memory stays as it is."""
    tokens = tokens_of(folder)
    with served(folder) as (url, server):
        host = urlsplit(url).netloc
        cookie = session_of(host, tokens["ann"])
        before, sent = memory_of(server.pid), 0
        connection = http.client.HTTPConnection(host, timeout=60)
        connection.putrequest("POST", "/mine")
        for name, value in (("Origin", f"http://{host}"), ("Cookie", cookie), ("Transfer-Encoding", "chunked")):
            connection.putheader(name, value)
        connection.putheader("Content-Type", "multipart/form-data; boundary=x")
        connection.endheaders()
        chunk = bytes(1 << 20)
        with suppress(OSError):  # the server has closed the connection
            while sent < MANY_BYTES:
                connection.send(b"100000\r\n" + chunk + b"\r\n")
                sent += len(chunk)
        connection.close()
        assert sent < MANY_BYTES // 8
        assert memory_of(server.pid) - before < 64 << 20
        assert hand_ins(folder) == []


def test_a_large_backup_is_harmless(folder: Path) -> None:
    """While it is made, pages are answered and memory stays small; one that is broken off leaves nothing behind."""
    tokens = tokens_of(folder)
    with Register(folder) as register, register.change() as db:
        packed = ((f"digest {number}", os.urandom(1 << 20)) for number in range(MANY_MEBIBYTES))
        db.executemany("INSERT INTO bundles VALUES (?, ?)", packed)
    with served(folder) as (url, server):
        host = urlsplit(url).netloc
        cookie = session_of(host, tokens[ORGANISER])
        before, size = memory_of(server.pid), 0
        with downloading(host, cookie) as answer:
            while piece := answer.read(8 << 20):
                size += len(piece)
                began = monotonic()
                urlopen(f"{url}/", timeout=60).read()
                assert monotonic() - began < LONGEST_ANSWER
                assert memory_of(server.pid) - before < MOST_MORE
        assert size > MANY_MEBIBYTES << 20
        with downloading(host, cookie) as answer:
            answer.read(1 << 20)
            assert list(folder.glob(".backup-*/copy"))
        until(lambda: not list(folder.glob(".backup-*")), seconds=60)
        until(lambda: can_download(host, cookie), seconds=60)


@contextmanager
def downloading(host: str, cookie: str) -> Iterator[http.client.HTTPResponse]:
    """Ask for a backup, and break off at the end of the `with` block, if it is not whole then."""
    with closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        connection.request("POST", "/organiser/backup", "", {"Origin": f"http://{host}", "Cookie": cookie, **FORM})
        answer = connection.getresponse()
        yield answer
        answer.close()


def can_download(host: str, cookie: str) -> bool:
    """Return True if a backup begins, which is broken off then."""
    with downloading(host, cookie) as answer:
        return answer.status == http.client.OK


def session_of(host: str, token: str) -> str:
    """Sign in; return the cookie."""
    with closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        connection.request("POST", "/sign-in", f"token={token}", {"Origin": f"http://{host}", **FORM})
        return (connection.getresponse().getheader("Set-Cookie") or "").partition(";")[0]
