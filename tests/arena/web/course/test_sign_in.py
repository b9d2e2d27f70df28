"""Signing in with a token, by a proxy, and what a page of another site may not do."""

import pytest

from arena.course.participants.sessions import FILE, LIFETIME, MAX_OF_TOKEN, Sessions
from arena.course.register import ORGANISER
from arena.web.course.gate import COOKIE, GUESSES
from tests.arena.web.course.client import Client
from tests.arena.web.course.conftest import PROXY, Course

WHO = "You are Ann"


def test_who_signs_in_is_known_until_signing_out(course: Course) -> None:
    """A token begins a session, whose cookie is of no use after signing out."""
    browser = course.client("ann")
    assert WHO in browser.get("/sign-in").text
    kept = dict(browser.cookies)
    assert browser.post("/sign-out").status == 303
    assert browser.cookies == {}
    assert WHO not in Client(course.app, cookies=kept).get("/sign-in").text


def test_a_cookie_holds_no_token_and_is_for_this_site_alone(course: Course) -> None:
    """The cookie is a secret of its own that scripts and other sites do not get, and https alone carries it there."""
    browser = Client(course.app)
    answer = browser.post("/sign-in", {"token": course.tokens["ann"]})
    parts = answer.header("set-cookie").split("; ")
    assert {"HttpOnly", "SameSite=strict", "Path=/", f"Max-Age={LIFETIME:.0f}"} <= set(parts)
    assert "Secure" not in parts
    assert course.tokens["ann"] not in answer.header("set-cookie")
    assert course.tokens["ann"] not in (course.folder / FILE).read_bytes().decode("latin-1")
    assert browser.cookies[COOKIE] not in (course.folder / FILE).read_bytes().decode("latin-1")
    proxied = Client(course.app, PROXY, more={"x-forwarded-proto": "https"})
    assert "Secure" in proxied.post("/sign-in", {"token": course.tokens["ann"]}).header("set-cookie").split("; ")


def test_by_https_no_neighbour_s_cookie_signs_anybody_in(course: Course) -> None:
    """A server of the same domain could set a cookie, and whoever has it would hand in for its team."""
    given = dict(course.client("bob").cookies)
    browser = Client(course.app, PROXY, cookies=given, more={"x-forwarded-proto": "https"})
    assert "You are" not in browser.get("/sign-in").text
    parts = browser.post("/sign-in", {"token": course.tokens["ann"]}).header("set-cookie").split("; ")
    assert parts[0].startswith("__Host-")
    assert {"Path=/", "Secure"} <= set(parts)
    assert not any(part.startswith("Domain") for part in parts)
    assert WHO in browser.get("/sign-in").text


@pytest.mark.parametrize("is_renewed", [True, False])
def test_a_session_ends_with_its_token(course: Course, is_renewed: bool) -> None:
    """Who has a new token, or none, has to sign in again."""
    browser = course.client("ann")
    if is_renewed:
        course.intake.register.invite("ann", course.intake.course.season[0].opens)
    else:
        course.intake.register.revoke("ann")
    assert WHO not in browser.get("/sign-in").text


def test_a_session_ends_by_itself(course: Course) -> None:
    """After two weeks a session is over; and a token has at most twenty, of which the oldest end."""
    sessions = Sessions(course.folder, course.intake.register)
    secrets = [sessions.begin(course.tokens["ann"], now=1.0 + count) for count in range(MAX_OF_TOKEN + 1)]
    assert [sessions.holder_of(secret or "", now=30.0) for secret in secrets[:2]] == [None, "ann"]
    assert sessions.holder_of(secrets[-1] or "", now=LIFETIME + 60) is None
    sessions.close()


def test_void_tokens_are_refused_and_few_may_be_tried(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong token says so; after many of them an address has to wait, but neither others nor who has a token."""
    monkeypatch.setattr("world.server.bounds.monotonic", lambda: 0.0)  # a busy machine would wait for the next guess
    browser = Client(course.app)
    answer = browser.post("/sign-in", {"token": "wrong"})
    assert (answer.status, browser.cookies) == (403, {})
    assert "void" in answer.text
    for _ in range(int(GUESSES[0])):
        last = browser.post("/sign-in", {"token": "wrong"})
    assert last.status == 429
    assert Client(course.app).post("/sign-in", {"token": course.tokens["bob"]}).status == 303
    assert Client(course.app, "127.0.0.3").post("/sign-in", {"token": course.tokens["ann"]}).status == 303


def test_tokens_are_in_no_address(course: Course) -> None:
    """A token in an address signs nobody in, and no answer leads to an address with one."""
    browser = Client(course.app)
    browser.get(f"/sign-in?token={course.tokens['ann']}")
    assert browser.cookies == {}
    assert browser.post("/sign-in", {"token": course.tokens["ann"]}).header("location") == "/sign-in"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9000"},
        {"origin": "http://[oops"},
        {"origin": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
@pytest.mark.parametrize("path", ["/sign-in", "/sign-out"])
def test_forms_of_other_sites_are_refused(course: Course, path: str, headers: dict[str, str]) -> None:
    """A form with another origin, or with none, changes nothing."""
    browser = course.client("ann")
    assert browser.post(path, {"token": course.tokens["bob"]}, **headers).status == 403
    assert WHO in browser.get("/sign-in").text


def test_a_trusted_proxy_says_who_asks(course: Course) -> None:
    """The header names a person if the proxy has sent it; from anybody else it is dropped."""
    assert WHO in Client(course.app, PROXY, more={"x-remote-user": "ann"}).get("/sign-in").text
    for address in ("127.0.0.1", "127.0.0.2", ""):
        assert WHO not in Client(course.app, address, more={"x-remote-user": "ann"}).get("/sign-in").text
    for user in ("", "nobody", ORGANISER, "ANN", "ann,bob"):
        assert "You are" not in Client(course.app, PROXY, more={"x-remote-user": user}).get("/sign-in").text


def test_the_proxy_does_not_hide_the_organiser(course: Course) -> None:
    """The organiser signs in with a token, because no header names the organiser."""
    browser = Client(course.app, PROXY, more={"x-remote-user": "ann"})
    assert browser.post("/sign-in", {"token": course.tokens[ORGANISER]}).status == 303
    assert "You are the organiser" in browser.get("/sign-in").text


def test_addresses_behind_the_proxy_are_counted_one_by_one(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address that the proxy has added last is the client's; what a client wrote before it is not believed."""
    monkeypatch.setattr("world.server.bounds.monotonic", lambda: 0.0)  # a busy machine would wait for the next guess
    tried = [
        Client(course.app, PROXY, more={"x-forwarded-for": f"10.0.0.{count}, 10.1.1.1"}).post("/sign-in").status
        for count in range(int(GUESSES[0]) + 1)
    ]
    assert tried[-1] == 429
    assert Client(course.app, PROXY, more={"x-forwarded-for": "10.1.1.2"}).post("/sign-in").status == 403
