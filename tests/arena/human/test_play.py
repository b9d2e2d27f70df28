"""The commands `arena play`, `arena minds` and `arena worlds`."""

import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import chess.pgn
import pytest

from minds.registry import names
from tests.arena.command import ARENA, arena, arena_process
from tests.conftest import block_of, until
from tests.within import within

GREEDY = block_of("README.md", "python")  # the fifteen lines that a student begins with


@pytest.fixture
def greedy(tmp_path: Path) -> str:
    path = tmp_path / "my_mind.py"
    path.write_text(GREEDY, encoding="utf-8")
    return str(path)


def talk(text: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [ARENA, "play", *arguments], input=text, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_students_mind_plays_at_once(greedy: str) -> None:
    """The README's example mind plays minimax, and the game is printed."""
    done = arena("play", greedy, "minimax", "--seed", "1")
    assert done.returncode == 0, done.stderr
    game = chess.pgn.read_game(io.StringIO(done.stdout))
    assert game is not None
    assert game.headers["White"] == "greedy"
    assert game.end().board().is_game_over(claim_draw=True)
    assert done.stderr.startswith("greedy (White) – minimax (Black)   ")
    assert len(done.stderr.splitlines()) == 1


def test_the_same_seed_and_nodes_give_the_same_game(greedy: str) -> None:
    """The same seed and node budget give the same game, byte for byte, also in another process."""
    games = {
        run("play", greedy, "pst-engine", "--seed", "5", "--nodes", "3000").stdout for run in (arena, arena_process)
    }
    assert len(games) == 1
    assert arena("play", greedy, "pst-engine", "--seed", "6", "--nodes", "3000").stdout not in games


def test_records_can_be_had_as_json(greedy: str, tmp_path: Path) -> None:
    """--json prints the record, --pgn adds the game to a file, again and again."""
    from world.record import read_record

    path = tmp_path / "games.pgn"
    for _ in range(2):
        done = arena("play", greedy, "minimax:depth=2", "--json", "--pgn", str(path), "--max-plies", "20")
        record = read_record(done.stdout)
        assert record.minds == ("greedy", "minimax:depth=2")
        assert len(record.plies) <= 20
    with path.open(encoding="utf-8") as file:
        games = [chess.pgn.read_game(file) for _ in range(3)]
    assert [game is not None for game in games] == [True, True, False]


@pytest.mark.parametrize("clock", ["processor", "wall"])
def test_the_clock_can_be_chosen(clock: str) -> None:
    """--clock chooses what a limit of time is measured by."""
    options = ["--world", "tictactoe", "--movetime", "5", "--clock", clock, "--json"]
    assert json.loads(arena("play", "minimax", "alphabeta", *options).stdout)["clock"] == clock


def test_other_worlds_are_played_as_well() -> None:
    """Other worlds are played from any of their states."""
    done = arena("play", "--world", "tictactoe", "minimax", "alphabeta", "--fen", "xx.oo..../x")
    assert done.stdout == "tictactoe: minimax – alphabeta\nxx.oo..../x\n2\nthree in a row 1:0\n\n"


def test_a_forfeit_is_explained(tmp_path: Path) -> None:
    """A forfeit shows state, traceback and log, with control characters replaced."""
    path = tmp_path / "bad.py"
    path.write_text(GREEDY.replace("moves = ", "print('\\x1b[2J'); moves = 1 / 0; "), encoding="utf-8")
    done = arena("play", str(path), "minimax")
    assert done.returncode == 0
    assert "0 : 1   forfeit, 0 plies" in done.stderr
    assert "greedy in getaction: crash, ZeroDivisionError: division by zero" in done.stderr
    assert "state  rnbqkbnr/pppppppp" in done.stderr
    assert "bad.py" in done.stderr
    assert "?[2J" in done.stderr, "the log is shown, made harmless"
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["minimax"], "1 mind named; chess has 2 seats"),
        ([], "0 minds named"),
        (["minimax", "minmax"], "did you mean minimax"),
        (["minimax", "minimax", "--world", "ches"], "did you mean chess"),
        (["minimax", "minimax", "--fen", "xyz"], "start 'xyz'; expected a FEN"),
        (["minimax", "minimax", "--tc", "soon"], "expected seconds+increment"),
        (["minimax", "minimax", "--nodes", "0"], "nodes 0; expected 1 to"),
        (["minimax", "minimax", "--pgn", "/no/such/folder/x.pgn"], "expected a file in a folder"),
        (["minimax:depth=61", "minimax"], "expected 1 to 60"),
        (["minimax", "minimax", "--patience", "nan"], "patience"),
        (["minimax", "minimax", "--patience", "-1"], "is not in the range"),
        (["minimax", "minimax", "--pace", "-1"], "is not in the range"),
        (["minimax", "minimax", "--pace", "61"], "is not in the range"),
        (["minimax", "minimax", "--pace", "nan"], "expected a number of seconds"),
        (["cmd:nosuchprogram", "minimax"], "no program 'nosuchprogram'"),
        (["nowhere.py", "minimax"], "no file 'nowhere.py'"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], said: str) -> None:
    """A mistake is one line with exit code 2 that says what was expected."""
    done = arena("play", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_person_plays() -> None:
    """A person can move in any notation, is asked again after a mistake, and can get a hint, take back and resign."""
    done = talk("help\nNf9\ne2e5\nmoves\nhint\n12,28\nundo\nNf3\nundo\nd4\nresign\n", "human", "minimax:depth=1")
    assert done.returncode == 0, done.stderr
    assert "'Nf9' is no action here; expected the like of" in done.stderr
    assert 'e2e5 ("12,36") is illegal: the pawn on e2 can go to e3, e4' in done.stderr
    assert "Nh3  Nf3  Nc3" in done.stderr
    assert "alphabeta would play " in done.stderr
    assert "take back your last move" in done.stderr
    assert "1. d4" in done.stdout
    assert 'Result "0-1"' in done.stdout
    assert "resignation, 2 plies" in done.stderr


def test_a_move_taken_back_takes_back_its_time() -> None:
    """After a take-back the plies that remain keep their clocks and thoughts, and do not count as an opening."""
    from world.record import read_record

    text = "e2e4\nd2d4\nundo\nresign\n"
    record = read_record(talk(text, "human", "minimax:depth=1", "--tc", "60+0", "--json").stdout)
    assert record.clock == "wall: human is a person"
    assert [ply.seat for ply in record.plies] == [0, 1]
    assert record.opening == 0
    assert 59 < (record.plies[1].left or 0) < 60
    assert (record.plies[1].thoughts or {})["depth"] == 1


def test_nothing_to_take_back() -> None:
    """Undo before the first move says that there is none to take back."""
    assert "no move of yours to take back" in talk("undo\nresign\n", "human", "minimax").stderr


def test_two_people_at_one_board() -> None:
    """Two people can play each other, in any world."""
    done = talk("0\n3\n1\n4\nx\n2\n", "--world", "tictactoe", "human", "human")
    assert done.stdout.endswith("three in a row 1:0\n\n")
    assert "'x' is no action here" in done.stderr


def test_a_person_who_leaves() -> None:
    """The end of the input counts as resigning, and the game is printed."""
    done = talk("e4\n", "human", "minimax:depth=1")
    assert done.returncode == 0
    assert "the input has ended" in done.stderr
    assert 'Result "0-1"' in done.stdout


def test_an_interruption_leaves_nobody_behind(tmp_path: Path) -> None:
    """Ctrl-C during a game gives exit code 130, and ends the minds' processes."""
    note = tmp_path / "pid"
    path = tmp_path / "slow.py"
    slow = GREEDY.replace("moves = ", f"open({str(note)!r}, 'w').write(str(__import__('os').getpid())); moves = ", 1)
    path.write_text(
        slow.replace("        return max", "        while True: pass\n        return max"), encoding="utf-8"
    )
    with subprocess.Popen([ARENA, "play", "--trust", str(path), "minimax"], stdout=-1, stderr=-1, text=True) as process:
        until(lambda: (note.exists() and note.read_text()) or process.poll() is not None)
        with within(2):
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "arena: interrupted\n")
    assert not Path(f"/proc/{note.read_text()}").exists()


def test_a_killed_arena_leaves_nobody_behind(tmp_path: Path) -> None:
    """kill -9 of the arena ends its minds, also a program that has detached a child."""
    note = tmp_path / "pids"
    path = tmp_path / "stubborn.sh"
    path.write_text(
        "IFS=$'\\t' read -r word rest; printf '%s\\tready\\n' \"$word\"\n"
        f"setsid sleep 1000 & echo $$ $! > {note}.new; mv {note}.new {note}; while true; do :; done\n",
        encoding="utf-8",
    )
    command = [ARENA, "play", "--trust", "--world", "tictactoe", f"cmd:bash {path}", "minimax"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until(lambda: note.exists() or process.poll() is not None)
        process.kill()
    numbers = note.read_text().split()
    until(lambda: not any(Path(f"/proc/{number}").exists() for number in numbers), seconds=10)


def test_a_record_that_cannot_be_written_is_printed() -> None:
    """A game that cannot be written to the file is printed."""
    done = arena("play", "--world", "tictactoe", "minimax", "minimax", "--pgn", "/dev/full", "--fen", "xx.oo..../x")
    assert done.returncode == 1
    assert "three in a row 1:0" in done.stdout
    assert "No space left" in done.stderr


def test_minds_are_listed() -> None:
    """`arena minds` lists every mind with a line about it, also as JSON."""
    done = arena("minds")
    found = [line.split()[0] for line in done.stdout.splitlines()[1:] if line.strip()]
    assert found[: len(names())] == names()
    listed = json.loads(arena("minds", "--json").stdout)
    assert [one["mind"] for one in listed] == names()
    assert all(one["says"].endswith(".") for one in listed)
    minimax = listed[names().index("minimax")]
    assert {"mind": "minimax", "parameters": {"depth": 0, "compiled": True}}.items() <= minimax.items()


def test_worlds_are_listed() -> None:
    """`arena worlds` lists every world with its seats, also as JSON."""
    found = ["chess", "connect4", "graph", "maze", "tictactoe"]
    assert [line.split()[0] for line in arena("worlds").stdout.splitlines()[1:]] == found
    assert [one["seats"] for one in json.loads(arena("worlds", "--json").stdout)] == [2, 2, 1, 1, 2]


@pytest.mark.parametrize("command", ["minds", "--help"])
def test_looking_around_loads_nothing_heavy(command: str) -> None:
    """Lists and help load neither Numba nor pandas, matplotlib or python-chess."""
    code = (
        "import sys; from arena.cli import main\n"
        f"try: main([{command!r}])\n"
        "except SystemExit: print({'numba', 'numpy', 'pandas', 'matplotlib', 'chess'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "set()"
