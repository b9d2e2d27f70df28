"""Crews on any Executor: the same games as here, whatever the workers do."""

import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from arena.crew import batch, far_games, head, link, pace, ready
from arena.crew import identity as identity_module
from arena.crew.games import GameWork, crew_on
from arena.crew.identity import differing, identity, versions
from arena.crew.messages import Answer, encode
from arena.entrants.cache import packed
from arena.errors import CrewError
from arena.store.store import open_store
from arena.store.troubles import troubles_in
from arena.tournament.driver import enter
from arena.tournament.formats import due
from tests.arena.command import Here
from tests.arena.crew.faulty import Change, Faulty
from tests.arena.crew.games import games_of, plan_in

QUICK = {"minds": ["any-random-legal-move", "minimax:depth=1"], "games": 6}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pauses that a test need not wait for; and no mind's process is left."""
    monkeypatch.setattr(batch, "PAUSE", 0.0)
    monkeypatch.setattr(head, "RETRY_PAUSE", 0.0)
    monkeypatch.setattr(head, "TICK", 0.02)
    yield
    ready.close()


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The games of the quick plan, as they are here."""
    folder = tmp_path_factory.mktemp("here")
    return games_of(folder / "games", plan_in(folder / "minds", **QUICK), Here)


def elsewhere(folder: Path, change: Change) -> bytes:
    """The same games by a faulty Executor."""
    return games_of(folder / "elsewhere", plan_in(folder / "minds", **QUICK), crew_on(lambda: Faulty(change)))


def test_the_same_plan_gives_the_same_games(tmp_path: Path) -> None:
    """Batches elsewhere give the games of one machine byte for byte, with strangers, a learner and a disqualified."""
    plan = plan_in(tmp_path / "minds")
    assert games_of(tmp_path / "a", plan, Here) == games_of(
        tmp_path / "b", plan, crew_on(lambda: ThreadPoolExecutor(2))
    )
    with open_store(tmp_path / "b") as store:
        assert store.standing("disqualified") == {4}
        assert store.memory_of(2)
        assert {record.worker for record in store.records()} == {identity()}


def test_rubbish_is_played_again(tmp_path: Path, here: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """A worker that answers no JSON, other games, or impossible ones costs time, and no game."""

    def spoilt(number: int, answer: bytes) -> bytes:
        replies = {
            2: b"\xff{",
            3: answer.replace(b'"number"', b'"nmuber"'),
            4: answer.replace(b'"kind":"', b'"kind":"x'),
        }
        replies |= {5: answer.replace(b'"name":"001-002-0000', b'"name":"001-002-0009')}
        replies |= {7: answer.replace(b'"seat":1,"action":"', b'"seat":1,"action":"9')}
        return replies.get(number, answer)

    assert elsewhere(tmp_path, spoilt) == here
    said = capsys.readouterr().err
    assert "a worker answers rubbish" in said
    assert "is not of this game" in said


def test_answers_to_other_questions_are_rubbish(
    tmp_path: Path, here: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    """A worker that answers another batch, leaves out a game, or answers one twice costs time, and no game."""

    def mixed(number: int, answer: bytes) -> bytes:
        found = msgspec.json.decode(answer)
        if number == 1:
            found["number"] += 1
        if number == 3:
            found["results"].pop()
        if number == 5:
            found["results"] *= 2
        return msgspec.json.encode(found)

    assert elsewhere(tmp_path, mixed) == here
    said = capsys.readouterr().err
    assert "the answer is to batch 2; expected 1" in said
    assert "the answer has other results than were asked for" in said


def test_what_only_the_store_knows_is_no_workers_to_say(tmp_path: Path, here: bytes) -> None:
    """A record that brings an event, a name or versions of its own is not stored."""
    forged = b'"result":{"event":"forged",'
    assert elsewhere(tmp_path, lambda n, answer: answer.replace(b'"result":{', forged) if n == 2 else answer) == here


def test_a_worker_speaks_for_itself(tmp_path: Path, here: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    """A record that names another worker than the answer does is played again."""

    def other(number: int, answer: bytes) -> bytes:
        return answer.replace(b'"process":', b'"process":1', 1) if number == 2 else answer

    assert elsewhere(tmp_path, other) == here
    assert "is another worker's" in capsys.readouterr().err
    with open_store(tmp_path / "elsewhere") as store:
        (trouble,) = troubles_in(store)
    assert (trouble.rejected, "is another worker's" in trouble.reason) == (1, True)


def test_a_lost_batch_is_played_again(tmp_path: Path, here: bytes) -> None:
    """A worker's death, and a broken Executor, cost no game; the factory is called again for a new one."""
    made = []

    def fail(number: int, answer: bytes) -> bytes:
        if number == 2:
            raise MemoryError
        if number == 4 and len(made) == 1:
            raise BrokenExecutor
        return answer

    def factory() -> Executor:
        made.append(1)
        return Faulty(fail)

    assert games_of(tmp_path / "out", plan_in(tmp_path / "minds", **QUICK), crew_on(factory)) == here
    assert len(made) == 2


class Counted(Faulty):
    """Counts how often it is asked for its places; asked for the second time, it has lost them."""

    asked = 0

    @property
    def places(self) -> int:  # type: ignore[override]
        Counted.asked += 1
        if Counted.asked == 2:
            raise ConnectionError
        return 1


def test_places_are_counted_now_and_then(tmp_path: Path, here: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """To count places may take as long as a game, so it is not done for each; an Executor that cannot is replaced."""
    made = []

    def factory() -> Executor:
        made.append(1)
        return Counted()

    monkeypatch.setattr(link, "COUNT_INTERVAL", 0.0)
    assert games_of(tmp_path / "often", plan_in(tmp_path / "minds", **QUICK), crew_on(factory)) == here
    assert len(made) == 2
    monkeypatch.setattr(link, "COUNT_INTERVAL", 600.0)
    Counted.asked = 2
    assert games_of(tmp_path / "once", plan_in(tmp_path / "minds", **QUICK), crew_on(factory)) == here
    assert Counted.asked == 3


class Silent(Faulty):
    """Keeps its first answer until all others are there, and then gives it, too."""

    places = 2

    def __init__(self) -> None:
        super().__init__()
        self.kept: Future[bytes] = Future()
        self.answer, self.was_silent = b"", False
        self.end = threading.Timer(60, self.kept.set_exception, [TimeoutError()])  # so that a failing test ends
        self.end.start()

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> "Future[Any]":
        if not self.answer:
            self.answer = fn(*args)
            return self.kept
        return super().submit(fn, *args, **options)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.end.cancel()
        self.was_silent = not self.kept.done()
        if self.was_silent:
            self.kept.set_result(self.answer)
        super().shutdown(wait)


def test_a_silent_worker_is_not_waited_for(tmp_path: Path, here: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch without an answer is submitted again when its lease is over."""
    monkeypatch.setattr(pace, "LEASE", 0.2)
    monkeypatch.setattr(pace, "PATIENCE", 0)
    plan, silent = plan_in(tmp_path / "minds", **QUICK), Silent()
    assert games_of(tmp_path / "out", plan, crew_on(lambda: silent)) == here
    assert silent.was_silent


def test_the_second_answer_is_ignored(tmp_path: Path, here: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer to a batch that was submitted twice counts; every game is stored once."""
    monkeypatch.setattr(pace, "LEASE", 0.0)
    monkeypatch.setattr(pace, "PATIENCE", 0)
    begun, release = threading.Event(), threading.Event()

    def slow(number: int, answer: bytes) -> bytes:
        if number == 1:
            begun.set()
            release.wait(30)
        else:
            release.set()
        return answer

    class Two(Faulty):
        def __init__(self) -> None:
            super().__init__(slow)
            self.pool = ThreadPoolExecutor(2)

    assert games_of(tmp_path / "out", plan_in(tmp_path / "minds", **QUICK), crew_on(Two)) == here
    assert begun.is_set()


@pytest.mark.parametrize(
    ("module", "name", "value", "said"),
    [
        (batch, "differing", lambda _asked: "numba 0.1 here, 0.2 there", "(version): numba 0.1 here, 0.2 there"),
        (far_games, "version_of", lambda _spec, _bundle: "0123", "has version 0123 here"),
    ],
)
def test_another_version_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, value: Any, said: str
) -> None:
    """If all workers have other versions of programs or minds, that ends the tournament with a line that says which."""
    monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(head, "REFUSED_FOR", 0.3)
    with pytest.raises(CrewError, match="no worker takes the games; worker") as problem:
        elsewhere(tmp_path, lambda _number, answer: answer)
    assert said in str(problem.value)


def test_one_worker_of_another_version_costs_no_game(tmp_path: Path, here: bytes) -> None:
    """Batches that a worker refuses are played by the others."""

    def refuse(number: int, answer: bytes) -> bytes:
        asked = msgspec.json.decode(answer)["number"]
        return encode(Answer(asked, identity(), refusal="version", reason="python 2.7 here")) if number % 2 else answer

    assert elsewhere(tmp_path, refuse) == here
    with open_store(tmp_path / "elsewhere") as store:
        (trouble,) = troubles_in(store)
    assert (trouble.worker, trouble.refused > 0, trouble.reason) == (identity(), True, "python 2.7 here")


@pytest.mark.parametrize(("limits", "warned"), [({"clock": "wall"}, 1), ({"clock": "processor"}, 0)])
def test_wall_clocks_on_unequal_machines_warn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], limits: dict[str, str], warned: int
) -> None:
    """Games by the wall clock on machines of unequal speed bring one warning, which names machines and speeds."""
    slow = replace(identity(), machine="slow", speed=round(identity().speed / 2, 1))

    def unequal(number: int, answer: bytes) -> bytes:
        return answer.replace(encode(identity()), encode(slow)) if number % 2 else answer

    plan = plan_in(tmp_path / "minds", **QUICK | {"movetime": 1.0} | limits)
    games_of(tmp_path / "out", plan, crew_on(lambda: Faulty(unequal)))
    said = capsys.readouterr().err
    assert said.count("machines of unequal speed") == warned
    assert said.count(f"{identity().machine} {identity().speed:g}, slow {slow.speed:g};") == warned


def test_all_threads_of_a_worker_are_one() -> None:
    """Threads of a process that ask at once what it is get one answer, although each would measure another speed."""
    identity_module._identity.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        found = {one.result() for one in [pool.submit(identity) for _ in range(8)]}
    assert found == {identity()}


def test_versions_are_compared_by_name() -> None:
    """The programs of which a worker has another version are named, with both versions."""
    assert differing(versions()) == ""
    assert {"mind-arena", "numba", "python", "numpy", "chess"} == set(versions())
    assert differing(versions() | {"numba": "0.1"}) == f"numba {versions()['numba']} here, 0.1 there"


def far_payloads(folder: Path, **fields: object) -> tuple[GameWork, bytes, bytes]:
    """The work, and a batch of a stranger's first game, without and with the files."""
    plan = plan_in(folder / "minds", minds=[*plan_in(folder / "minds").minds[1:2], f"{folder}/minds/first.py"], games=2)
    (folder / "store").mkdir()
    with open_store(folder / "store", must_exist=False) as store:
        openings = enter(store, plan)
        players = store.players()
    work = GameWork(plan, players, False)
    tasks = due(plan, openings, {})[:1]
    return work, work.write(1, tasks), work.write(1, tasks, with_bundles=True)


def played(payload: bytes) -> Any:
    return msgspec.json.decode(batch.play(payload))


def test_a_worker_without_landlock_refuses_strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that has no jail refuses strangers by name, unless the head trusts them."""
    _, payload, _ = far_payloads(tmp_path)
    monkeypatch.setattr("arena.cell.prepare.lacking", lambda: "no Landlock")
    answer = played(payload)
    assert (answer["refusal"], "no jail for it (no Landlock)" in answer["reason"]) == ("jail", True)
    assert "results" not in answer
    trusting = msgspec.json.encode(msgspec.json.decode(payload) | {"trusted": True})
    assert played(trusting)["results"][0]["result"]["layers"][1] == "none: trusted"


def test_strangers_are_played_by_workers_with_landlock(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of two workers, one without Landlock, the other plays the strangers' games; the first is named."""
    minds = plan_in(tmp_path / "minds").minds
    plan = plan_in(tmp_path / "minds", minds=[minds[0], minds[3]], games=4)
    expected = games_of(tmp_path / "here", plan, Here)

    class Half(Faulty):
        def submit(self, fn: Any, /, *args: Any, **options: Any) -> "Future[Any]":
            return super().submit(partial(self._without if self.count % 2 else fn, *args))

        def _without(self, payload: bytes) -> bytes:
            ready.close()  # another process knows nobody
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr("arena.cell.prepare.lacking", lambda: "no Landlock")
                return batch.play(payload)

    assert games_of(tmp_path / "there", plan, crew_on(Half)) == expected
    assert "refuses the games (jail)" in capsys.readouterr().err
    with open_store(tmp_path / "there") as store:
        (trouble,) = troubles_in(store)
    assert trouble.refused


def test_files_come_with_the_second_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that lacks a stranger's files says so; it plays with those that come, if they have the right digest."""
    _, without, with_files = far_payloads(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "far"))
    assert played(without)["refusal"] == "bundles"
    digest = next(iter(msgspec.json.decode(with_files)["bundles"]))
    wrong = msgspec.json.decode(with_files) | {"bundles": {digest: "eJwDAAAAAAE="}}
    answer = played(msgspec.json.encode(wrong))
    assert (answer["refusal"], f"bundle {digest} is damaged" in answer["reason"]) == ("mind", True)
    assert "refusal" not in played(with_files)
    assert packed(digest)


def test_the_head_sends_files_when_they_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tournament of strangers is played by a worker whose cache is empty."""
    plan = plan_in(tmp_path / "minds", games=2)
    expected = games_of(tmp_path / "here", plan, Here)
    fetch = far_games._fetch_from
    sent: list[int] = []

    def empty_cache(entrant: Any, fetch_: Any) -> str:
        if entrant.bundle:
            fetch_(entrant.bundle)
        return real(entrant, fetch_)

    def counting(bundles: dict[str, bytes]) -> Any:
        sent.append(len(bundles))
        return fetch(bundles)

    real = far_games.playable
    monkeypatch.setattr(far_games, "playable", empty_cache)
    monkeypatch.setattr(far_games, "_fetch_from", counting)
    assert games_of(tmp_path / "there", plan, crew_on(lambda: ThreadPoolExecutor(1))) == expected
    assert any(sent)


def test_another_version_is_noticed_first(tmp_path: Path) -> None:
    """A batch of another version is refused by name, also if this version understands nothing else of it."""
    other = versions() | {"mind-arena": "9.0"}
    for rest in ({}, {"kind": "puzzles"}, {"kind": "games", "plan": 7}):
        answer = played(msgspec.json.encode({"number": 3, "versions": other} | rest))
        assert (answer["number"], answer["refusal"]) == (3, "version")
        assert answer["reason"] == f"mind-arena {versions()['mind-arena']} here, 9.0 there"


def test_a_message_that_is_no_batch_is_refused() -> None:
    """A worker answers whatever is sent to it."""
    for payload in (b"", b"\xff", b"[]", b'{"number":1}'):
        assert played(payload)["refusal"] == "message"
