"""Attacks on another process of the same user, such as the opponent: stop it, read it, slow it down."""

import ctypes
import fcntl
import os
import resource
import signal
import struct
from typing import Any

from .runner import Unseen
from .syscalls import call, close

PTRACE_ATTACH, PTRACE_DETACH, WAIT_ALL = 16, 17, 0x40000000
O_ASYNC, F_SETSIG = 0o20000, 10
SI_QUEUE = -1
IO_PROCESS, IO_IDLE = 1, 3 << 13


def ptrace(bait: dict[str, Any]) -> str:
    """Trace the opponent"""
    call("ptrace", PTRACE_ATTACH, bait["pid"], 0, 0)
    os.waitpid(bait["pid"], WAIT_ALL)
    call("ptrace", PTRACE_DETACH, bait["pid"], 0, 0)
    return "traced it"


def read_memory(bait: dict[str, Any]) -> str:
    """Read the opponent's memory"""
    mine = ctypes.create_string_buffer(bait["size"])
    here = ctypes.create_string_buffer(struct.pack("QQ", ctypes.addressof(mine), bait["size"]))
    there = ctypes.create_string_buffer(struct.pack("QQ", bait["address"], bait["size"]))
    return f"read {call('process_vm_readv', bait['pid'], here, 1, there, 1, 0)} bytes"


def write_memory(bait: dict[str, Any]) -> str:
    """Write to the opponent's memory (what is there)"""
    mine = ctypes.create_string_buffer(bait["size"])
    here = ctypes.create_string_buffer(struct.pack("QQ", ctypes.addressof(mine), bait["size"]))
    there = ctypes.create_string_buffer(struct.pack("QQ", bait["address"], bait["size"]))
    call("process_vm_readv", bait["pid"], here, 1, there, 1, 0)
    return f"wrote {call('process_vm_writev', bait['pid'], here, 1, there, 1, 0)} bytes"


def kill(bait: dict[str, Any]) -> str:
    """Kill the opponent"""
    os.kill(bait["pid"], signal.SIGTERM)
    return "sent SIGTERM"


def tgkill(bait: dict[str, Any]) -> str:
    """Kill the opponent's first thread"""
    call("tgkill", bait["pid"], bait["pid"], signal.SIGTERM)
    return "sent SIGTERM"


def pidfd(bait: dict[str, Any]) -> str:
    """Kill the opponent through a process descriptor"""
    process = os.pidfd_open(bait["pid"])
    try:
        signal.pidfd_send_signal(process, signal.SIGTERM)
    finally:
        os.close(process)
    return "sent SIGTERM"


def queue_signal(bait: dict[str, Any]) -> str:
    """Kill the opponent with a queued signal"""
    details = ctypes.create_string_buffer(struct.pack("3i", signal.SIGTERM, 0, SI_QUEUE), 128)
    call("rt_sigqueueinfo", bait["pid"], signal.SIGTERM, details)
    return "sent SIGTERM"


def steal_descriptor(bait: dict[str, Any]) -> str:
    """Take over the opponent's input"""
    process = os.pidfd_open(bait["pid"])
    try:
        return close(call("pidfd_getfd", process, 0, 0), "taken")
    finally:
        os.close(process)


def sigio(bait: dict[str, Any]) -> str:
    """Let a pipe kill the opponent when it receives data"""
    reader, writer = os.pipe()
    try:
        fcntl.fcntl(reader, fcntl.F_SETOWN, bait["pid"])
        fcntl.fcntl(reader, F_SETSIG, signal.SIGTERM)
        fcntl.fcntl(reader, fcntl.F_SETFL, fcntl.fcntl(reader, fcntl.F_GETFL) | O_ASYNC)
        os.write(writer, b"!")
    finally:
        os.close(reader)
        os.close(writer)
    raise Unseen("the pipe was written to")


def limits(bait: dict[str, Any]) -> str:
    """Lower the opponent's limits"""
    _, hard = resource.prlimit(bait["pid"], resource.RLIMIT_NOFILE)
    resource.prlimit(bait["pid"], resource.RLIMIT_NOFILE, (16, hard))
    return "it may open 16 files"


def renice(bait: dict[str, Any]) -> str:
    """Lower the opponent's priority"""
    lower = os.getpriority(os.PRIO_PROCESS, 0) + 5  # than our own, which the opponent has too
    os.setpriority(os.PRIO_PROCESS, bait["pid"], lower)
    return "it is nice now"


def affinity(bait: dict[str, Any]) -> str:
    """Restrict the opponent to one processor"""
    os.sched_setaffinity(bait["pid"], {min(os.sched_getaffinity(bait["pid"]))})
    return "it has one processor"


def scheduler(bait: dict[str, Any]) -> str:
    """Let the opponent run only when nothing else does"""
    os.sched_setscheduler(bait["pid"], os.SCHED_IDLE, os.sched_param(0))
    return "it is idle"


def disk_priority(bait: dict[str, Any]) -> str:
    """Let the opponent use the disk last"""
    call("ioprio_set", IO_PROCESS, bait["pid"], IO_IDLE)
    return "it is idle on the disk"


def slow_disk(bait: dict[str, Any]) -> str:
    """Have all disks written, which slows everybody (sync)"""
    call("sync")
    return "was done"


def exists(bait: dict[str, Any]) -> str:
    """Find out by a signal that the opponent exists"""
    os.kill(bait["pid"], 0)
    return "it does"


def descriptor(bait: dict[str, Any]) -> str:
    """Learn by a descriptor when the opponent ends"""
    return close(os.pidfd_open(bait["pid"]), "would")


def look_at_priority(bait: dict[str, Any]) -> str:
    """Read the opponent's priority"""
    return f"it is {os.getpriority(os.PRIO_PROCESS, bait['pid'])}"


def look_at_scheduler(bait: dict[str, Any]) -> str:
    """Read how the opponent is scheduled"""
    return f"by policy {os.sched_getscheduler(bait['pid'])}"


def look_at_affinity(bait: dict[str, Any]) -> str:
    """Read the opponent's processors"""
    return f"it has {len(os.sched_getaffinity(bait['pid']))}"


def look_at_session(bait: dict[str, Any]) -> str:
    """Read the opponent's session"""
    return f"it is {os.getsid(bait['pid'])}"


def robust_list(bait: dict[str, Any]) -> str:
    """Read where the opponent keeps its locks"""
    head, size = ctypes.create_string_buffer(8), ctypes.create_string_buffer(8)
    call("get_robust_list", bait["pid"], head, size)
    return f"at {int.from_bytes(head.raw, 'little'):x}"


def compare(bait: dict[str, Any]) -> str:
    """Compare its files with the opponent's (kcmp)"""
    return f"answered {call('kcmp', os.getpid(), bait['pid'], 0, 1, 1)}"


def own_priority(bait: dict[str, Any]) -> str:
    """Raise its own priority"""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, 0, before - 5)
    os.setpriority(os.PRIO_PROCESS, 0, before)
    return "was five steps ahead"


def own_limits(bait: dict[str, Any]) -> str:
    """Raise one of its own limits"""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 1))
    return "from 0 to 1"
