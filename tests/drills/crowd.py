"""People in front of a course's pages, in one thread: students, who hand in and reload, and watchers, who follow games.

Each has an address of its own on the loopback, one connection that is kept, as a browser keeps it, and a second one for
events. The pages' scripts are played as they behave: who looks at all versions' standings asks every two seconds
whether there are new games, and if so for the page again; the ladder is asked for every fifteen seconds, and a hand-in
that waits for its check every two.
"""

import asyncio
import gzip
import json
import random
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple

QUICK, COST = 2.0, 20  # seconds between two questions, and times as long as the page took, as in follow.js
SOON, SLOWLY = 2.0, 15.0  # seconds between two looks at a page, as in course.js
STAY = (8.0, 25.0)  # seconds that a watcher looks at one page
THINK = (3.0, 8.0)  # seconds between two pages of a student
RAMP = 0.25  # share of the time in which all come
LONGEST_LINE = 1 << 22  # bytes
TIMEOUT = 60.0  # seconds for an answer
FULL, NOT_CHANGED, GONE = 503, 304, 404
LADDER, SUMMARY = "/results/ladder", "/results/ladder/summary.json"
BOUNDARY = "drill-0123456789"
IMAGE = re.compile(rb'"image":("[^"]*")')


class Reply(NamedTuple):
    """An answer, with its seconds from the request to the last byte."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float

    @property
    def text(self) -> bytes:
        """The body as it was before it was compressed."""
        return gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body


class Timings:
    """The seconds of all answers by page, and all that went wrong."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []
        self.lags: list[float] = []  # seconds by which this program woke up too late
        self.full = self.bytes = 0  # streams that were refused, and bytes of the others
        self.streams = self.most_streams = 0

    def note(self, page: str, reply: Reply, wanted: tuple[int, ...]) -> None:
        """Note an answer."""
        self.seconds[page].append(reply.seconds)
        if reply.status not in wanted:
            self.errors.append(f"{page}: {reply.status} {reply.body[:200]!r}")


class Browser:
    """One person's browser."""

    def __init__(self, port: int, address: str, timings: Timings) -> None:
        self.port, self.address, self.timings = port, address, timings
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.etags: dict[str, str] = {}
        self.cookie = self.image = ""

    async def get(self, page: str, path: str) -> Reply:
        """Ask for a page, whose name is that of its line in the report."""
        known = {"If-None-Match": self.etags[path]} if path in self.etags else {}
        reply = await self.ask("GET", path, known)
        if "etag" in reply.headers:
            self.etags[path] = reply.headers["etag"]
        self.timings.note(page, reply, (200, NOT_CHANGED))
        return reply

    async def post(self, page: str, path: str, kind: str, body: bytes, wanted: tuple[int, ...]) -> Reply:
        """Send a form."""
        headers = {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": kind, "Content-Length": str(len(body))}
        reply = await self.ask("POST", path, headers, body)
        self.timings.note(page, reply, wanted)
        return reply

    async def ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Reply:
        """Send a request, again on a new connection if the server has closed the one that was kept."""
        head = {"Host": f"127.0.0.1:{self.port}", "Accept-Encoding": "gzip", "Cookie": self.cookie, **headers}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items() if value)]
        sent = "\r\n".join([*lines, "", ""]).encode() + body
        began = perf_counter()
        for is_last in (self.streams is None, True):
            try:
                reader, writer = self.streams = self.streams or await self.connect()
                writer.write(sent)
                return await asyncio.wait_for(_read(reader, began), TIMEOUT)
            except (OSError, EOFError, TimeoutError) as problem:
                self.close()
                if is_last:
                    return Reply(0, {}, repr(problem).encode(), perf_counter() - began)
            except asyncio.CancelledError:  # the rest of this answer would be taken for the next one
                self.close()
                raise
        raise AssertionError

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0), limit=LONGEST_LINE)

    def close(self) -> None:
        """Close the connection that is kept."""
        if self.streams is not None:
            self.streams[1].close()
        self.streams = None

    async def listen(self, page: str, path: str, seconds: float) -> None:
        """Hold a stream of events open for some seconds; note the time to its first bytes."""
        began, timings = perf_counter(), self.timings
        reader, writer = await self.connect()
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            first = await asyncio.wait_for(reader.read(1 << 16), TIMEOUT)
            status = int(first.split(b" ", 2)[1]) if first else 0
            if status == FULL:
                timings.full += 1
                return await asyncio.sleep(seconds)
            timings.note(page, Reply(status, {}, first[:200], perf_counter() - began), (200,))
            timings.streams += 1
            timings.most_streams = max(timings.most_streams, timings.streams)
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        while line := await reader.readline():
                            timings.bytes += len(line)
                            await self._draw(line)
                        timings.errors.append(f"{page}: the server ended the stream")
            finally:
                timings.streams -= 1
        finally:
            writer.close()

    async def _draw(self, line: bytes) -> None:
        """Ask for the boards that a line of the stream names, as the page does."""
        for found in dict.fromkeys(IMAGE.findall(line)):
            path = json.loads(found)
            if path and path != self.image:
                self.image = path
                reply = await self.ask("GET", path, {})
                self.timings.note("live board", reply, (200, GONE))


async def _read(reader: asyncio.StreamReader, began: float) -> Reply:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
    status, body = int(head[0].split(" ", 2)[1]), b""
    if status == NOT_CHANGED:
        pass
    elif headers.get("transfer-encoding") == "chunked":
        while size := int(await reader.readline(), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readline()
    else:
        body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Reply(status, headers, body, perf_counter() - began)


# ── People ───────────────────────────────────────────────────────────────────────────────────


class Crowd:
    """All people for some seconds."""

    def __init__(self, port: int, seconds: float, seed: int = 1) -> None:
        self.port, self.seconds, self.timings, self.luck = port, seconds, Timings(), random.Random(seed)
        self.games: list[str] = []  # names of some games

    def run(self, students: list[tuple[str, str, bytes]], watchers: int) -> Timings:
        """Let students, each a token, a version's name and a mind, and so many watchers use the pages."""
        asyncio.run(self._run(students, watchers))
        return self.timings

    async def _run(self, students: list[tuple[str, str, bytes]], watchers: int) -> None:
        people: list[Callable[[Browser], Awaitable[None]]] = [lambda b, s=s: self._study(b, *s) for s in students]
        people += [lambda b, n=n: self._watch(b, n) for n in range(watchers)]
        tasks = [asyncio.ensure_future(self._live(number, one)) for number, one in enumerate(people)]
        tasks.append(asyncio.ensure_future(self._watch_clock()))
        _, left = await asyncio.wait(tasks, timeout=self.seconds)
        while left:  # `wait_for` may lose a cancellation that comes together with its result
            for task in left:
                task.cancel()
            _, left = await asyncio.wait(left, timeout=1.0)
        for found in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(found, Exception):
                self.timings.errors.append(repr(found))

    async def _watch_clock(self) -> None:
        while True:
            began = perf_counter()
            await asyncio.sleep(0.05)
            self.timings.lags.append(perf_counter() - began - 0.05)

    async def _live(self, number: int, life: Callable[[Browser], Awaitable[None]]) -> None:
        await asyncio.sleep(self.luck.uniform(0, RAMP * self.seconds))
        browser = Browser(self.port, f"127.1.{number // 250}.{number % 250 + 1}", self.timings)
        try:
            await life(browser)
        finally:
            browser.close()

    async def _study(self, browser: Browser, token: str, version: str, mind: bytes) -> None:
        """Sign in, look, hand in, and look again and again."""
        form = "application/x-www-form-urlencoded"
        reply = await browser.post("sign in", "/sign-in", form, f"token={token}".encode(), (303,))
        browser.cookie = reply.headers.get("set-cookie", "").partition(";")[0]
        await browser.get("mine", "/mine")
        await asyncio.sleep(self.luck.uniform(0, self.seconds / 2))
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="mind.py"\r\n\r\n'.encode()
        body = head + mind + f"\r\n--{BOUNDARY}--\r\n".encode()
        reply = await browser.post("hand in", "/mine", f"multipart/form-data; boundary={BOUNDARY}", body, (303,))
        own = reply.headers.get("location", "/mine")
        while True:
            await self._stay(browser, "mine", "/mine", self.luck.uniform(*THINK), SOON)
            await self._stay(browser, "hand-in", own, self.luck.uniform(*STAY), SOON)
            await browser.get("games of a mind", f"{LADDER}/games?mind={version}")
            await self._think()
            await browser.get("game", f"{LADDER}/games/{self.luck.choice(self.games)}")
            await self._think()

    async def _think(self) -> None:
        await asyncio.sleep(self.luck.uniform(*THINK))

    async def _watch(self, browser: Browser, number: int) -> None:
        """Look at one page after the other."""
        pages = (self._see_ladder, self._see_games, self._see_live, self._see_versions)
        while True:
            await pages[number % len(pages)](browser, self.luck.uniform(*STAY))
            number += 1

    async def _stay(self, browser: Browser, page: str, path: str, seconds: float, wait: float) -> None:
        """Look at a page that is asked for again and again."""
        end = perf_counter() + seconds
        while (now := perf_counter()) < end:
            await browser.get(page, path)
            await asyncio.sleep(min(wait, max(0.0, end - now)))

    async def _see_ladder(self, browser: Browser, seconds: float) -> None:
        await self._stay(browser, "ladder", "/", seconds, SLOWLY)

    async def _see_versions(self, browser: Browser, seconds: float) -> None:
        await self._follow(browser, "all versions", LADDER, seconds, reloads=True)

    async def _see_games(self, browser: Browser, seconds: float) -> None:
        await self._follow(browser, "games", f"{LADDER}/games", seconds, reloads=False)

    async def _follow(self, browser: Browser, page: str, path: str, seconds: float, reloads: bool) -> None:
        end, wait, games = perf_counter() + seconds, QUICK, -1
        await browser.get(page, path)
        while perf_counter() < end:
            await asyncio.sleep(wait)
            reply = await browser.get("summary", SUMMARY)
            present = json.loads(reply.text)["games"] if reply.status == 200 else games
            wait = QUICK
            if present != games and reloads:
                games = present
                wait = max(QUICK, COST * (await browser.get(page, path)).seconds)

    async def _see_live(self, browser: Browser, seconds: float) -> None:
        await browser.get("live", "/live")
        await browser.listen("live events", "/live/events", seconds)
