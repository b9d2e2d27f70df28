"""Attacks that write, in the bait's folder or the mind's own. The bait notices them and restores itself."""

import os
import stat
from pathlib import Path
from typing import Any

NAME = "written-by-attacker"


def new_file(bait: dict[str, Any]) -> str:
    """Write a new file in the arena's folder"""
    return _write(Path(bait["folder"]) / NAME)


def temporary_file(bait: dict[str, Any]) -> str:
    """Write a file under /tmp"""
    return _write(Path(bait["tmp"]) / NAME)


def own_folder(bait: dict[str, Any]) -> str:
    """Write a file beside its own"""
    path = Path(__file__).resolve().parent / f"{NAME}-{bait['token']}"
    try:
        return _write(path)
    finally:
        path.unlink(missing_ok=True)


def own_code(bait: dict[str, Any]) -> str:
    """Open its own source for writing"""
    with open(__file__, "ab"):  # and write nothing
        return "opened"


def overwrite(bait: dict[str, Any]) -> str:
    """Overwrite the store"""
    return _write(Path(bait["store"]))


def make_folder(bait: dict[str, Any]) -> str:
    """Make a folder"""
    (Path(bait["folder"]) / NAME).mkdir()
    return "made"


def chmod(bait: dict[str, Any]) -> str:
    """Change the permissions of a file"""
    os.chmod(bait["secret"], 0o666)
    return "changed"


def chown(bait: dict[str, Any]) -> str:
    """Change the owner of a file"""
    os.chown(bait["secret"], os.getuid(), os.getgid())
    return "changed"


def utime(bait: dict[str, Any]) -> str:
    """Change the modification time of a file"""
    os.utime(bait["secret"], (1, 1))
    return "changed"


def truncate(bait: dict[str, Any]) -> str:
    """Empty a file"""
    os.truncate(bait["store"], 0)
    return "emptied"


def rename(bait: dict[str, Any]) -> str:
    """Rename another mind's file"""
    os.rename(bait["other"], f"{bait['other']}.old")
    return "renamed"


def unlink(bait: dict[str, Any]) -> str:
    """Delete another mind's file"""
    os.unlink(bait["other"])
    return "deleted"


def symlink(bait: dict[str, Any]) -> str:
    """Make a symbolic link"""
    os.symlink(bait["secret"], Path(bait["folder"]) / NAME)
    return "made"


def hard_link(bait: dict[str, Any]) -> str:
    """Make a hard link"""
    os.link(bait["secret"], Path(bait["folder"]) / NAME)
    return "made"


def attribute(bait: dict[str, Any]) -> str:
    """Set an extended attribute of a file"""
    os.setxattr(bait["secret"], "user.attacker", b"1")
    return "given"


def fifo(bait: dict[str, Any]) -> str:
    """Make a named pipe"""
    os.mkfifo(Path(bait["folder"]) / NAME)
    return "made"


def node(bait: dict[str, Any]) -> str:
    """Make a device file"""
    os.mknod(Path(bait["folder"]) / NAME, stat.S_IFCHR | 0o600, os.makedev(1, 3))  # another /dev/null
    return "made"


def _write(path: Path) -> str:
    return f"wrote {path.write_bytes(b'was here')} bytes"
