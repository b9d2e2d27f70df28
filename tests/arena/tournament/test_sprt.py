"""A sequential test decides at the first crossing of a bound, and keeps its hypotheses."""

import json
import random
import subprocess
from pathlib import Path

import pytest

from arena.rate.elo import estimate
from arena.rate.sprt import Claims
from arena.store.store import open_store
from arena.tournament.sprt import SequentialTest
from tests.arena.command import arena as command
from tests.arena.command import without_plots

QUICK = ["any-random-legal-move", "capture-priority-random-legal-move"]


def test_sprt_decides(tmp_path: Path) -> None:
    """A clearly better mind is found in few pairs, with all figures; a decided test can be asked again."""
    arguments = ["sprt", "minimax:depth=2", QUICK[0], "--elo1", "100", "--max-plies", "80", "--out", str(tmp_path)]
    done = command(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    verdict = json.loads(done.stdout)
    assert verdict["decision"] == "better"
    assert verdict["llr"] > 2.94
    assert sum(verdict["pairs"]) < 100
    assert verdict["elo"] == estimate(verdict["pairs"]).elo
    again = without_plots(*arguments)
    assert "decision     better" in again.stdout


def test_a_test_stops_at_the_first_crossing() -> None:
    """Pairs taken one by one or all at once give the same decision from the same pairs."""
    luck, claims = random.Random(1), Claims(0, 50)
    results: dict[str, tuple[float, ...]] = {}
    for number in range(1, 400):
        for letter in "ab":
            score = luck.choices([0.0, 0.5, 1.0], [2, 3, 3])[0]
            results[f"001-002-{number:05}{letter}"] = (score, 1 - score) if letter == "a" else (1 - score, score)
    slowly, quickly = SequentialTest(claims), SequentialTest(claims)
    for number in range(1, 400):
        slowly.advance({name: result for name, result in results.items() if int(name[8:13]) <= number})
    assert slowly.verdict == quickly.advance(results)
    assert slowly.verdict.decision != "undecided"
    assert sum(slowly.verdict.pairs) < 399


def test_a_test_is_gone_on_with_as_it_was(tmp_path: Path) -> None:
    """A test's folder rejects other hypotheses and `arena resume`, and accepts more games."""
    arguments = ["sprt", *QUICK[:2], "--elo1", "5", "--depth", "1", "--max-plies", "10", "--out", str(tmp_path)]
    assert "undecided" in without_plots(*arguments, "--games", "2").stdout
    other = without_plots(*arguments, "--games", "2", "--elo0", "1")
    assert (other.returncode, "holds another test" in other.stderr) == (2, True)
    resumed = without_plots("resume", str(tmp_path))
    assert (resumed.returncode, "go on with arena sprt" in resumed.stderr) == (2, True)
    assert "games        4" in without_plots(*arguments, "--games", "4").stdout


def test_a_mind_meets_its_former_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`arena sprt mine.py mine.py@HEAD~1` plays the file against the one that was committed before."""
    monkeypatch.chdir(tmp_path)
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.invalid"]
    subprocess.run(["git", "init", "-q"], check=True)
    for choice in ("min", "max"):
        Path("mine.py").write_text(
            "from minds import Mind\n\n\nclass Mine(Mind):\n    name = 'mine'\n\n    def getaction(self, state):\n"
            f"        return {choice}(state.position.legal_moves(), key=lambda move: move.action)\n",
            encoding="utf-8",
        )
        subprocess.run(["git", "add", "-A"], check=True)
        subprocess.run(["git", *identity, "commit", "-q", "-m", choice], check=True)
    options = ["--games", "4", "--max-plies", "30", "--out", str(tmp_path / "out"), "--json"]
    done = command("sprt", "mine.py", "mine.py@HEAD~1", *options)
    assert done.returncode == 0, done.stderr
    assert sum(json.loads(done.stdout)["pairs"]) == 2
    with open_store(tmp_path / "out") as store:
        one, other = store.entrants()
        assert (one.name, other.name) == ("mine", "mine@HEAD~1")
        assert b"return max" in store.bundle(one.bundle).files[0].content
        assert b"return min" in store.bundle(other.bundle).files[0].content
