"""`arena analyse --crew`: the judgements of one machine, whatever workers do."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

import arena
from arena.analyse.analysts import ThreadAnalysts
from arena.analyse.driver import judge_all, judge_of, missing_states
from arena.analyse.judgement import Judge
from arena.crew import batch, far_positions, head, ready
from arena.crew.positions import FarAnalysts, Position, PositionWork
from arena.errors import AnalysisError, CrewError
from arena.store.judgements import enrol
from arena.store.store import FILE, open_store
from tests.arena.analyse.games import play_wild_games
from tests.arena.command import arena as command
from tests.arena.crew.faulty import Change, Faulty

NODES, PLIES = 200, 30
Rows = list[tuple[object, ...]]


@cache
def judge() -> Judge:
    """Stockfish, with few nodes."""
    return judge_of("uci:stockfish", NODES)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pauses that a test need not wait for; no report, and no engine that is left."""
    monkeypatch.setattr(batch, "PAUSE", 0.0)
    monkeypatch.setattr(head, "RETRY_PAUSE", 0.0)
    monkeypatch.setattr(head, "TICK", 0.02)
    monkeypatch.setattr(head, "REFUSED_FOR", 0.3)
    with patch("arena.report.report.write_report", arena.load):
        yield
    ready.close()


def judged_in(folder: Path) -> Rows:
    """All that is stored of the judgements, checksums included."""
    with open_store(folder) as store:
        return store.db.execute("SELECT * FROM judgements ORDER BY judge, state").fetchall()


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """The judgements of this machine."""
    folder = play_wild_games(tmp_path_factory.mktemp("here") / "t", 1, PLIES)
    with open_store(folder) as store:
        judgements = enrol(store.db, judge(), folder / FILE)
        judge_all(judgements, missing_states(store, judgements), ThreadAnalysts(judge(), 1), lambda *_: None)
    return judged_in(folder)


def elsewhere(folder: Path, change: Change) -> Rows:
    """The judgements by a faulty Executor, as far as they come."""
    play_wild_games(folder, 1, PLIES)
    with open_store(folder) as store:
        judgements = enrol(store.db, judge(), folder / FILE)
        analysts = FarAnalysts(lambda: Faulty(change), judge())
        judge_all(judgements, missing_states(store, judgements), analysts, lambda *_: None)
    return judged_in(folder)


def test_a_crew_judges_as_this_machine_does(tmp_path: Path, here: Rows) -> None:
    """The command with a crew stores the judgements of this machine, to the byte, and judges nothing twice."""
    folder = play_wild_games(tmp_path / "t", 1, PLIES)
    words = ("analyse", str(folder), "--nodes", str(NODES), "--crew", "tests.arena.crew.executors:threads", "--json")
    done = command(*words)
    assert done.returncode == 0, done.stderr
    assert judged_in(folder) == here
    assert f'"judged_now": {len(here)}' in done.stdout
    again = command(*words)
    assert "all positions are judged already" in again.stderr


def test_rubbish_is_judged_again(tmp_path: Path, here: Rows, capsys: pytest.CaptureFixture[str]) -> None:
    """Answers that are no JSON, or of other positions, with illegal moves or boundless values cost no judgement."""

    def spoilt(number: int, answer: bytes) -> bytes:
        replies = {
            1: b"\xff{",
            2: answer.replace(b'"best":"', b'"best":"9'),
            3: answer.replace(b'"score":', b'"score":99999999999'),
            4: answer.replace(b'"result":{', b'"result":{"word":1,'),
            5: answer.replace(b'"state":"', b'"state":"8'),
        }
        return replies.get(number, answer)

    assert elsewhere(tmp_path / "t", spoilt) == here
    said = capsys.readouterr().err
    assert "a worker answers rubbish" in said
    assert "is not of this position" in said
    assert "is none: " in said


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("engine_version", lambda _spec: "0123", "has version 0123 here"),
        ("require_jail", None, "(jail): no jail"),
        ("read_spec", None, "cannot judge here"),
    ],
)
def test_another_engine_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: object, said: str
) -> None:
    """Workers with another engine, with none, or without a jail end the analysis with a line; what was judged stays."""

    def refuse(_spec: object) -> None:
        raise {"require_jail": far_positions.JailError, "read_spec": far_positions.ArenaError}[name]("no jail")

    monkeypatch.setattr(far_positions, name, value or refuse)
    with pytest.raises(CrewError, match="no worker takes the positions; worker") as problem:
        elsewhere(tmp_path / "t", lambda _number, answer: answer)
    assert said in str(problem.value)


def test_an_engine_that_fails_everywhere_is_an_error(tmp_path: Path, here: Rows) -> None:
    """A position that no worker can judge is tried some times, and then named; the others are kept."""
    failing = str(here[7][1])

    def fail(_number: int, answer: bytes) -> bytes:
        found = msgspec.json.decode(answer)
        for one in found["results"]:
            if one["name"] == failing:
                one |= {"problem": "lost", "reason": "it fell asleep"}
        return msgspec.json.encode(found)

    with pytest.raises(AnalysisError, match="cannot be judged: it fell asleep; what was judged is kept"):
        elsewhere(tmp_path / "t", fail)
    assert 0 < len(judged_in(tmp_path / "t")) < len(here)


def test_a_judgement_is_checked() -> None:
    """A judgement of the right position with a legal move is taken; nothing else is."""
    work, start = PositionWork(judge(), False), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    good = {"state": start, "best": "12,28", "score": 20}
    bad = [{"best": "12,29"}, {"state": start.replace("w", "b")}, {"score": None}, {"score": 10**12}, {"more": 1}]
    assert work.read(Position(start), _outcome(good), head.WorkerIdentity()).value == 20
    for change in bad:
        with pytest.raises(CrewError):
            work.read(Position(start), _outcome(good | change), head.WorkerIdentity())


def _outcome(judgement: dict[str, object]) -> head.Outcome:
    return head.Outcome("", msgspec.Raw(msgspec.json.encode(judgement)))


def test_a_crew_that_there_is_not_is_one_line(tmp_path: Path) -> None:
    """A mistake in --crew is one line, and changes nothing."""
    folder = play_wild_games(tmp_path / "t", 1, PLIES)
    done = command("analyse", str(folder), "--crew", "nonsense")
    assert (done.returncode, "expected local, dask://HOST:PORT" in done.stderr, done.stderr.count("\n")) == (2, True, 1)
    assert judged_in(folder) == []
