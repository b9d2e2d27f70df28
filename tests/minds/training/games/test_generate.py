"""All games of a file are played once, whoever plays them in whatever order."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from queue import LifoQueue
from typing import Any

import pytest

from minds import Move
from minds.errors import TrainingError
from minds.training.games import generate as generate_module
from minds.training.games.blocks import Game, encode
from minds.training.games.file import read_games, writing
from minds.training.games.generate import Crew, generate, play_batch
from minds.training.games.replay import positions_of
from minds.training.games.settings import Settings

SETTINGS = Settings("champion:hash=1", nodes=100)


class Odd(ThreadPoolExecutor):
    """Plays what was submitted last first; some batches are lost, as if a worker had died."""

    def __init__(self, lost: Callable[[int], bool] = lambda _number: False) -> None:
        super().__init__(1)
        self.lost, self.count = lost, 0
        self._work_queue = LifoQueue()

    def submit(self, fn: Any, /, *args: Any, **_kwargs: Any) -> Future[Any]:
        assert fn is play_batch
        return super().submit(self._play, *args)

    def _play(self, payload: bytes) -> bytes:
        self.count += 1
        if self.lost(self.count):
            raise RuntimeError("the worker has died")
        return play_batch(payload)


def play(path: Path, games: int, executor: Executor, settings: Settings = SETTINGS) -> list[tuple[int, int]]:
    """Have games played; return what was reported."""
    reported = list[tuple[int, int]]()
    crew = Crew(lambda payload: executor.submit(play_batch, payload), lambda: 1)
    with writing(path, settings) as writer:
        generate(writer, settings, games, crew, lambda games, positions: reported.append((games, positions)))
    return reported


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches of 7 games."""
    monkeypatch.setattr(generate_module, "MAX_BATCH", 7)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games that a thread has played one after the other."""
    path = tmp_path_factory.mktemp("games") / "thread.games"
    with ThreadPoolExecutor(1) as executor:
        reported = play(path, 60, executor)
    content = read_games(path)
    assert [sum(column) for column in zip(*reported, strict=True)] == [60, content.games.positions]
    return path


def test_games_do_not_depend_on_who_plays_them(played: Path, tmp_path: Path) -> None:
    """Batches that come in another order, are lost or come after an interruption give the same games."""
    path = tmp_path / "odd.games"
    for count, lost in ((30, lambda _: False), (60, lambda number: number in (1, 2, 4))):
        with Odd(lost) as executor:
            play(path, count, executor)
    games, others = read_games(played).games, read_games(path).games
    assert games.numbers.tolist() == others.numbers.tolist() == list(range(60))
    assert all(games.game(number) == others.game(number) for number in range(60))
    assert (positions_of(games) == positions_of(others)).all()


def test_nothing_is_played_twice(played: Path) -> None:
    """A file that has all games is left as it is."""
    before = played.read_bytes()
    with ThreadPoolExecutor(1) as executor:
        assert play(played, 60, executor) == []
    assert played.read_bytes() == before


def test_a_batch_is_not_tried_for_ever(tmp_path: Path) -> None:
    """A batch that is lost three times ends the command; the games before it are kept."""
    path = tmp_path / "lost.games"
    with Odd(lambda count: count > 1) as executor, pytest.raises(TrainingError, match="lost 3 times: RuntimeError"):
        play(path, 40, executor)
    assert read_games(path).games.numbers.size == 7


def test_a_changed_mind_is_noticed(played: Path, tmp_path: Path) -> None:
    """Games of a mind that plays otherwise than the file's do not go into the file."""
    path = tmp_path / "changed.games"
    other = Settings("pst-engine:hash=1", nodes=100)
    path.write_bytes(played.read_bytes().replace(SETTINGS.to_line(), other.to_line()))
    with ThreadPoolExecutor(1) as executor, pytest.raises(TrainingError, match="plays game 0 otherwise"):
        play(path, 61, executor, other)


def test_threads_do_not_share_an_engine(played: Path, tmp_path: Path) -> None:
    """Threads of one process play the same games at once as one after the other."""
    path = tmp_path / "threads.games"
    with ThreadPoolExecutor(3) as executor:
        play(path, 30, executor)
    games, others = read_games(played).games, read_games(path).games
    assert all(games.game(number) == others.game(number) for number in range(30))


def test_a_worker_is_not_believed(tmp_path: Path) -> None:
    """Answers that are no block, hold other games or an illegal move end the command, and nothing of them is kept."""
    illegal = Game(0, "", [Move("e2e5").notation_code], [0], 1, 0)
    for answer, message in (
        (b"rubbish", "expected a block of games"),
        (encode([illegal._replace(number=1)]), "other games"),
        (encode([illegal]), "game 0 has an illegal move"),
    ):
        path, future = tmp_path / "lies.games", Future[bytes]()
        future.set_result(answer)
        crew = Crew(lambda _payload, done=future: done, lambda: 1)
        with writing(path, SETTINGS) as writer, pytest.raises(TrainingError, match=message):
            generate(writer, SETTINGS, 1, crew, lambda *_: None)
        assert read_games(path).games.numbers.size == 0
