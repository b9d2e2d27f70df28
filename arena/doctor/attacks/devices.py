"""Attacks that open devices, by their files."""

import os
from typing import Any

from .syscalls import close


def terminal(bait: dict[str, Any]) -> str:
    """Make a terminal of its own"""
    return close(os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY), "made")


def zeros(bait: dict[str, Any]) -> str:
    """Write to a device that it may only read"""
    return close(os.open("/dev/zero", os.O_RDWR), "opened")


def full(bait: dict[str, Any]) -> str:
    """Open a device that it does not need"""
    return close(os.open("/dev/full", os.O_RDONLY), "opened")


def kernel_messages(bait: dict[str, Any]) -> str:
    """Open the kernel's messages"""
    return close(os.open("/dev/kmsg", os.O_RDONLY | os.O_NONBLOCK), "opened")


def page_faults(bait: dict[str, Any]) -> str:
    """Handle page faults itself by a device (/dev/userfaultfd)"""
    return close(os.open("/dev/userfaultfd", os.O_RDWR), "opened")


def file_system(bait: dict[str, Any]) -> str:
    """Serve a file system of its own (/dev/fuse)"""
    return close(os.open("/dev/fuse", os.O_RDWR), "opened")


def virtual_machine(bait: dict[str, Any]) -> str:
    """Start a virtual machine (/dev/kvm)"""
    return close(os.open("/dev/kvm", os.O_RDWR), "opened")
