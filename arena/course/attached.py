"""Commands of the arena that end with the process that has started them, however that ends.

The module is run with the number of a process and the words of a command, which goes on until that process is gone.
"""

import os
import signal
import sys

from arena.cell.jail.kernel import DEATH_SIGNAL, prctl
from arena.cli import main


def attached(*words: str) -> list[str]:
    """Return a command of the arena for this process, whose thread that starts it must go on until it has ended.

    No file of the folder in which it runs is imported: that may be a stranger's.
    """
    return [sys.executable, "-P", "-m", "arena.course.attached", str(os.getpid()), *words]


if __name__ == "__main__":
    prctl(DEATH_SIGNAL, signal.SIGTERM)
    if os.getppid() == int(sys.argv[1]):  # else it was gone before that
        main(sys.argv[2:])
