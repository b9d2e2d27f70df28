"""`arena crew slurm`: the script it writes, and the input it refuses. A real Slurm is in tests/drills/slurm.py."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.command import arena

LOOPBACK = "dask://127.0.0.1:8786"


def script(*options: str) -> list[str]:
    """The lines of the script, in which a command stands on one line."""
    done = arena("crew", "slurm", *options, "--dry-run")
    assert (done.returncode, "arena run SPEC SPEC --crew" in done.stderr) == (0, True), done.stderr
    assert subprocess.run(["bash", "-n"], input=done.stdout, text=True, check=False).returncode == 0
    return done.stdout.replace("\\\n", "").splitlines()


def test_the_script_asks_for_what_was_given() -> None:
    """Each option is a directive for sbatch; the command runs a worker for each processor with this Python."""
    options = ["--time", "2-12:00:00", "--memory", "4G", "--partition", "long", "--name", "chess"]
    lines = script("-n", "20", "--cpus", "4", "--scheduler", LOOPBACK, *options, "--sbatch", "--account=a/b")
    found = {line.removeprefix("#SBATCH ") for line in lines if line.startswith("#SBATCH ")}
    wanted = {"--array=1-20", "--cpus-per-task=4", "--time=2-12:00:00", "--mem=4G", "--partition=long"}
    assert found == wanted | {"--job-name=chess", "--account=a/b", "--nodes=1", "--ntasks=1"}
    assert lines[0] == "#!/bin/bash"
    words = shlex.split(lines[-1])
    assert words[:6] == ["exec", sys.executable, "-m", "dask", "worker", "tcp://127.0.0.1:8786"]
    assert words[words.index("--nworkers") + 1] == "4"
    assert words[words.index("--nthreads") + 1] == "1"


def test_a_scheduler_file_is_named_by_its_whole_path(tmp_path: Path) -> None:
    """Jobs begin in other folders; a path with blanks and quotes is one word of the script."""
    path = tmp_path / "it's here" / "scheduler.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"address": "tcp://127.0.0.1:8786"}), encoding="utf-8")
    words = shlex.split(script("-n", "1", "--scheduler", str(path))[-1])
    assert words[words.index("--scheduler-file") + 1] == str(path)


def test_workers_without_tls_stay_on_this_machine() -> None:
    """A scheduler that others can reach is refused without TLS, unless one says that the network is trusted."""
    there = ("-n", "1", "--scheduler", "dask://10.0.0.1:8786")
    done = arena("crew", "slurm", *there, "--dry-run")
    assert (done.returncode, "anyone who reaches the workers could run code as you" in done.stderr) == (2, True)
    assert "tcp://10.0.0.1:8786" in script(*there, "--trust-network")[-1]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-n", "0"], "not in the range"),
        (["-n", "2", "--cpus", "0"], "not in the range"),
        (["-n", "2", "--time", "soon"], "--time 'soon'; expected 30"),
        (["-n", "2", "--time", "10\n#SBATCH --uid=0"], "--time '10\\n#SBATCH"),
        (["-n", "2", "--memory", "4 GB"], "--memory '4 GB'; expected 4000M"),
        (["-n", "2", "--partition", "a b"], "--partition 'a b'; expected letters"),
        (["-n", "2", "--name", ""], "--name ''; expected letters"),
        (["-n", "2", "--name", "$(id)"], "--name '$(id)'; expected letters"),
        (["-n", "2", "--sbatch", "account=chess"], "expected one option of sbatch"),
        (["-n", "2", "--sbatch", "--account=chess --uid=0"], "expected one option of sbatch"),
        (["-n", "2", "--sbatch", "--array=1-9"], "the option for that is -n"),
        (["-n", "2", "--scheduler", "nonsense"], "no scheduler 'nonsense'; expected dask://HOST:PORT"),
        (["-n", "2", "--scheduler", "dask://127.0.0.1"], "expected dask://HOST:PORT"),
        (["-n", "2", "--scheduler", "dask://127.0.0.1:99999"], "expected dask://HOST:PORT"),
        (["-n", "2", "--scheduler", "dask://a;b:1"], "expected dask://HOST:PORT"),
        (["-n", "2", "--scheduler", "missing.json"], "no such scheduler file 'missing.json'; dask scheduler"),
        (["-n", "2", "--scheduler", "pyproject.json"], "is no scheduler file of Dask"),
    ],
)
def test_unclean_input_is_one_line(
    options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake is one line that says what was given and what was expected."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.json").write_text("[1]", encoding="utf-8")
    given = options if "--scheduler" in options else [*options, "--scheduler", LOOPBACK]
    done = arena("crew", "slurm", *given, "--dry-run")
    assert (done.returncode, said in done.stderr, done.stderr.count("\n")) == (2, True, 1), done.stderr


def test_without_slurm_a_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no sbatch, the line names --dry-run."""
    monkeypatch.setenv("PATH", "")
    done = arena("crew", "slurm", "-n", "2", "--scheduler", LOOPBACK)
    assert (done.returncode, "no program sbatch here; expected Slurm's commands, or --dry-run" in done.stderr) == (
        2,
        True,
    )
