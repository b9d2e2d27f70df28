"""Runs over HTTP: opened, shown, played, and wrong requests refused."""

from collections.abc import Iterator

import pytest

from tests.conftest import until
from tests.world.server.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def test_a_run_is_played_to_its_end_by_requests_alone(server: Server) -> None:
    """A client that always takes the first legal action plays a run against a mind to its end."""
    run, (token, none) = server.open(world="tictactoe", seats=[None, "minimax"], names=["Ada", None])
    assert none is None
    while actions := server.ask("GET", f"{run}/actions?seat=0&wait=20").text.split():
        assert server.ask("POST", f"{run}/action", actions[0], token).status == 200
    details = server.ask("GET", run).json
    assert details["ending"]["kind"] == "three in a row"
    assert details["names"] == ["Ada", "minimax"]
    assert details["score"] == [0.0, 1.0]
    assert details["turn"] is None
    assert details["legal"] == []
    assert [seat["kind"] for seat in details["seats"]] == ["token", "mind"]
    assert "three in a row 0:1" in server.ask("GET", f"{run}/record").text
    assert server.ask("GET", "/runs").json["runs"][0]["id"] == details["id"]


def test_runs_are_listed_page_by_page(server: Server) -> None:
    """Pages of the list hold each run once, finished or not, newest first, and say how many there are."""
    opened = [server.open(world="tictactoe", seats=[None, None]) for _ in range(3)]
    assert server.ask("POST", f"{opened[1][0]}/resign", token=opened[1][1][0]).status == 200
    pages = [server.ask("GET", f"/runs?size=1&page={page}").json for page in (1, 2, 3)]
    assert [f"/runs/{page['runs'][0]['id']}" for page in pages] == [run for run, _ in reversed(opened)]
    assert [page["runs"][0]["ending"] is None for page in pages] == [True, False, True]
    until(lambda: server.ask("GET", "/runs?size=1").json["total"] >= 3)  # it is counted once a second
    assert server.ask("GET", "/runs?page=0").status == server.ask("GET", "/runs?size=501").status == 422
    assert server.ask("GET", "/runs?page=1000").json["runs"] == []


def test_chess_is_fen_out_and_squares_in(server: Server) -> None:
    """In chess the state is a FEN, an action two squares, the answer the new FEN, and the record PGN."""
    run, tokens = server.open(seats=[None, None])
    assert server.ask("GET", f"{run}/state").text == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    state = server.ask("POST", f"{run}/action", "12,28\n", tokens[0])
    assert state.text == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n"
    assert state.headers["content-type"].startswith("text/plain")
    assert server.ask("POST", f"{run}/action", "52,36", tokens[1]).status == 200
    assert "1. e4 e5" in server.ask("GET", f"{run}/record").text
    picture = server.ask("GET", f"{run}/image.svg?ply=1")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert picture.text != server.ask("GET", f"{run}/image.svg").text


def test_errors_quote_what_was_sent_and_expected(server: Server) -> None:
    """No token gives 401, a wrong one 403, out of turn 409, an illegal action 422; the run is unchanged."""
    run, tokens = server.open(seats=[None, None])
    _, others = server.open(seats=[None, None])
    asked = [(None, 401), ("wrong", 403), (others[0], 403), (tokens[1], 409)]
    for token, status in asked:
        answer = server.ask("POST", f"{run}/action", "12,28", token)
        assert answer.status == status, answer.text
        assert answer.json["error"]
    answer = server.ask("POST", f"{run}/action", "12,30", tokens[0])
    assert answer.status == 422
    assert answer.json["sent"] == "12,30"
    assert "12,28" in answer.json["expected"]
    assert server.ask("GET", run).json["plies"] == 0
    assert server.ask("GET", "/runs/000000000000").status == 404
    assert server.ask("GET", "/runs/..%2f..%2fetc%2fpasswd/state").status == 404


def test_a_very_long_number_is_refused(server: Server) -> None:
    """A seat number of thousands of digits gives 422."""
    run, _ = server.open(world="tictactoe", seats=[None, None])
    assert server.ask("GET", f"{run}/state?seat={'9' * 5000}").status == 422


def test_a_list_of_runs_is_short(server: Server) -> None:
    """A list shows the first 500 characters of a large maze, the run itself all of it."""
    run, _ = server.open(world="maze", seats=[None], start="random 100x100")
    (listed,) = [one for one in server.ask("GET", "/runs").json["runs"] if run.endswith(one["id"])]
    assert len(listed["state"]) == 501
    assert len(server.ask("GET", run).json["state"]) == 100 * 101 - 1


def test_minds_alone_have_less_time(server: Server) -> None:
    """A run without a token, which nobody could end, is limited to a second a move."""
    wanted = {"world": "tictactoe", "seats": ["minimax", "minimax"], "budget": {"movetime": 60, "depth": 60}}
    assert server.ask("POST", "/runs", wanted).status == 422
    assert server.ask("POST", "/runs", wanted | {"budget": {"movetime": 1}}).status == 201
