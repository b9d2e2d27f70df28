"""Attacks that read secrets, other minds or the store. They keep nothing of files that are not bait."""

import ctypes
import os
import re
import struct
from pathlib import Path
from typing import Any

from .syscalls import AT_FDCWD, call, close

IN_ALL_EVENTS = 0xFFF
SECRET = re.compile(rb"MIND-ARENA-SECRET:[0-9a-f]{32}")


def secret(bait: dict[str, Any]) -> str:
    """Read a secret file"""
    return _read(bait["secret"])


def private_key(bait: dict[str, Any]) -> str:
    """Read a private key, such as those in ~/.ssh"""
    return _read(bait["key"])


def other_mind(bait: dict[str, Any]) -> str:
    """Read another mind's file"""
    return _read(bait["other"])


def store(bait: dict[str, Any]) -> str:
    """Read the store"""
    return _read(bait["store"])


def detour(bait: dict[str, Any]) -> str:
    """Read a secret through /proc/self/root"""
    return _read(f"/proc/self/root{bait['secret']}")


def upwards(bait: dict[str, Any]) -> str:
    """Read a secret through a relative path with .."""
    return _read(os.path.relpath(bait["secret"], Path(__file__).resolve().parent), Path(__file__).resolve().parent)


def reopened(bait: dict[str, Any]) -> str:
    """Open a secret file through a descriptor of its path"""
    handle = os.open(bait["secret"], os.O_PATH)
    try:
        return _read(f"/proc/self/fd/{handle}")
    finally:
        os.close(handle)


def by_handle(bait: dict[str, Any]) -> str:
    """Open a secret file by its handle instead of its path"""
    handle, mount = ctypes.create_string_buffer(struct.pack("Ii128x", 128, 0)), ctypes.create_string_buffer(4)
    call("name_to_handle_at", AT_FDCWD, os.fsencode(bait["secret"]), handle, mount, 0)
    home = os.open(Path(__file__).resolve().parent, os.O_RDONLY)  # the only folder that the jail lets it open
    try:
        opened = call("open_by_handle_at", home, handle, os.O_RDONLY)
    finally:
        os.close(home)
    return close(opened, f"opened {os.fstat(opened).st_size} bytes")


def passwd(bait: dict[str, Any]) -> str:
    """Read the list of users"""
    with open("/etc/passwd", "rb") as users:
        return f"read {len(users.read(1))} byte"


def environment(bait: dict[str, Any]) -> str:
    """Find a secret in the environment variables"""
    return _found(b"\n".join(os.environb.values()))


def own_environ(bait: dict[str, Any]) -> str:
    """Find a secret in /proc/self/environ"""
    return _found(Path("/proc/self/environ").read_bytes())


def list_home(bait: dict[str, Any]) -> str:
    """List /home"""
    return f"listed {len(os.listdir('/home'))} names"


def list_folder(bait: dict[str, Any]) -> str:
    """List one of the arena's folders"""
    return f"listed {len(os.listdir(bait['folder']))} names"


def enter_folder(bait: dict[str, Any]) -> str:
    """List the folder of another mind"""
    with os.scandir(Path(bait["other"]).parent) as entries:
        return f"found {next(entries).name}"


def watch(bait: dict[str, Any]) -> str:
    """Watch a folder for changes"""
    ear = call("inotify_init1", 0)
    try:
        call("inotify_add_watch", ear, os.fsencode(bait["folder"]), IN_ALL_EVENTS)
    finally:
        os.close(ear)
    return "watched"


def _read(path: str, folder: Path | None = None) -> str:
    return f"read {len((folder or Path()).joinpath(path).read_bytes())} bytes"


def _found(text: bytes) -> str:
    if SECRET.search(text) is None:
        raise LookupError("no secret is there")
    return "found the secret"
