"""The request that opens a run: read, checked, and turned into settings."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from world.api import World
from world.budget import UNLIMITED, Budget
from world.errors import StartError, UnknownWorld
from world.registry import new_world
from world.server.bounds import check_budget
from world.server.errors import BadRequest, Unprocessable

MAX_NAME_LENGTH, MAX_START_LENGTH, MAX_SPEC_LENGTH = 40, 1000, 200
GUEST = "guest"
EXPECTED = '{"world":"chess","seats":[null,"minimax"]}; optional: start, seed, budget, names'


class RunRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /runs. A seat is the name of one of the server's minds, or null: then a token plays it."""

    world: str = "chess"
    seats: list[str | None] | None = None  # one for each seat of the world; by default tokens play all seats
    start: str = ""
    seed: int = 0
    budget: Budget | list[Budget | None] | None = None  # one for all seats, or a list
    names: list[str | None] | None = None  # names for the seats that tokens play


class RunSettings(Struct, frozen=True):
    """The settings of a run, as they are stored. They do not change while it is played."""

    id: str
    world: str
    version: int
    specs: tuple[str | None, ...]
    names: tuple[str, ...]
    start: str
    seed: int
    budgets: tuple[Budget, ...]
    hashes: tuple[str | None, ...]  # of the tokens
    began: str

    @property
    def minds(self) -> int:
        """The number of seats that the server's minds play."""
        return sum(spec is not None for spec in self.specs)


class CheckedRequest(Struct, frozen=True):
    """A valid request, with the defaults filled in for every seat."""

    specs: tuple[str | None, ...]
    names: tuple[str, ...]
    start: str
    seed: int
    budgets: tuple[Budget, ...]


def timestamp() -> str:
    """Return the present time in UTC, as ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def read_request(body: bytes) -> RunRequest:
    """Decode the body of POST /runs."""
    try:
        return msgspec.json.decode(body or b"{}", type=RunRequest)
    except msgspec.ValidationError as problem:
        raise Unprocessable(f"not a valid run: {problem}", _beginning(body), EXPECTED) from None
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise BadRequest("not valid JSON", _beginning(body), EXPECTED) from None


def _beginning(body: bytes) -> str:
    return body[:100].decode(errors="replace")


def check_request(request: RunRequest) -> tuple[World, CheckedRequest]:
    """Return a world in which the run can begin, and the request with its defaults filled in.

    Raises Unprocessable for the first value that is not valid.
    """
    try:
        world = new_world(request.world)
    except UnknownWorld as problem:
        raise Unprocessable(str(problem), request.world) from None
    _check_values(request)
    seats = _per_seat(world, "seats", request.seats)
    names = [_name(name) for name in _per_seat(world, "names", request.names)]
    given = request.budget if isinstance(request.budget, list) else [request.budget] * world.seats
    budgets = [budget or UNLIMITED for budget in _per_seat(world, "budget", given)]
    for budget in budgets:
        check_budget(budget, has_token=None in seats)
    for spec in seats:
        if spec is not None and (len(spec) > MAX_SPEC_LENGTH or not spec.isprintable()):
            raise Unprocessable("not a name of a mind", spec, f"at most {MAX_SPEC_LENGTH} printable characters")
    try:
        world.newrun(request.start, request.seed)
    except StartError as problem:
        raise Unprocessable(str(problem), request.start, f"a state of {world.name}") from None
    return world, CheckedRequest(tuple(seats), tuple(names), request.start, request.seed, tuple(budgets))


def _check_values(request: RunRequest) -> None:
    if len(request.start) > MAX_START_LENGTH or not request.start.isprintable():
        expected = f"a state on one line of at most {MAX_START_LENGTH} characters"
        raise Unprocessable("start is not a state", request.start, expected)
    if not -(2**53) < request.seed < 2**53:
        raise Unprocessable("seed is out of range", str(request.seed)[:100], "a whole number, -2^53 < seed < 2^53")


def _per_seat(world: World, field: str, given: list[Any] | None) -> list[Any]:
    if given is None:
        return [None] * world.seats
    if len(given) != world.seats:
        expected = f"{world.seats}: one for each seat of {world.name}"
        raise Unprocessable(f"{field} has the wrong length", str(len(given)), expected)
    return given


def _name(name: str | None) -> str:
    if name is None:
        return GUEST
    if not 0 < len(name.strip()) <= MAX_NAME_LENGTH or not name.isprintable():
        raise Unprocessable("not a valid name", name, f"1 to {MAX_NAME_LENGTH} printable characters")
    return name.strip()
