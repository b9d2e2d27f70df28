"""Messages for what a machine is short of: each says what to do next."""

import errno
import os

from arena.errors import ArenaError
from minds.errors import quoted

RESUME = "finished games are kept, and arena resume plays the others"
STEPS = {
    errno.ENOSPC: f"make room and repeat the command; {RESUME}",
    errno.EDQUOT: f"make room and repeat the command; {RESUME}",
    errno.EROFS: "expected a folder that can be written",
    errno.EMFILE: f"allow more with ulimit -n 1024; {RESUME}",
    errno.ENFILE: "close other programs, or use a smaller --concurrency",
    errno.EAGAIN: f"allow more processes with ulimit -u, or use a smaller --concurrency; {RESUME}",
    errno.ENOMEM: f"close other programs, or use a smaller --concurrency; {RESUME}",
}
MIN_MIB, MIB_OF_A_CORE = 896, 64  # of address space for one process, most of it reserved by numerical libraries


def explained(problem: OSError) -> str:
    """Return an error of the operating system in words, with the next step if it is a shortage."""
    step = STEPS.get(problem.errno or 0)
    if step is None:
        return str(problem)
    subject = f"{quoted(os.fsdecode(problem.filename))}: " if isinstance(problem.filename, str | bytes) else ""
    return f"{subject}{os.strerror(problem.errno or 0)}; {step}"


def check_memory() -> None:
    """Raise ArenaError if a process may have so little memory that libraries would try for ever to get more."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    needed = MIN_MIB + MIB_OF_A_CORE * (os.cpu_count() or 1)
    if limit != resource.RLIM_INFINITY and limit < needed << 20:
        raise ArenaError(
            f"a process may have {limit >> 20} MiB of address space; expected {needed} or more: ulimit -v unlimited"
        )
