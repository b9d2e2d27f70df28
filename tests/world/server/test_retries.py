"""An action that names its ply number is taken once, however often it is sent."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.world.server.serving import Answer, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def act(server: Server, run: str, token: str | None, action: str, plies: object) -> Answer:
    return server.ask("POST", f"{run}/action", action, token, {"If-Match": str(plies)})


def moves(server: Server, run: str) -> list[tuple[int, str]]:
    return [(move["seat"], move["action"]) for move in server.ask("GET", run).json["moves"]]


def test_a_retried_action_is_no_second_move(server: Server) -> None:
    """The same disc is sent three times, once after the opponent has moved: it is dropped once."""
    run, tokens = server.open(world="connect4", seats=[None, None])
    first, at_once = [act(server, run, tokens[0], "3", '"0"') for _ in range(2)]
    assert server.ask("POST", f"{run}/action", "3", tokens[1]).status == 200
    late = act(server, run, tokens[0], "3", 0)
    assert {(answer.status, answer.text, answer.headers["etag"]) for answer in (first, at_once, late)} == {
        (200, first.text, '"1"')
    }
    assert moves(server, run) == [(0, "3"), (1, "3")]
    assert act(server, run, tokens[0], "3", 2).headers["etag"] == '"3"'


def test_a_wrong_ply_number_is_an_error(server: Server) -> None:
    """Another action, another seat, and a ply that is still to come give 412 with both numbers; no number gives 422."""
    run, tokens = server.open(world="connect4", seats=[None, None])
    assert act(server, run, tokens[0], "3", 0).status == 200
    for token, action, plies in [(tokens[0], "4", 0), (tokens[1], "3", 0), (tokens[1], "3", 2), (tokens[1], "3", 99)]:
        answer = act(server, run, token, action, plies)
        assert (answer.status, answer.json["sent"], answer.json["expected"]) == (412, f'"{plies}"', '"1"')
    for number in ("three", "-1", "", "1, 2", '"1', "9" * 5000):
        assert act(server, run, tokens[1], "3", number).status == 422
    assert act(server, run, tokens[0], "3", 1).status == 409  # the number is right, the turn is not
    assert act(server, run, tokens[1], "9", 1).status == 422  # the action is illegal
    assert moves(server, run) == [(0, "3")]
    assert act(server, run, tokens[1], "3", "*").status == 200


def test_states_and_actions_say_the_ply_number(server: Server) -> None:
    """The ETag of both counts the plies, and a take-back counts back."""
    run, (token, _) = server.open(world="tictactoe", seats=[None, "minimax"])
    for path in ("state", "actions"):
        assert server.ask("GET", f"{run}/{path}").headers["etag"] == '"0"'
    assert act(server, run, token, "4", 0).status == 200
    assert server.ask("GET", f"{run}/state?seat=0&wait=20").headers["etag"] == '"2"'
    assert server.ask("POST", f"{run}/takeback", token=token).status == 200
    assert server.ask("GET", f"{run}/state").headers["etag"] == '"0"'
    assert act(server, run, token, "4", 2).status == 412
    assert act(server, run, token, "8", 0).status == 200


def test_many_at_once_are_one_move(server: Server) -> None:
    """Twenty equal requests at the same time are answered alike; without a number, all but one are refused."""
    run, tokens = server.open(world="connect4", seats=[None, None])
    with ThreadPoolExecutor(20) as pool:
        for ply in range(4):
            answers = list(pool.map(lambda _, ply=ply: act(server, run, tokens[ply % 2], "3", ply), range(20)))
            assert {(answer.status, answer.text) for answer in answers} == {(200, answers[0].text)}
            assert moves(server, run) == [(number % 2, "3") for number in range(ply + 1)]
        plain = list(pool.map(lambda _: server.ask("POST", f"{run}/action", "2", tokens[0]), range(20)))
    assert sorted(answer.status for answer in plain) == [200] + [409] * 19


def test_the_last_action_is_answered_again_after_the_end(tmp_path: Path) -> None:
    """The answer to a winning action was lost: it is given again, also by a server that was started anew."""
    with serving(tmp_path) as server:
        run, tokens = server.open(world="tictactoe", seats=[None, None])
        answers = [act(server, run, tokens[ply % 2], action, ply) for ply, action in enumerate("03142")]
        assert [answer.status for answer in answers] == [200] * 5
        assert act(server, run, tokens[0], "2", 4).text == answers[-1].text
        assert act(server, run, tokens[1], "5", 5).status == 409
    with serving(tmp_path) as server:
        assert act(server, run, tokens[0], "2", 4).text == answers[-1].text
        assert server.ask("POST", f"{run}/action", "2", tokens[0]).status == 409
