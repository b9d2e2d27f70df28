"""Nobody sees sources, logs and tracebacks of others, at any address that the server of a course has."""

from collections.abc import Iterator
from itertools import product
from urllib.parse import quote

import pytest
from starlette.routing import Route

from arena.course.ladder.begun import FOLDER
from arena.store.store import open_store
from arena.web.exports.tables import FRAMES
from tests.arena.web.course.conftest import EVIL, Course, secret

MINDS = ["Ann@1", "Ann@2", f"{EVIL}@1", "any-random-legal-move"]
STREAMS = ("/live/events", "/runs/{id}/events")  # never end: test_live_page.py reads them
KINDS = ("source", "words", "plan", "message", "reply", "traceback", "log")
UNDRAWN = {"/results/{name}/plots/{plot}.svg", "/live/image.svg"}  # there is no report, and no game under way


def games(course: Course) -> list[str]:
    """The names of all games on the ladder."""
    with open_store(course.folder / FOLDER, read_only=True) as store:
        return list(store.results())


def routes(course: Course) -> list[Route]:
    """All routes that answer to GET."""
    found = [route for route in course.app.routes if isinstance(route, Route)]
    return [route for route in found if "GET" in (route.methods or ()) and route.path not in STREAMS]


def addresses(course: Course, path: str) -> Iterator[str]:
    """Yield the addresses of a route, with all that may stand in its path."""
    numbers = [str(one.number) for one in course.intake.register.hand_ins()]
    choices = {
        "name": [FOLDER],
        "game": games(course),
        "mind": MINDS,
        "opponent": MINDS,
        "plot": ["standings"],
        "number": numbers,
        "season": ["spring"],
        "id": ["0" * 12],  # no such run: no student's mind takes part in one
    }
    names = [part[1:].partition("}")[0] for part in path.replace(".", "/").split("/") if part.startswith("{")]
    for values in product(*(choices[name] for name in names)):
        found = path
        for name, value in zip(names, values, strict=True):
            found = found.replace(f"{{{name}}}", quote(value, safe=""))
        yield f"{found}?world=chess"  # which one of them asks for


@pytest.mark.parametrize("person", [None, "ann", "cat"])
def test_no_address_tells_secrets_of_others(climbing: Course, person: str | None) -> None:
    """A stranger and one of each team ask all addresses; only the own team's secrets are in the answers."""
    browser, seen = climbing.client(person), set()
    browser.more = {"authorization": f"Bearer {climbing.tokens[person]}"} if person else {}
    own = {None: (), "ann": ("ann",), "cat": ("bob",)}[person]
    hidden = [secret(kind, other) for kind in KINDS for other in ("ann", "bob") if other not in own]
    hidden += [" lines)", "secret-standings"]  # of files that a version has changed; and with names and ids
    (climbing.folder / "standings-spring.csv").write_text("secret-standings", encoding="utf-8")
    for route in routes(climbing):
        for path in addresses(climbing, route.path):
            answer = browser.get(path)
            assert [word for word in hidden if word in answer.text] == [], path
            if answer.status == 200:
                seen.add(route.path)
    unseen = {route.path for route in routes(climbing) if "{id}" not in route.path} - seen
    organisers = {path for path in unseen if path.startswith("/organiser")}
    assert len(organisers) > 5
    assert person is None or unseen - organisers <= UNDRAWN


def test_the_secrets_are_there_to_be_seen(climbing: Course) -> None:
    """The store holds what the test above looks for, so that it finds it where it is shown."""
    with open_store(climbing.folder / FOLDER, read_only=True) as store:
        texts = "".join(record.to_json() for record in store.records())
        packed = b"".join(
            file.content for one in store.entrants() if one.bundle for file in store.bundle(one.bundle).files
        )
    wanted = [secret(kind, person) for kind in KINDS[2:] for person in ("ann", "bob")]
    assert [word for word in wanted if word not in texts] == []
    assert secret("source", "bob").encode() in packed
    assert "crash" in climbing.client().get("/results/ladder/faults.json").text
    assert len(FRAMES) > 5
