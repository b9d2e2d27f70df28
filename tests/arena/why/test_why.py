"""`arena why` as a student uses it: the explanation of a lost game, and the replay of a mind's questions."""

import io
import json
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from arena.cli import main
from arena.entrants.roster import enter_all
from arena.errors import JailError
from arena.store.checksums import add_table_checksums
from arena.store.store import open_store
from arena.tournament.driver import play_tournament
from arena.tournament.plan import make_plan
from arena.why.debug import check_debuggable
from tests.arena.command import ARENA, Here, arena

CRASHER = '''"""Plays at random, prints its moves, and crashes at its fourth."""

from minds import Mind


class Crasher(Mind):
    name = "crasher"

    def newrun(self):
        self.moves = 0

    def getaction(self, state):
        self.moves += 1
        print(f"move {self.moves} \\x1b[31m")
        if self.moves == 4:
            return self.best([])
        move = self.rng.choice(state.position.legal_moves())
        self.thoughts = {"score": -30 * self.moves, "depth": 1, "pv": [move.action], "mood": "f\\x1bne"}
        return move

    def best(self, found):
        return found[0]
'''
LOSER = '''"""Takes the first free cell with a falling score, asks minimax, and runs END at the end."""

from minds import Mind


class Loser(Mind):
    name = "loser"

    def getaction(self, state):
        self.ask("minimax:depth=1", state)
        print("looking")
        self.thoughts = {"score": [0, 0, -10, -10, -900, -900, -910, -910][len(state.history)], "pv": "none"}
        return state.actions[0]

    def endrun(self):
        END
'''
LEARNER = '''"""Counts its games in its memory, and plays that number."""

from minds import Mind


class Learner(Mind):
    name = "learner"

    def getaction(self, state):
        return f"{self.memory} games ago"

    def endrun(self):
        return self.memory + "1"
'''
GAME, LAST_PLY = "001-002-00001a", "15"


def play(folder: Path, mind: Path, other: str = "minimax:depth=2", **fields: object) -> Path:
    """Play a small tournament with a mind and return its folder."""
    options = {"minds": [str(mind), other], "games": 2, "concurrency": 1} | fields
    with open_store(folder, must_exist=False) as store:
        store.set_plan(make_plan(**options))
        play_tournament(store, lambda _results, _news: None, crew_of=Here)
    return folder


def loser(folder: Path, end: str = "pass", **fields: object) -> Path:
    path = folder / "loser.py"
    path.write_text(LOSER.replace("END", end), encoding="utf-8")
    return play(folder, path, "alphabeta", world="tictactoe", openings="none", games=1, **fields)


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crashed")
    (folder / "crasher.py").write_text(CRASHER, encoding="utf-8")
    return play(folder, folder / "crasher.py", max_plies=60, nodes=300)


@pytest.fixture(scope="module")
def lost(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return loser(tmp_path_factory.mktemp("lost"))


def why(*arguments: str | Path, said: str = "") -> str:
    """Run the command in this process, where minds start faster, and return what it prints."""
    out, problem = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(problem), pytest.raises(SystemExit) as end:
        main(["why", *map(str, arguments)])
    assert (end.value.code, problem.getvalue()) == (0, said)
    return out.getvalue()


def test_a_crash_is_explained(crashed: Path) -> None:
    """The page shows result, jail, budget, the last positions with thoughts, and the fault with the student's lines."""
    page = why(crashed, "2-00001a")
    assert page.startswith("crasher (White) – minimax:depth=2 (Black)   0 : 1   forfeit, 14 plies\n")
    for line in (
        f"game     {GAME}",
        "mind     crasher",
        "budget   nodes=300; 1024 MiB, 32 threads",
        "ply 13, crasher (White) to move",
        "score     -0.90",
        "searched  depth 1",
        "thoughts  mood f?ne",
        f"ply {LAST_PLY}, crasher (White) to move",
        "failed    crash, IndexError: list index out of range",
        "crasher failed in getaction: crash, IndexError: list index out of range",
        "        return found[0]",
        "    move 4 ?[31m",
        f"  arena why {crashed} {GAME} --replay {LAST_PLY}",
        f"  arena why {crashed} {GAME} --replay {LAST_PLY} --pdb",
    ):
        assert line in page
    assert "landlock" in page
    assert page.count("a b c d e f g h") == 4
    assert "\x1b" not in page


def test_more_or_fewer_positions(crashed: Path) -> None:
    """--last sets the number of positions; those of the opening are marked."""
    page = why(crashed, GAME, "--last", "14")
    assert page.count("from the opening") == 8
    assert why(crashed, GAME, "--last", "0").count("a b c d e f g h") == 1


def test_games_are_listed(crashed: Path, lost: Path) -> None:
    """The list has the games with faults, or else the lost games, each with the command that explains it."""
    faulty = why(crashed).splitlines()
    assert [line.split()[:5] for line in faulty[1:]] == [[n, "crasher", "crash", "in", "getaction"] for n in "12"]
    assert why(crashed, "1") == why(crashed, GAME)
    assert faulty[1].strip().endswith(f"arena why {crashed} {GAME}")
    assert f"loser  three in a row  against alphabeta  arena why {lost} {GAME}" in why(lost)
    assert why(lost, "--mind", "alphabeta", said="no lost games of alphabeta in this tournament\n") == ""


def test_a_lost_game_without_a_fault(lost: Path) -> None:
    """The page shows the largest drop of the mind's own score and the minds it asked, for any world."""
    page = why(lost, GAME, "--last", "1")
    assert "loser's own score dropped most between ply 3 and ply 5: -0.10 when it played 1, then -9.00" in page
    assert "ply 3, loser (x) to move\n  x . .     played    1\n" in page
    assert "asked     minimax:depth=1: " in page
    assert f"{GAME} --replay 3\n" in page
    story = json.loads(why(lost, GAME, "--json"))
    assert (story["mind"], story["drop"]["after"]["ply"], story["replay"]) == ("loser", 5, 3)
    assert len(story["last"]) == 3


def test_a_replay_gives_the_same_answer(crashed: Path) -> None:
    """Random numbers and the mind's own counters are the same again; its log is shown."""
    page = why(crashed, GAME, "--replay", "13")
    (played,) = [line.split()[-2:] for line in page.splitlines() if " played " in line]
    assert played[0] == played[1]
    assert "\nsame as in the game, and its 2 earlier answers were the same\n" in page
    assert page.endswith("  log\n    move 3 ?[31m\n")


def test_a_fault_comes_again(crashed: Path) -> None:
    """A replay at the ply after the last one shows the same fault with its traceback, also as JSON."""
    page = why(crashed, GAME, "--replay", LAST_PLY)
    assert "\nsame as in the game, and its 3 earlier answers were the same\n" in page
    assert "        return found[0]" in page
    again = json.loads(why(crashed, GAME, "--replay", LAST_PLY, "--json"))
    assert again["replay"]["answer"]["fault"]["kind"] == again["failed"]["kind"] == "crash"
    assert again["replay"]["changes"] == []


def test_the_others_moves_can_be_asked_again(lost: Path) -> None:
    """--mind chooses the mind, which may be a house mind."""
    page = why(lost, GAME, "--mind", "alphabeta", "--replay", "2")
    assert f"alphabeta asked again about ply 2 of {GAME}" in page
    assert "\nsame as in the game\n" in page


def test_faults_at_the_ends_of_a_game(tmp_path: Path) -> None:
    """A fault in endrun does not lose the game, but it is shown and replayed."""
    loser(tmp_path, end="raise ValueError('sore')")
    page = why(tmp_path, GAME)
    assert "after ply 6: three in a row" in page
    assert "loser failed in endrun: crash, ValueError: sore" in page
    again = why(tmp_path, GAME, "--replay", "7")
    assert "loser failed in endrun: crash, ValueError: sore" in again
    assert "same as in the game, and its 3 earlier answers were the same" in again


def test_what_it_remembers_comes_back(tmp_path: Path) -> None:
    """A replay gives a learning mind the memory it had in that game; an illegal action is quoted."""
    path = tmp_path / "learner.py"
    path.write_text(LEARNER, encoding="utf-8")
    play(tmp_path, path, "alphabeta", world="tictactoe", openings="none", games=2)
    with open_store(tmp_path) as store:
        first, second = (record.name for record in store.records())
    page = why(tmp_path, second)
    assert "failed    illegal, '1 games ago' is no action here" in page
    assert "  reply    1 games ago\n" in page
    replay = json.loads(why(tmp_path, second, "--json"))["replay"]
    assert "\nsame as in the game\n" in why(tmp_path, second, "--replay", str(replay))
    assert "\nsame as in the game\n" in why(tmp_path, first, "--replay", "1", "--mind", "learner")


def test_a_mind_whose_file_has_changed(tmp_path: Path) -> None:
    """The version that played is asked again, though its file has changed or is gone."""
    loser(tmp_path, depth=9, tc="60+1")
    path = tmp_path / "loser.py"
    path.write_text(path.read_text(encoding="utf-8").replace("actions[0]", "actions[-1]"), encoding="utf-8")
    page = why(tmp_path, GAME, "--replay", "3")
    assert " s on the clock" in page
    assert "\nsame as in the game" in page
    path.unlink()
    assert "\nsame as in the game" in why(tmp_path, GAME, "--replay", "1")


def test_answers_that_differ_are_shown(tmp_path: Path) -> None:
    """A mind that answers differently now, or fails earlier, is shown beside the game."""
    loser(tmp_path, depth=9, tc="60+1")
    path = tmp_path / "loser.py"
    path.write_text(path.read_text(encoding="utf-8").replace("actions[0]", "actions[-1]"), encoding="utf-8")
    exchange(tmp_path, "loser", path)
    page = why(tmp_path, GAME, "--replay", "3")
    assert "not the same as in the game\n" in page
    assert "loser's earlier answers differ (at ply 1 8 instead of 0)" in page
    assert "its time was limited" in page
    path.write_text(path.read_text(encoding="utf-8").replace("state.actions[-1]", "None"), encoding="utf-8")
    exchange(tmp_path, "loser", path)
    page = why(tmp_path, GAME, "--replay", "3")
    assert "already at ply 1: crash" in page
    assert "\nnot the same as in the game\n" in page


def exchange(folder: Path, name: str, path: Path) -> None:
    """Give an entrant of a store other files, as nothing but a tampered store would."""
    (entered,) = enter_all([str(path)], "tictactoe")
    with open_store(folder) as store:
        store.renew(name, entered)


def test_a_house_mind_that_has_changed(tmp_path: Path) -> None:
    """A house mind of another version can be replayed, with a warning, but not debugged without a jail."""
    loser(tmp_path)
    with open_store(tmp_path) as store:
        store.db.execute("UPDATE minds SET version = 'another' WHERE name = 'alphabeta'")
        add_table_checksums(store.db)
    page = why(tmp_path, GAME, "--replay", "2", "--mind", "alphabeta")
    assert "alphabeta has changed since the tournament: this is the answer of its present source" in page
    done = arena("why", str(tmp_path), GAME, "--replay", "2", "--mind", "alphabeta", "--pdb")
    assert (done.returncode, done.stdout) == (2, "")
    assert "'alphabeta' has changed since the tournament" in done.stderr


def test_the_debugger(crashed: Path) -> None:
    """The debugger stops at the beginning of getaction and where it fails, and warns that there is no jail."""
    done = subprocess.run(
        [ARENA, "why", str(crashed), GAME, "--replay", LAST_PLY, "--pdb"],
        input="p state\np self.moves\nc\np found\nq\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert (
        "crasher now runs in the arena's own process, without a jail, and can do everything that you can do"
        in done.stderr
    )
    assert "-> self.moves += 1\n(Pdb) State(text='" in done.stdout
    assert "(Pdb) 3\n" in done.stdout
    assert "-> return found[0]\n(Pdb) []\n" in done.stdout
    assert "\nsame as in the game, and its 3 earlier answers were the same\n" in done.stdout


def test_the_debugger_in_a_mind_that_asks(lost: Path) -> None:
    """A debugged mind can ask other minds; q returns to the shell."""
    command = [ARENA, "why", str(lost), GAME, "--replay", "3", "--pdb"]
    done = subprocess.run(command, input="c\n", capture_output=True, text=True, timeout=60, check=False)
    assert "asked     minimax:depth=1: " in done.stdout
    assert "\nsame as in the game, and its earlier answer was the same\n" in done.stdout
    left = subprocess.run(command, input="q\n", capture_output=True, text=True, timeout=60, check=False)
    assert left.returncode == 0
    assert "in the game" not in left.stdout
    assert "Traceback" not in left.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["001-002-00009a"], f"no game '001-002-00009a' in this tournament; the nearest are {GAME}, 001-002-00001b"),
        (["99"], "no game '99' in this tournament; arena why DIR lists the games"),
        (["001"], "'001' matches 2 games"),
        (["--mind", "crashr"], "no mind 'crashr' in this tournament; expected one of crasher, minimax:depth=2"),
        ([GAME, "--mind", "x"], f"'x' did not play in {GAME}; expected crasher or minimax:depth=2"),
        ([GAME, "--replay", "14"], "the nearest are 13 and 15; ply 14 is a move of --mind minimax:depth=2"),
        ([GAME, "--replay", "3"], "the nearest are 9 and 11"),
        ([GAME, "--replay", "0"], "0 is not in the range"),
        (["--replay", "3"], "--replay 3 without a game; expected DIR GAME"),
        ([GAME, "--pdb"], "expected --replay PLY --pdb"),
    ],
)
def test_mistakes_are_one_line(
    crashed: Path, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong usage prints one line with what was expected, and exits with 2."""
    with pytest.raises(SystemExit) as end:
        main(["why", str(crashed), *arguments])
    out, problem = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert said in problem
    assert len(problem.splitlines()) == 1


@pytest.mark.parametrize("spec", ["cmd:bash mind.sh", "uci:stockfish", "remote:ann"])
def test_only_python_is_debugged(spec: str) -> None:
    """The debugger rejects programs and remote minds."""
    with pytest.raises(JailError, match="'x' is a program; the debugger needs a mind in Python"):
        check_debuggable("x", spec, has_changed=False)


def test_programs_cannot_be_debugged(tmp_path: Path) -> None:
    """A program that fails at once can be explained and replayed, but not debugged."""
    path = tmp_path / "rude.sh"
    path.write_text("read -r line; echo go away >&2; exit 3\n", encoding="utf-8")
    play(tmp_path, Path(f"cmd:bash {path}"), games=1, world="tictactoe", openings="none")
    page = why(tmp_path, GAME)
    assert "rude.sh failed in newrun: crash, exit code 3" in page
    assert "    go away" in page
    assert "--pdb" not in page
    assert "\nsame as in the game\n" in why(tmp_path, GAME, "--replay", "1")
    done = arena("why", str(tmp_path), GAME, "--replay", "1", "--pdb")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is a program" in done.stderr
