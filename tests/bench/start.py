"""Time the first start, with nothing compiled: `python -m tests.bench.start [SPEC...]`.

It plays a short tournament with an empty cache, and another one after it, and shows when each of their lines came.
README.md says how long the first start takes.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.conftest import ROOT

OPTIONS = ("--games", "2", "--nodes", "500", "--max-plies", "20")


def start(specs: list[str], cache: Path, out: Path) -> None:
    """Play a tournament with a cache, and print what its stderr says and when."""
    began = perf_counter()
    command = [sys.executable, "-P", "-m", "arena", "run", *specs, *OPTIONS, "--out", str(out)]
    environment = os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as arena:
        assert arena.stderr is not None
        for line in arena.stderr:
            print(f"{perf_counter() - began:6.1f} s  {line.rstrip()}")
    print(f"{perf_counter() - began:6.1f} s  the end")


def main() -> None:
    """Measure a first start and a second one."""
    with tempfile.TemporaryDirectory() as name:
        for title in ("first", "second"):
            print(f"{title} start, load {os.getloadavg()[0]:.1f}")
            start(sys.argv[1:], Path(name), Path(name) / title)


if __name__ == "__main__":
    main()
