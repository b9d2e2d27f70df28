"""The OpenAPI document of the whole server: valid, complete, and true for the results."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from openapi_spec_validator import OpenAPIV31SpecValidator
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from arena.web import exports
from arena.web.folders import Folders
from tests.arena.web.conftest import EVIL, Site
from world.server import find_endpoints
from world.server.openapi import describe

DOCUMENT = describe([*find_endpoints(), *exports.endpoints(Folders(Path()))])
NAMES = {
    "name": ["first", "crosses & noughts", "damaged", "nobody"],
    "game": ["001-002-00001a", "nobody"],
    "mind": [EVIL, "minimax:depth=1", "nobody"],
    "opponent": ["minimax:depth=1", "nobody"],
}
CHECKS = [not_a_server_error, status_code_conformance, response_schema_conformance, content_type_conformance]


def test_the_document_is_valid(site: Site) -> None:
    """The document that is served is one of OpenAPI 3.1; each operation has an id of its own."""
    document = site.get("/openapi.json")
    assert document == json.loads(json.dumps(DOCUMENT))
    OpenAPIV31SpecValidator(document).validate()
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    identifiers = [operation["operationId"] for operation in operations]
    assert len(set(identifiers)) == len(identifiers) > 40
    assert all(re.fullmatch("[a-z]+(_[a-z]+)*", one) for one in identifiers)


def test_every_file_has_an_operation(site: Site) -> None:
    """Each kind of result is there as JSON and as CSV, and the games as PGN."""
    paths = {path.removeprefix("/results/{name}/") for path in site.get("/openapi.json")["paths"]}
    for table in ("standings", "crosstable", "games", "moves", "entrants", "faults", "openings", "accuracy"):
        assert {f"{table}.json", f"{table}.csv"} <= paths
    assert {"games.pgn", "games/{game}.pgn", "games/{game}.json", "plan.json", "plan.toml"} <= paths


def test_every_address_is_there(site: Site) -> None:
    """Each address of results in the document answers, for a tournament that has what it asks for."""
    parts = {"name": "first", "game": NAMES["game"][0], "mind": quote(EVIL, safe=""), "opponent": NAMES["opponent"][0]}
    for path in site.get("/openapi.json")["paths"]:
        if path.startswith("/results"):
            assert requests.get(site.url + path.format(**parts), timeout=60).status_code == 200, path


def test_answers_are_as_described(site: Site) -> None:
    """Requests made from the document, valid and not, get answers as described, and none a server error."""
    statuses: set[int] = set()
    session = requests.Session()

    def send(case: Any, names: dict[str, str]) -> None:
        case.path_parameters = {name: quote(names[name], safe="") for name in case.path_parameters or {}}
        url = site.url + case.operation.path.format(**case.path_parameters)
        response = session.get(url, params=case.query or {}, headers=dict(case.headers or {}), timeout=60)
        statuses.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    found = schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()
    for operation in (one for each in found if (one := each.ok()).path.startswith("/results")):
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            if mode is GenerationMode.NEGATIVE and not list(operation.query):
                continue

            @seed(1)
            @settings(
                max_examples=2,
                database=None,
                suppress_health_check=list(HealthCheck),
                phases=[Phase.generate],
            )
            @given(
                operation.as_strategy(mode),
                st.fixed_dictionaries({part: st.sampled_from(names) for part, names in NAMES.items()}),
            )
            def check(case: Any, names: dict[str, str]) -> None:
                send(case, names)

            check()
    assert {200, 404, 409, 422} <= statuses
