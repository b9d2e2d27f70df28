"""Attacks that open sockets of every kind. They connect to the bait's own listeners only."""

import socket
import struct
from typing import Any

LOCAL = "127.0.0.1"
MULTIPATH = 262


def tcp(bait: dict[str, Any]) -> str:
    """Connect to a TCP port"""
    with socket.create_connection((LOCAL, bait["tcp"]), timeout=2):
        return "connected"


def listen(bait: dict[str, Any]) -> str:
    """Listen on a TCP port"""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as ear:
        ear.bind((LOCAL, 0))
        ear.listen(1)
        return f"listened on port {ear.getsockname()[1]}"


def udp(bait: dict[str, Any]) -> str:
    """Send a UDP datagram"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        return f"sent {mouth.sendto(b'hello', (LOCAL, bait['udp']))} bytes"


def udp_listen(bait: dict[str, Any]) -> str:
    """Bind a UDP port"""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.bind((LOCAL, 0))
        return f"bound to port {ear.getsockname()[1]}"


def dns(bait: dict[str, Any]) -> str:
    """Look up a name by DNS"""
    head = struct.pack(">6H", 7, 0x0100, 1, 0, 0, 0)
    name = b"".join(bytes([len(part)]) + part for part in (bait["token"].encode(), b"invalid")) + b"\0"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
        mouth.connect((LOCAL, bait["udp"]))  # the bait stands in for the name server: no real resolver is asked
        return f"asked in {mouth.send(head + name + struct.pack('>2H', 1, 1))} bytes"


def abstract_socket(bait: dict[str, Any]) -> str:
    """Connect to an abstract unix socket"""
    with socket.socket(socket.AF_UNIX) as mouth:
        mouth.connect("\0" + bait["abstract"])
        return "connected"


def path_socket(bait: dict[str, Any]) -> str:
    """Connect to a unix socket by its path"""
    with socket.socket(socket.AF_UNIX) as mouth:
        mouth.connect(bait["unix"])
        return "connected"


def unix_datagram(bait: dict[str, Any]) -> str:
    """Listen on an abstract unix socket"""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(f"\0{bait['abstract']}-attacker")
        return "bound"


def netlink(bait: dict[str, Any]) -> str:
    """Talk to the kernel's routing with netlink"""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as mouth:
        mouth.bind((0, 0))
        return "bound"


def raw(bait: dict[str, Any]) -> str:
    """Open a raw socket"""
    with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP):
        return "opened"


def packet(bait: dict[str, Any]) -> str:
    """Open a packet socket, which receives all traffic"""
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0):  # of protocol 0, which receives nothing
        return "opened"


def pair(bait: dict[str, Any]) -> str:
    """Make a pair of sockets"""
    one, other = socket.socketpair()
    with one, other:
        return f"sent {one.send(b'hello')} bytes"


def fast_open(bait: dict[str, Any]) -> str:
    """Connect to a TCP port by sending (fast open)"""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as mouth:
        return f"sent {mouth.sendto(b'hello', socket.MSG_FASTOPEN, (LOCAL, bait['tcp']))} bytes"


def several_paths(bait: dict[str, Any]) -> str:
    """Connect by multipath TCP, which Landlock does not see"""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, MULTIPATH) as mouth:
        mouth.connect((LOCAL, bait["tcp"]))
        return "connected"


def path_listen(bait: dict[str, Any]) -> str:
    """Listen on a unix socket in a folder"""
    with socket.socket(socket.AF_UNIX) as ear:
        ear.bind(f"{bait['tmp']}/ear")
        return "bound"


def ipv6(bait: dict[str, Any]) -> str:
    """Listen on a TCP port of IPv6"""
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as ear:
        ear.bind(("::1", 0))
        return f"bound to port {ear.getsockname()[1]}"


def host(bait: dict[str, Any]) -> str:
    """Open a socket to the machine's host (vsock)"""
    with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM):
        return "opened"


def algorithm(bait: dict[str, Any]) -> str:
    """Have the kernel compute a hash (AF_ALG)"""
    with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as door:
        door.bind(("hash", "sha256"))
        return "bound"
