"""UCI engines in cells: Debian's own, wrappers, arenas, and programs that report what they see."""

import os
import shutil
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from arena.cell.admission import admit
from arena.cell.cell import Cell
from arena.cell.order import Limits
from arena.errors import JailError
from arena.tournament.play import play_game
from minds.errors import ParameterError, SpecError
from minds.registry import check, label
from minds.spec import DEBIAN_GAMES, read_spec
from tests.conftest import until
from world.api import Budget, Ending, MindFailure, Run, State
from world.budget import ClockKind

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RUN, STATE = Run("chess", 0, start=START), State(START, "chess", 0, Budget(nodes=1000), (), START)
LOST, DRAWN = Ending("forfeit", (0.0, 1.0)), Ending("stalemate", (0.5, 0.5))
HELLO = """option name Hash type spin default 16 min 1 max 4096
option name File type string default <empty>
option name Style type combo default Calm var Calm var Very Wild"""


def engine(folder: Path, body: str = "pass", name: str = "engine") -> str:
    """Write an engine that plays e2e4 unless the body, run for each `line` that it reads, does something else."""
    path = folder / name
    code = f"""#!{sys.executable} -I
import os, sys, time
said = []
def say(line): print(line, flush=True)
for line in map(str.strip, sys.stdin):
    said.append(line)
    {body}
    if line == 'uci': say({HELLO!r} + '\\nuciok')
    if line == 'isready': say('readyok')
    if line.startswith('go'): say('bestmove e2e4')
"""
    path.write_text(code, encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def told(spec: str, games: int = 1, **options: object) -> list[str]:
    """Return what the engine of a spec, written by `engine`, logs in some games of one question each."""
    cell, logs = Cell(spec, **options), []  # type: ignore[arg-type]
    try:
        for _ in range(games):
            cell.newrun(RUN)
            assert cell.getaction(STATE).action == "12,28"
            logs.append(cell.log)
            cell.endrun(DRAWN)
    finally:
        cell.close()
    return "".join(logs).splitlines()


def test_stockfish_plays() -> None:
    """Stockfish plays a whole game under a node budget, twice the same, jailed, with its thoughts on record."""
    games = [
        play_game("chess", ["uci:stockfish?Threads=1", "minimax:depth=2"], budgets=[Budget(nodes=500)]) for _ in "12"
    ]
    assert games[0].ending == games[1].ending
    assert games[0].actions == games[1].actions
    assert games[0].ending.result == (1.0, 0.0)
    assert games[0].minds[0] == "stockfish:Threads=1"
    assert "seccomp" in games[0].layers[0]
    thoughts = games[0].plies[0].thoughts or {}
    assert {"depth", "seldepth", "nodes", "score", "pv", "hashfull"} <= thoughts.keys()
    assert thoughts["pv"][0] == games[0].actions[0]


@pytest.mark.parametrize("spec", ["uci:gnuchess --uci?Hash=16", "uci:toga2?Hash=8", "uci:glaurung?Threads=2"])
def test_engines_of_debian_play_jailed(spec: str) -> None:
    """GNU Chess, Toga and Glaurung win against random moves from within the jail."""
    assert shutil.which(read_spec(spec).target) is not None
    record = play_game("chess", [spec, "any-random-legal-move"], budgets=[Budget(depth=3)], patience=20)
    assert (record.ending.result, record.ending.fault) == ((1.0, 0.0), None)
    assert "landlock" in record.layers[0]


@pytest.mark.parametrize(
    "budget", [Budget(depth=3), Budget(movetime=0.1), Budget(bank=1.0, increment=0.01), Budget(), Budget(nodes=1)]
)
def test_stockfish_keeps_to_budgets(budget: Budget) -> None:
    """Stockfish keeps to a depth, a time for the move, a clock, and no budget at all."""
    cell = Cell("uci:stockfish")
    try:
        cell.newrun(RUN)
        reply = cell.getaction(State(START, "chess", 0, budget, (), START))
        assert budget.depth is None or (reply.thoughts or {})["depth"] <= budget.depth
    finally:
        cell.close()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("uci:no-such-engine", "no program 'no-such-engine'"),
        ("uci:", "expected parameters after the colon"),
        ("uci:?Hash=1", "no program ''"),
        ("uci:'stockfish", "No closing quotation"),
        ("uci:stockfish?Hash", "expected Option=value"),
        ("uci:stockfish?Hash=1&Hash=2", "names an option twice"),
        ("uci:stockfish?restart=maybe", "expected on or off"),
    ],
)
def test_wrong_specs_are_rejected(spec: str, message: str) -> None:
    """A malformed spec is an error that says what was given and what was expected; no engine is started for it."""
    with pytest.raises(SpecError, match=message.replace("?", r"\?")):
        check(spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("uci:stockfish?Hsh=16", "did you mean Hash?"),
        ("uci:stockfish?Hash=many", "expected a whole number"),
        ("uci:stockfish?Hash=0", "expected 1 to"),
        ("uci:stockfish?UCI_LimitStrength=yes", "expected true or false"),
        ("uci:true", "does not begin as a UCI engine does: exit code 0"),
    ],
)
def test_wrong_options_are_rejected_before_any_game(spec: str, message: str) -> None:
    """An engine that does not take its options, or is none, is not admitted; the message says why."""
    with pytest.raises(ParameterError, match=message.replace("?", r"\?")):
        admit([spec], trusted=False)


def test_options_may_have_spaces(tmp_path: Path) -> None:
    """Names and values may have encoded spaces, and a combo accepts only its choices."""
    spec = f"uci:{engine(tmp_path)}?Style={quote('Very Wild')}&hash=2"
    admit([spec], trusted=False)
    assert read_spec(spec).parameters == {"Style": "Very Wild", "hash": "2"}
    assert label(spec) == "engine:Style=Very Wild,hash=2"
    with pytest.raises(ParameterError, match="expected one of Calm, Very Wild"):
        admit([f"uci:{engine(tmp_path)}?Style=Wild"], trusted=False)


def test_engines_have_arguments(tmp_path: Path) -> None:
    """Words after the program are its arguments, and a path with spaces is one program."""
    program = engine(tmp_path, "if line.startswith('go'): print(sys.argv[1:], file=sys.stderr)", "my engine")
    assert read_spec(f"uci:{program}").arguments == ()
    spec = f"uci:'{program}' --level '2 3'?Hash=8"
    assert told(spec) == ["['--level', '2 3']"]
    assert label(spec) == "my engine:Hash=8"


def test_a_wrapper_execs_its_engine_and_no_more(tmp_path: Path) -> None:
    """A script in sh may exec the engine that it finds along its path; a second exec is refused."""
    fish = tmp_path / "fish"
    fish.write_text("#!/bin/sh\nexec stockfish\n", encoding="utf-8")
    fish.chmod(0o755)
    admit([f"uci:{fish}"], trusted=False)
    fish.write_text("#!/bin/sh\nexec sh -c 'exec cat /dev/null'\n", encoding="utf-8")
    with pytest.raises(MindFailure) as failed:
        Cell(f"uci:{fish}").newrun(RUN)
    assert "cat: Operation not permitted" in failed.value.fault.log


@pytest.mark.parametrize("program", ["arena", f"{sys.executable} -m arena"])
def test_an_arena_plays_in_another_arena(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """`arena uci` in the jail hosts its mind in its own process."""
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    record = play_game(
        "chess", [f"uci:{program} uci minimax:depth=1", "any-random-legal-move"], budgets=[Budget(depth=1)]
    )
    assert record.ending.fault is None
    assert "seccomp" in record.layers[0]


def test_the_jail_shows_an_engine_its_own_files(tmp_path: Path) -> None:
    """An engine reads its folder and what its options name; not what lies elsewhere, and not the home folder."""
    for name in ("own", "beside"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "net.bin").write_text(name, encoding="utf-8")
    looks = "if line.startswith('setoption'): file = line.split()[-1]\n"
    look = "        try: print(open(path).read(), file=sys.stderr)\n"
    look += "        except OSError as problem: print(problem.errno, file=sys.stderr)"
    paths = f"[{str(tmp_path / 'own' / 'net.bin')!r}, {str(tmp_path / 'beside' / 'net.bin')!r}]"
    program = engine(tmp_path / "own", f"{looks}    if line.startswith('go'):\n      for path in {paths}:\n{look}")
    assert told(f"uci:{program}") == ["own", "13"]
    assert told(f"uci:{program}?File={quote(str(tmp_path / 'beside'))}") == ["own", "beside"]
    assert told(f"uci:{program}", trusted=True) == ["own", "beside"]
    with pytest.raises(JailError, match="holds all your files"):
        admit([f"uci:{program}?File={Path.home()}"], trusted=False)


def test_one_process_plays_many_games(tmp_path: Path) -> None:
    """An engine is greeted once and told of every game; with restart=on each game has a fresh process."""
    program = engine(tmp_path, "if line.startswith('go'): print(*[one.split()[0] for one in said], file=sys.stderr)")
    greeting, game = "uci isready", "ucinewgame isready position go"
    assert told(f"uci:{program}", games=2) == [f"{greeting} {game}", f"{greeting} {game} {game}"]
    assert told(f"uci:{program}?restart=on", games=2) == [f"{greeting} {game}"] * 2


def test_a_fault_ends_the_process(tmp_path: Path) -> None:
    """An engine that lost by a fault, also one that only the referee saw, has a fresh process in the next game."""
    program = engine(tmp_path, "if line.startswith('go'): print(os.getpid(), file=sys.stderr)")
    cell = Cell(f"uci:{program}")
    try:
        for ending in (LOST, DRAWN, DRAWN):
            cell.newrun(RUN)
            cell.getaction(STATE)
            cell.endrun(ending)
            if ending is LOST:
                assert cell.process is None
            else:
                assert cell.process is not None
    finally:
        cell.close()


def test_an_engine_that_dies_loses_one_game(tmp_path: Path) -> None:
    """An engine that dies is started again for the next game."""
    program = engine(tmp_path, "if line.startswith('go') and 'wtime' not in line: os.abort()")
    cell = Cell(f"uci:{program}")
    try:
        cell.newrun(RUN)
        with pytest.raises(MindFailure) as failed:
            cell.getaction(STATE)
        assert (failed.value.fault.kind, failed.value.fault.message) == ("crash", "killed by SIGABRT")
        cell.newrun(RUN)
        clock = State(START, "chess", 0, Budget(bank=5.0), (), START)
        assert cell.getaction(clock).action == "12,28"
    finally:
        cell.close()


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        (b"bestmove (none)", "illegal", "it answers 'bestmove (none)'"),
        (b"bestmove 0000", "illegal", "it answers 'bestmove 0000'"),
        (b"bestmove", "protocol", "expected bestmove and a move"),
        (b"bestmove e2e9", "protocol", "it answers 'bestmove e2e9'"),
        (b"bestmove e2\xff4", "protocol", "it answers 'bestmove e2"),
    ],
)
def test_a_move_that_is_none_is_quoted(tmp_path: Path, answer: bytes, kind: str, message: str) -> None:
    """Words that are no move end the run with what was said, and end the process."""
    program = engine(tmp_path, f"if line.startswith('go'): os.write(1, {answer!r} + bytes([10]))")
    cell = Cell(f"uci:{program}")
    cell.newrun(RUN)
    with pytest.raises(MindFailure) as failed:
        cell.getaction(STATE)
    fault = failed.value.fault
    assert (fault.kind, fault.reply[:8]) == (kind, "bestmove")
    assert message in fault.message
    assert cell.process is None


def test_greetings_need_not_be_in_utf8(tmp_path: Path) -> None:
    """An author's name in another encoding, and lines that end as Windows ends them, do no harm."""
    hello = "if line == 'uci': os.write(1, b'id author Jos\\xe9\\r\\nuciok\\r\\n')"
    assert told(f"uci:{engine(tmp_path, hello)}") == []


def test_a_hash_table_has_room(tmp_path: Path) -> None:
    """An engine has the memory of its Hash and 256 MiB more, even if the limit for minds is lower."""
    cell = Cell("uci:stockfish?Hash=300", limits=Limits(memory=128))
    try:
        cell.newrun(RUN)
        assert cell.process is not None
        assert cell.process.limits.memory == 556
        assert cell.getaction(STATE).action
    finally:
        cell.close()


def test_an_engine_that_ponders_is_stopped(tmp_path: Path) -> None:
    """Time used off its turn is charged to an engine's next move, and from then on it is stopped between moves."""
    ponder = "if line.startswith('go'):\n        say('bestmove e2e4')\n        end = time.process_time() + 0.3\n"
    program = engine(tmp_path, f"{ponder}        while time.process_time() < end: pass\n        continue")
    cell = Cell(f"uci:{program}")
    try:
        cell.newrun(RUN)
        cell.getaction(STATE)
        assert cell.process is not None
        process = cell.process
        until(lambda: process.cpu() - cell.clock.used > 0.2)
        charged = State(START, "chess", 0, Budget(bank=5.0), (), START)
        assert cell.getaction(charged).price > 0.2
        assert process.pauses
    finally:
        cell.close()


@pytest.mark.parametrize(("clock", "words"), [("processor", "2000 winc 100"), ("wall", "8000 winc 400")])
def test_an_engine_with_threads_is_told_its_share(tmp_path: Path, clock: ClockKind, words: str) -> None:
    """By the processor's clock, an engine with four threads is told a quarter of its bank and of its increment."""
    offer = "if line == 'uci': say('option name Threads type spin default 1 min 1 max 64')\n"
    program = engine(tmp_path, f"{offer}    if line.startswith('go'): print(line, file=sys.stderr)")
    cell = Cell(f"uci:{program}?threads=4")
    cell.use_clock(clock)
    try:
        cell.newrun(RUN)
        cell.getaction(State(START, "chess", 0, Budget(bank=8.0, increment=0.4), (), START))
        assert f"go wtime {words} " in cell.log
    finally:
        cell.close()


def test_debians_folder_of_games_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine of Debian is found where root's PATH does not look."""
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert read_spec("uci:stockfish").target == f"{DEBIAN_GAMES}/stockfish"
