"""Namespaces: a view of the system without its network, its shared objects, and its other processes."""

import os
from pathlib import Path

from arena.cell.jail.kernel import call, mount, unshare

USER, NET, IPC, UTS, MOUNTS = 0x10000000, 0x40000000, 0x08000000, 0x04000000, 0x00020000
OPEN_TREE, MOVE_MOUNT = 428, 429  # the same on every machine
HERE, CLONE, CLOSE_ON_EXEC, EMPTY_PATH = -100, 1, 0o2000000, 4
SMALL = "size=16k,mode=755"


def leave() -> bool:
    """Move this process to new namespaces; return False if the system does not allow it.

    The other walls hold without.
    """
    try:
        user, group = os.geteuid(), os.getegid()
        unshare(USER | NET | IPC | UTS | MOUNTS)
        _keep_identity(user, group)
        _hide_processes()
    except OSError:
        return False
    return True


def _keep_identity(user: int, group: int) -> None:
    """Let this process be in its namespace who it is outside; else it could make no folder."""
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")


def _hide_processes() -> None:
    """Show in /proc this process alone, as `self`.

    Landlock hides no names and sizes, and those in /proc tell how many threads and open files other processes have.
    """
    own = call(OPEN_TREE, HERE, f"/proc/{os.getpid()}".encode(), CLONE | CLOSE_ON_EXEC)
    try:
        mount("tmpfs", "/proc", SMALL)
        os.mkdir("/proc/self")
        call(MOVE_MOUNT, own, b"", HERE, b"/proc/self", EMPTY_PATH)
    finally:
        os.close(own)
