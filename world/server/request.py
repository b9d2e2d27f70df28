"""RunSettings: what a run is opened with, as it was asked for and as it is kept."""

from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from world.api import World
from world.budget import UNLIMITED, Budget
from world.errors import StartError, UnknownWorld
from world.registry import new_world
from world.server.bounds import check_budget
from world.server.errors import Malformed, Unprocessable

LONGEST_NAME, LONGEST_START, LONGEST_SPEC = 40, 1000, 200
GUEST = "guest"


class RunRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for by POST /runs. A seat is a mind of the server's, or null: for whoever holds its token."""

    world: str = "chess"
    seats: list[str | None] | None = None  # as many as the world has; all for tokens
    start: str = ""
    seed: int = 0
    budget: Budget | list[Budget | None] | None = None  # for every seat, or one for each
    names: list[str | None] | None = None  # what a token's holder wants to be called


class RunSettings(Struct, frozen=True):
    """What is kept of it; nothing in here changes while the run goes on."""

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
        """How many minds of the server's take part."""
        return sum(spec is not None for spec in self.specs)


def now() -> str:
    """The present moment, as a stamp."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def read_request(body: bytes) -> RunRequest:
    """A wanted from the body of a request."""
    try:
        return msgspec.json.decode(body or b"{}", type=RunRequest)
    except msgspec.ValidationError as problem:
        raise Unprocessable(f"the wanted makes no sense: {problem}", _shown(body), EXPECTED) from None
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Malformed("that is no JSON", _shown(body), EXPECTED) from None


EXPECTED = '{"world":"chess","seats":[null,"minimax"]}, and perhaps start, seed, budget, names'


def _shown(body: bytes) -> str:
    return body[:100].decode(errors="replace")


class Plain(Struct, frozen=True):
    """A wanted with all that was left out, seat by seat."""

    specs: tuple[str | None, ...]
    names: tuple[str, ...]
    start: str
    seed: int
    budgets: tuple[Budget, ...]


def check_request(wanted: RunRequest) -> tuple[World, Plain]:
    """A world in which the run can begin, and the wanted made plain; a refusal says what is wrong."""
    try:
        world = new_world(wanted.world)
    except UnknownWorld as problem:
        raise Unprocessable(str(problem), wanted.world) from None
    if len(wanted.start) > LONGEST_START or not wanted.start.isprintable():
        raise Unprocessable("no start", wanted.start, f"a state on one line of at most {LONGEST_START} characters")
    if not -(2**53) < wanted.seed < 2**53:
        raise Unprocessable("no seed", str(wanted.seed)[:100], "a whole number below 2^53")
    seats = _per_seat(world, "seats", wanted.seats)
    names = [_name(name) for name in _per_seat(world, "names", wanted.names)]
    given = wanted.budget if isinstance(wanted.budget, list) else [wanted.budget] * world.seats
    budgets = [budget or UNLIMITED for budget in _per_seat(world, "budget", given)]
    for budget in budgets:
        check_budget(budget, is_watched=None in seats)
    for spec in seats:
        if spec is not None and (len(spec) > LONGEST_SPEC or not spec.isprintable()):
            raise Unprocessable("no mind has this name", spec, f"at most {LONGEST_SPEC} characters")
    try:
        world.newrun(wanted.start, wanted.seed)
    except StartError as problem:
        raise Unprocessable(str(problem), wanted.start, f"a state of {world.name}") from None
    return world, Plain(tuple(seats), tuple(names), wanted.start, wanted.seed, tuple(budgets))


def _per_seat(world: World, what: str, given: list[Any] | None) -> list[Any]:
    if given is None:
        return [None] * world.seats
    if len(given) != world.seats:
        raise Unprocessable(
            f"{what}: there are {len(given)}", str(len(given)), f"{world.seats}, as {world.name} has seats"
        )
    return given


def _name(name: str | None) -> str:
    if name is None:
        return GUEST
    if not 0 < len(name.strip()) <= LONGEST_NAME or not name.isprintable():
        raise Unprocessable("nobody can be called so", name, f"1 to {LONGEST_NAME} characters that can be seen")
    return name.strip()
