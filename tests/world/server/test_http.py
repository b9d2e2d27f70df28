"""Runs over HTTP, as curl has them: opened, looked at, played, refused."""

from collections.abc import Iterator

import pytest

from tests.world.server.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def test_a_run_is_played_to_its_end_by_requests_alone(server: Server) -> None:
    """Whoever asks what may be done and does the first of it comes to an end against a mind of the server's."""
    run, (token, none) = server.open(world="tictactoe", seats=[None, "minimax"], names=["Ada", None])
    assert none is None
    while actions := server.ask("GET", f"{run}/actions?seat=0&wait=20").text.split():
        assert server.ask("POST", f"{run}/action", actions[0], token).status == 200
    told = server.ask("GET", run).json
    assert told["ending"]["kind"] == "three in a row"
    assert told["names"] == ["Ada", "minimax"]
    assert told["score"] == [0.0, 1.0]
    assert told["turn"] is None
    assert told["legal"] == []
    assert [seat["kind"] for seat in told["seats"]] == ["token", "mind"]
    assert "three in a row 0:1" in server.ask("GET", f"{run}/record").text
    assert server.ask("GET", "/runs").json["runs"][0]["id"] == told["id"]


def test_chess_is_fen_out_and_squares_in(server: Server) -> None:
    """The state is a FEN on a line, the action its two squares, the answer the new state, the record PGN."""
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


def test_what_is_refused_says_what_was_sent_and_what_was_expected(server: Server) -> None:
    """Without a token 401, with another's 403, out of turn 409, illegal 422; and nothing happens."""
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


def test_a_number_may_be_of_any_length(server: Server) -> None:
    """A seat of thousands of digits is no seat, and no failure."""
    run, _ = server.open(world="tictactoe", seats=[None, None])
    assert server.ask("GET", f"{run}/state?seat={'9' * 5000}").status == 422


def test_a_list_of_runs_is_short(server: Server) -> None:
    """Of a map of ten thousand cells the list has the beginning, the run itself all."""
    run, _ = server.open(world="maze", seats=[None], start="random 100x100")
    (listed,) = [one for one in server.ask("GET", "/runs").json["runs"] if run.endswith(one["id"])]
    assert len(listed["state"]) == 501
    assert len(server.ask("GET", run).json["state"]) == 100 * 101 - 1


def test_minds_alone_have_less_time(server: Server) -> None:
    """A run that nobody has a token of, and so nobody can end, may not take for ever."""
    wanted = {"world": "tictactoe", "seats": ["minimax", "minimax"], "budget": {"movetime": 60, "depth": 60}}
    assert server.ask("POST", "/runs", wanted).status == 422
    assert server.ask("POST", "/runs", wanted | {"budget": {"movetime": 1}}).status == 201
