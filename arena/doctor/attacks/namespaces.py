"""Attacks that change the process's view of the system: new namespaces, mounts, another root."""

import ctypes
import errno
import os
import struct
from typing import Any

from .syscalls import AT_FDCWD, call, close

USER, MOUNT, PID, NET = 0x10000000, 0x00020000, 0x20000000, 0x40000000
OPEN_TREE_CLONE, ROOT_MOUNT, MOST_MOUNTS = 1, (1 << 64) - 1, 64


def user(bait: dict[str, Any]) -> str:
    """Become root in a new user namespace"""
    call("unshare", USER)
    return f"is user {os.getuid()} there"


def mounts(bait: dict[str, Any]) -> str:
    """Enter a new mount namespace"""
    call("unshare", MOUNT)
    return "taken"


def pids(bait: dict[str, Any]) -> str:
    """Enter a new process namespace"""
    call("unshare", PID)
    return "taken"


def networks(bait: dict[str, Any]) -> str:
    """Enter a new network namespace"""
    call("unshare", NET)
    return "taken"


def enter(bait: dict[str, Any]) -> str:
    """Enter the opponent's network namespace"""
    place = os.open(f"/proc/{bait['pid']}/ns/net", os.O_RDONLY)
    try:
        call("setns", place, NET)
    finally:
        os.close(place)
    return "entered"


def mount(bait: dict[str, Any]) -> str:
    """Mount a file system"""
    call("mount", b"none", os.fsencode(bait["mount"]), b"tmpfs", 0, b"size=4k")
    call("umount2", os.fsencode(bait["mount"]), 0)
    return "mounted"


def unmount(bait: dict[str, Any]) -> str:
    """Unmount a file system (where none is)"""
    try:
        call("umount2", os.fsencode(bait["mount"]), 0)
    except OSError as problem:
        if problem.errno != errno.EINVAL:
            raise
    return "was only stopped because nothing is mounted there"


def new_file_system(bait: dict[str, Any]) -> str:
    """Make a file system by the newer calls"""
    return close(call("fsopen", b"tmpfs", 0), "made")


def list_mounts(bait: dict[str, Any]) -> str:
    """List all mounts by their numbers"""
    wishes, found = struct.pack("IIQQ", 24, 0, ROOT_MOUNT, 0), ctypes.create_string_buffer(8 * MOST_MOUNTS)
    return f"found {call('listmount', wishes, found, MOST_MOUNTS, 0)}"


def copy_tree(bait: dict[str, Any]) -> str:
    """Copy the tree of files to a mount of its own"""
    return close(call("open_tree", AT_FDCWD, b"/", OPEN_TREE_CLONE), "copied")


def chroot(bait: dict[str, Any]) -> str:
    """Change its root"""
    root, here = os.open("/", os.O_RDONLY), os.open(".", os.O_RDONLY)
    try:
        os.chroot(bait["folder"])
        os.fchdir(root)
        os.chroot(".")
        os.fchdir(here)
    finally:
        os.close(root)
        os.close(here)
    return "was elsewhere"
