"""Answers that are shared by all who ask for the same page within a moment."""

import asyncio
from collections.abc import Callable

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.web import shared
from arena.web.sending import Etags
from arena.web.shared import SharedAnswers

Given = tuple[str, dict[str, str]]
Found = tuple[int, bytes]


class Counting:
    """Answers each request after a moment with the number of requests so far."""

    def __init__(self, kind: bytes = b"text/html", status: int = 200) -> None:
        self.kind, self.status, self.asked = kind, status, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        self.asked += 1
        body = f"{self.asked} {scope['path']}".encode()
        await asyncio.sleep(0.001)
        await send({"type": "http.response.start", "status": self.status, "headers": [(b"content-type", self.kind)]})
        await send({"type": "http.response.body", "body": body})


def answers(app: ASGIApp, *requests: Given) -> list[Found]:
    """Ask at once; return the status and the body of each answer."""

    async def ask(path: str, headers: dict[str, str]) -> Found:
        sent: list[Message] = []

        async def keep(message: Message) -> None:
            sent.append(message)

        raw = [(name.encode(), value.encode()) for name, value in {"host": "here", **headers}.items()]
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": raw, "scheme": "http"}
        await app(scope, _never, keep)
        return sent[0]["status"], b"".join(one.get("body", b"") for one in sent[1:])

    async def all_at_once() -> list[Found]:
        return list(await asyncio.gather(*(ask(*request) for request in requests)))

    return asyncio.run(all_at_once())


async def _never() -> Message:
    raise AssertionError("nobody reads the request")


def test_many_watchers_cost_as_much_as_one() -> None:
    """Of fifty who ask for a page at once, and of fifty a moment later, one is served by the application."""
    app = Counting()
    together = SharedAnswers(app)
    assert answers(together, *[("/results/ladder", {})] * 50) == [(200, b"1 /results/ladder")] * 50
    assert answers(together, *[("/results/ladder", {})] * 50) == [(200, b"1 /results/ladder")] * 50


def test_an_answer_is_made_anew_after_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is never older than its lifetime."""
    now = [0.0]
    monkeypatch.setattr(shared, "monotonic", lambda: now[0])
    app = SharedAnswers(Counting())
    assert answers(app, ("/", {})) == answers(app, ("/", {})) == [(200, b"1 /")]
    now[0] = shared.LIFETIME
    assert answers(app, ("/", {})) == [(200, b"2 /")]


@pytest.mark.parametrize("header", ["cookie", "authorization", "range"])
def test_what_is_for_one_person_is_not_shared(header: str) -> None:
    """A request with a cookie, a token or a part in mind gets an answer of its own, and nobody else gets that."""
    app = SharedAnswers(Counting())
    assert answers(app, ("/", {header: "ann"})) == [(200, b"1 /")]
    assert answers(app, ("/", {})) == [(200, b"2 /")]
    assert answers(app, ("/", {header: "bob"})) == [(200, b"3 /")]


@pytest.mark.parametrize("path", ["/mine", "/hand-ins", "/runs/1", "/sign-in"])
def test_other_pages_are_not_shared(path: str) -> None:
    """Only pages of results are."""
    app = SharedAnswers(Counting())
    assert answers(app, (path, {})) != answers(app, (path, {}))


@pytest.mark.parametrize("app", [Counting(b"text/event-stream"), Counting(status=409)])
def test_streams_and_failures_are_not_shared(app: Counting) -> None:
    """Who waited for such an answer asks for one of its own."""
    assert len(set(answers(SharedAnswers(app), *[("/results/ladder", {})] * 3))) == 3


def test_hosts_and_queries_have_their_own_answers() -> None:
    """A page that shows commands with the server's address shows it to those who use that address."""
    app = SharedAnswers(Counting())
    assert answers(app, ("/begin", {}), ("/begin", {"host": "there"})) == [(200, b"1 /begin"), (200, b"2 /begin")]


def test_a_client_that_has_the_answer_gets_none() -> None:
    """A mark that the client knows is answered 304, for it alone."""
    marks: list[str] = []
    app = SharedAnswers(_noting(Etags(Counting()), marks.append))
    assert answers(app, ("/", {"if-none-match": "other"})) == [(200, b"1 /")]
    assert answers(app, ("/", {"if-none-match": marks[0]}), ("/", {})) == [(304, b""), (200, b"1 /")]


def _noting(app: ASGIApp, note: Callable[[str], None]) -> ASGIApp:
    async def noting(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_noted(message: Message) -> None:
            for name, value in message.get("headers", ()):
                if name == b"etag":
                    note(value.decode())
            await send(message)

        await app(scope, receive, send_noted)

    return noting


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more answers than may be kept the oldest are forgotten."""
    monkeypatch.setattr(shared, "MAX_ANSWERS", 3)
    app = SharedAnswers(Counting())
    answers(app, *[(f"/results/{number}", {}) for number in range(10)])
    assert len(app.kept) == 3
    assert app.size == sum(len(one.body) for one in app.kept.values())


@pytest.mark.parametrize(("size", "kind"), [(shared.MAX_BYTES + 1, b"text/html"), (1, b"text/event-stream")])
def test_a_slow_reader_keeps_nobody_waiting(size: int, kind: bytes) -> None:
    """Of an answer that is not shared everybody gets a copy at once, however slowly the first one is read."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
        await send({"type": "http.response.body", "body": b"x" * size})

    async def ask_twice() -> int:
        together, is_read, sent = SharedAnswers(app), asyncio.Event(), list[Message]()
        scope = {"type": "http", "method": "GET", "path": "/results/ladder", "query_string": b"", "headers": []}

        async def read_slowly(message: Message) -> None:
            await is_read.wait()

        async def keep(message: Message) -> None:
            sent.append(message)

        slow = asyncio.create_task(together(scope, _never, read_slowly))
        await asyncio.sleep(0)
        await asyncio.wait_for(together(scope, _never, keep), 10)
        is_read.set()
        await slow
        return len(sent)

    assert asyncio.run(ask_twice()) == 2
