"""The server's limits: bodies, names, rates, runs and origins; error messages show no internals."""

import json
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.server.serving import Server, serving
from world.server.bounds import RateLimit, Slots
from world.server.errors import RequestError
from world.server.request import check_request, read_request
from world.tokens import hashed, is_name, new_name, new_token, seat_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served"), "--runs", "3", "--minds", "1") as server:
        yield server


LIBRARIES = ("starlette", "uvicorn", "websockets", "sse_starlette")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
REQUESTS = st.fixed_dictionaries(
    {},
    optional={
        "world": st.sampled_from(["chess", "tictactoe", "../chess", "os", ""]) | JSON,
        "seats": st.lists(st.none() | st.text(max_size=300), max_size=3) | JSON,
        "start": st.text(max_size=1200) | JSON,
        "seed": st.integers() | JSON,
        "budget": st.fixed_dictionaries({}, optional={"bank": st.floats() | JSON, "nodes": st.integers()}) | JSON,
        "names": st.lists(st.none() | st.text(max_size=60), max_size=3) | JSON,
    },
)


@given(st.binary(max_size=200) | REQUESTS.map(lambda wanted: json.dumps(wanted).encode()))
def test_a_request_is_valid_or_refused(body: bytes) -> None:
    """Any body gives a run that can begin, or an error of 400 or 422 as JSON."""
    try:
        world, plain = check_request(read_request(body))
    except RequestError as error:
        assert error.status in (400, 422)
        assert len(json.dumps(error.to_dict())) < 2000
    else:
        assert world.name in ("chess", "tictactoe")
        assert len(plain.specs) == len(plain.names) == len(plain.budgets) == 2
        assert all(0 < len(name) <= 40 and name.isprintable() for name in plain.names)


def test_a_token_is_for_one_seat() -> None:
    """A token is found by its hash; a seat without a hash has no token."""
    tokens = [new_token() for _ in range(2)]
    hashes = [hashed(tokens[0]), None, hashed(tokens[1])]
    assert [seat_of(token, hashes) for token in tokens] == [0, 2]
    assert [seat_of(token, hashes) for token in ("", "no token has this hash", hashes[0] or "", "é\ud800")] == [
        None
    ] * 4
    assert is_name(new_name())
    assert not any(is_name(name) for name in ("", "../x", "0" * 11, "0" * 12 + "\n", "A" * 12))


def test_rates_and_slots_are_bounded() -> None:
    """An address has its burst, independent of others; a freed slot can be taken again."""
    rate, room = RateLimit(3, 0.001), Slots(2)
    assert [rate.take("a") > 0 for _ in range(5)] == [False] * 3 + [True] * 2
    assert rate.take("b") == 0
    for number in range(20_000):
        rate.take(str(number))
    assert len(rate.left) <= 10_000
    assert [room.take(), room.take(), room.take()] == [True, True, False]
    room.free()
    assert room.take()


def test_a_full_server_gives_503(server: Server) -> None:
    """A full server answers 503 until a run is over."""
    run, (token, _) = server.open(world="tictactoe", seats=[None, "minimax"])
    assert server.ask("POST", "/runs", {"world": "tictactoe", "seats": ["minimax", None]}).status == 503
    more = [server.open(world="tictactoe", seats=[None, None]) for _ in range(2)]
    assert server.ask("POST", "/runs", {}).status == 503
    for path, tokens in [(run, [token]), *more]:
        assert server.ask("POST", f"{path}/resign", token=tokens[0]).status == 200
    server.ask("GET", f"{run}/state?seat=0&wait=1")
    again, (token, _) = server.open(world="tictactoe", seats=[None, "minimax"])
    assert server.ask("POST", f"{again}/resign", token=token).status == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status"),
    [
        ("POST", "/runs", b"x" * 20_000, {}, 413),
        ("POST", "/runs", b"{" * 5000, {}, 400),
        ("POST", "/runs", b'{"world":"../../etc/passwd"}', {}, 422),
        ("POST", "/runs", b'{"budget":{"bank":1e300}}', {}, 422),
        ("POST", "/runs", b'{"budget":{"movetime":61}}', {}, 422),
        ("POST", "/runs", b'{"names":["\\u001b[31m",null]}', {}, 422),
        ("POST", "/runs", b'{"start":"8/8/8/8/8/8/8/8 w - - 0 1"}', {}, 422),
        ("POST", "/runs", b"{}", {"Origin": "http://evil.example"}, 403),
        ("POST", "/runs", b"{}", {"Origin": "null"}, 403),
        ("POST", "/runs", b"{}", {"Origin": "http://[bad"}, 403),
        ("GET", "/runs", None, {"Host": "evil.example:80"}, 403),
        ("GET", "/runs/%2e%2e/state", None, {}, 404),
        ("GET", "/runs/000000000000", None, {}, 404),
        ("GET", "/nothing", None, {}, 404),
        ("DELETE", "/runs", None, {}, 405),
    ],
)
def test_wrong_requests_are_refused(
    server: Server, method: str, path: str, body: bytes | None, headers: dict[str, str], status: int
) -> None:
    """Each has the right status, and no message names files, classes or versions."""
    answer = server.ask(method, path, body, headers=headers)
    assert answer.status == status
    assert not {"Traceback", "/work", "site-packages", "sqlite"} & set(answer.text.split())
    assert "server" not in answer.headers


def test_the_servers_own_pages_may_post(server: Server) -> None:
    """A request with this server's own origin is accepted, one with another origin is not."""
    run, (token, _) = server.open(world="tictactoe", seats=[None, None])
    own = {"Origin": server.url}
    assert server.ask("POST", f"{run}/action", "4", token, own).status == 200
    assert server.ask("POST", f"{run}/resign", None, token, {"Origin": "http://evil.example"}).status == 403
    assert server.ask("POST", f"{run}/resign", None, token, own).status == 200


@pytest.mark.parametrize(
    "words", ["import minds, world.api", "import arena.cli.run, arena.cli.play", "import arena.tournament.driver"]
)
def test_other_commands_load_no_server(words: str) -> None:
    """Only `arena serve` and `arena join` load the server's libraries."""
    code = f"{words}\nimport sys\nassert not {set(LIBRARIES)} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize("command", [["serve"], ["join", "http://x", "minimax", "--token", "x"]])
def test_missing_packages_give_one_line(command: list[str]) -> None:
    """Without the extra `server`, the commands say how to install it."""
    code = f"import sys\nfor name in {LIBRARIES}: sys.modules[name] = None\n"
    code += f"from arena.cli import main\nmain({command!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "pip install 'mind-arena[server]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def opened_from(server: Server, address: str, **wanted: object) -> int:
    """Open a run from another address of this machine; return the status."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(address, 0))
    connection.request("POST", "/runs", json.dumps({"world": "tictactoe"} | wanted))
    status = connection.getresponse().status
    connection.close()
    return status


def test_one_address_cannot_fill_the_server(tmp_path: Path) -> None:
    """One address gets six of eight runs and three of four minds; other addresses get the rest."""
    with serving(tmp_path, "--runs", "8", "--minds", "4") as server:
        wanted = {"seats": [None, "minimax"]}
        assert [opened_from(server, "127.0.0.1", **wanted) for _ in range(4)] == [201, 201, 201, 503]
        assert opened_from(server, "127.0.0.2", **wanted) == 201
        assert [opened_from(server, "127.0.0.1") for _ in range(4)] == [201, 201, 201, 503]
        assert opened_from(server, "127.0.0.2") == 201
