"""The OpenAPI document: requests made from it, valid or not, get the answers that it describes."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from starlette.applications import Starlette

from minds.host import warm
from tests.world.server.serving import Server, serving
from tests.world.server.test_access import answers
from world.errors import WorldError
from world.server import Runs, endpoints, routes
from world.server.api import find_endpoints
from world.server.openapi import describe

pytestmark = pytest.mark.long
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    warm()  # where nothing is compiled yet, the first hint would take longer than a request may
    with serving(tmp_path_factory.mktemp("served"), "--runs", "9000", "--minds", "64") as server:
        yield server


class Fuzz:
    """Sends cases to existing and missing runs, with right and wrong tokens."""

    def __init__(self, server: Server) -> None:
        self.server, self.session, self.sent, self.statuses = server, requests.Session(), 0, dict[int, int]()
        opened = [
            server.open(seats=[None, None]),
            server.open(world="tictactoe", seats=[None, "minimax"]),
            server.open(seats=["any-random-legal-move", None], budget={"bank": 900}),
        ]
        self.opened = [(run, next(filter(None, tokens))) for run, tokens in opened]
        self.runs = [run.rpartition("/")[2] for run, _ in opened]
        self.tokens = [token for _, tokens in opened for token in tokens if token]

    def send(self, case: Any, run: str | None, token: str | None) -> None:
        if run is not None and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = run
        if token is not None:
            case.headers["Authorization"] = f"Bearer {token}"
        if case.query and case.query.get("wait") is not None:
            case.query["wait"] = "0.01" if str(case.query["wait"])[:1].isdigit() else case.query["wait"]
        self.sent += 1
        if case.path.endswith("/events"):  # an endless stream
            asked = case.as_transport_kwargs(base_url=self.server.url)
            with self.session.request(**asked, stream=True, timeout=60) as events:
                self._count(events.status_code)
                return
        response = case.call(self.server.url, session=self.session, timeout=60)
        self._count(response.status_code)
        if response.status_code != 404:  # a slash in the id makes it another path
            case.validate_response(response, checks=CHECKS)

    def _count(self, status: int) -> None:
        assert status < 500
        self.statuses[status] = self.statuses.get(status, 0) + 1


def fuzz(server: Server, examples: int, number: int = 7) -> Fuzz:
    """Send valid and invalid cases of every operation."""
    fuzzing, document = Fuzz(server), schemathesis.openapi.from_dict(describe(find_endpoints()))
    for operation in (found.ok() for found in document.get_all_operations()):
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @seed(number)
            @settings(
                max_examples=examples,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate],
            )
            @given(
                operation.as_strategy(mode),
                st.sampled_from([None, *fuzzing.runs]),
                st.sampled_from([None, *fuzzing.tokens]),
            )
            def check(case: Any, run: str | None, token: str | None) -> None:
                fuzzing.send(case, run, token)

            try:
                check()
            except Unsatisfiable:  # an operation without parameters has no invalid request
                assert mode is GenerationMode.NEGATIVE
    return fuzzing


def test_answers_match_the_document(server: Server) -> None:
    """More than a hundred requests, valid and not, get answers as described, and none a server error."""
    fuzzing = fuzz(server, 6)
    assert fuzzing.sent > 100
    assert {200, 201, 401, 403, 404, 422} <= fuzzing.statuses.keys()


@pytest.mark.drill
def test_no_failure_in_five_thousand_requests(server: Server) -> None:
    """More than five thousand requests, likewise."""
    fuzzing = fuzz(server, 280)
    print(f"{fuzzing.sent} requests: {dict(sorted(fuzzing.statuses.items()))}")
    assert fuzzing.sent >= 5000
    assert server.ask("GET", "/runs").status == 200


def test_the_document_is_served(server: Server) -> None:
    """GET /openapi.json returns the document, and every GET path of worlds and runs in it exists."""
    document = server.ask("GET", "/openapi.json").json
    assert document["openapi"] == "3.1.0"
    run, _ = server.open(world="tictactoe", seats=[None, None])
    for path, methods in document["paths"].items():
        if "get" in methods and not path.endswith("/events") and "{name}" not in path:
            assert server.ask("GET", path.replace("/runs/{id}", run)).status == 200


ENDPOINT = """
from world.server.endpoint import Endpoint
from world.server.responses import text_response


async def get(server, request):
    return text_response(f"{len(server.runs.minds)} minds")


ENDPOINT = Endpoint("GET", "/count", get, summary="Count the minds.", returns="text/plain")
"""


def test_an_endpoint_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file added to the endpoints' folder is served, and described in /openapi.json."""
    (tmp_path / "count.py").write_text(ENDPOINT, encoding="utf-8")
    monkeypatch.setattr(endpoints, "__path__", [*endpoints.__path__, str(tmp_path)])
    # The endpoint opens no run, so that the server needs no minds, which the types cannot know.
    runs = Runs(tmp_path / "served.sqlite", lambda _spec, _world: None)  # type: ignore
    try:
        app = Starlette(routes=routes(runs))
        request = {"type": "http.request", "body": b""}
        assert answers(app, "http", "/count", request)[1]["body"] == b"0 minds\n"
        document = json.loads(answers(app, "http", "/openapi.json", request)[1]["body"])
        assert document["paths"]["/count"]["get"]["summary"] == "Count the minds."
        assert "/runs/{id}/seat" in [getattr(route, "path", "") for route in app.routes]
    finally:
        runs.close()
        sys.modules.pop("world.server.endpoints.count", None)


def test_a_file_without_an_endpoint_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the file, what it lacks, and a file to copy."""
    (tmp_path / "empty.py").write_text('"""No endpoint yet."""\n', encoding="utf-8")
    monkeypatch.setattr(endpoints, "__path__", [*endpoints.__path__, str(tmp_path)])
    with pytest.raises(WorldError, match=r"^world/server/endpoints/empty\.py defines no ENDPOINT; see actions\.py$"):
        find_endpoints()
    sys.modules.pop("world.server.endpoints.empty")
