"""Folders that are removed even if their process is killed: another one waits for its end, and sweeps up."""

import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

# Reads until the other end of the pipe closes, then removes what matches the patterns that it was given.
SWEEP = """
import contextlib, glob, os, shutil, sys
sys.stdin.read()
for pattern in sys.argv[1:]:
    for path in glob.glob(pattern):
        shutil.rmtree(path, ignore_errors=True)
        with contextlib.suppress(OSError):
            os.unlink(path)
"""


@contextmanager
def swept_folder(prefix: str, parent: Path | None = None, others: Iterable[str] = ()) -> Iterator[Path]:
    """Yield a new folder, which is removed at the end of the `with` block or of this process, also after kill -9.

    So is everything that matches the patterns `others` then.
    """
    folder = (parent or Path(tempfile.gettempdir())) / f"{prefix}{secrets.token_hex(8)}"
    command = [sys.executable, "-I", "-S", "-c", SWEEP, escape(str(folder)), *others]
    # In a session of its own it outlives what is sent to our whole group.
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={},
    ):
        folder.mkdir(mode=0o700)
        yield folder
