"""Giving back the code of libraries that was read to load something."""

import subprocess
import sys

import pytest

from arena.cell.loaded_code import unchanged

SMAPS = """\
1000-3000 r-xp 00000000 fe:00 7                          /lib/code.so
Rss:                   8 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me
4000-5000 r--p 00002000 fe:00 7                          /lib/code.so
Anonymous:             4 kB
5000-6000 rw-p 00003000 fe:00 7                          /lib/code.so
Anonymous:             0 kB
6000-7000 r--p 00000000 00:00 0
Anonymous:             0 kB
7000-8000 r--p 00004000 fe:00 7                          /lib/another code.so
Anonymous:             0 kB
8000-9000 r-xp 00000000 00:00 0                          [vdso]
Anonymous:             0 kB
"""
SCRIPT = """
from pathlib import Path
from arena.cell.loaded_code import give_back_code
from minds import Position

def held():
    text = Path("/proc/self/status").read_text()
    return int(text.partition("RssFile:")[2].split()[0]) / 1024

before = len(Position().legal_moves()), held()
give_back_code()
print(before[1] - held())
assert len(Position().legal_moves()) == before[0] == 20
"""


def test_only_unchanged_code_of_files_is_given_back() -> None:
    """Mappings that are no file's, that may be written to, or that were written to, stay as they are."""
    assert list(unchanged(SMAPS)) == [(0x1000, 0x2000), (0x7000, 0x1000)]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process has mapped")
def test_compiled_rules_work_without_their_compilers_pages() -> None:
    """A process that has loaded the rules of chess gives back most of the compiler, and goes on with them."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) > 30  # MiB
