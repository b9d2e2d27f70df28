"""A Dask scheduler as a user names it, and the certificates with which it is reached."""

import ipaddress
import json
import re
import ssl
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from arena.errors import CrewError
from minds.errors import quoted

EXPECTED = "expected dask://HOST:PORT, dasks://HOST:PORT, or a scheduler file that ends in .json"
INSTALL = 'needs the extra "cluster": pip install mind-arena[cluster]'
PAGE = "see arena/crew/README.md"
PROTOCOLS = {"dask": "tcp", "dasks": "tls"}
HOST = r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]"
ADDRESS = re.compile(rf"(tcp|tls)://({HOST}):([1-9]\d{{0,4}})")
MAX_FILE_BYTES = 1 << 20


class Scheduler(NamedTuple):
    """A scheduler's address."""

    protocol: str  # tcp or tls
    host: str
    port: int

    @property
    def address(self) -> str:
        """The address as Dask writes it."""
        return f"{self.protocol}://{self.host}:{self.port}"

    @property
    def is_encrypted(self) -> bool:
        """True if only holders of a certificate can reach it."""
        return self.protocol == "tls"

    @property
    def is_on_loopback(self) -> bool:
        """True if only this machine can reach it."""
        try:
            return self.host == "localhost" or ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False


def is_scheduler(text: str) -> bool:
    """Return True if a text names a scheduler, there or not."""
    return is_address(text) or text.endswith(".json")


def is_address(text: str) -> bool:
    """Return True if a text names a scheduler by its address, not by a scheduler file."""
    return text.startswith(tuple(f"{protocol}://" for protocol in PROTOCOLS))


def read_scheduler(text: str) -> Scheduler:
    """Return the scheduler of a name; raise CrewError if it names none, or its file holds none."""
    if find_spec("distributed") is None:
        raise CrewError(f"the scheduler {quoted(text)} {INSTALL}")
    if not is_scheduler(text):
        raise CrewError(f"no scheduler {quoted(text)}; {EXPECTED}")
    protocol, _, place = text.partition("://")
    address = f"{PROTOCOLS[protocol]}://{place}" if is_address(text) else _address_in(text)
    found = ADDRESS.fullmatch(address)
    if found is None or int(found[3]) > 65535:
        raise CrewError(f"no scheduler {quoted(text)}; {EXPECTED}")
    return Scheduler(found[1], found[2], int(found[3]))


def _address_in(file: str) -> str:
    """Return the address in a scheduler file."""
    try:
        with Path(file).open("rb") as opened:
            found = json.loads(opened.read(MAX_FILE_BYTES))
        return str(found["address"])
    except FileNotFoundError:
        raise CrewError(f"no such scheduler file {quoted(file)}; dask scheduler --scheduler-file writes it") from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise CrewError(f"{quoted(file)} is no scheduler file of Dask ({type(problem).__name__})") from None


def security_for(scheduler: Scheduler, role: str = "client") -> Any:
    """Return Dask's settings of certificates; raise CrewError if they do not do for a scheduler's client or worker."""
    from distributed import Security

    security = Security()
    files = certificates(security, role)
    if scheduler.is_encrypted and not {"ca-file", "cert"} <= set(files):
        raise CrewError(f"{scheduler.address} wants a certificate, and Dask's settings name none; {PAGE}")
    for file in files.values():
        if "\n" not in file and not Path(file).is_file():
            raise CrewError(f"Dask's settings name the certificate {quoted(file)}, but there is no such file; {PAGE}")
    try:
        security.get_connection_args(role)
    except (OSError, ssl.SSLError) as problem:
        which = " or ".join(map(quoted, dict.fromkeys(files.values())))
        raise CrewError(f"{which} is no certificate with its key: {problem}; {PAGE}") from None
    return security


def certificates(security: Any, role: str) -> dict[str, str]:
    """Return the files of a role's certificates: ca-file, cert and, unless it is in the same file, key."""
    named = security.get_tls_config_for_role(role)
    return {word.replace("_", "-"): named[word] for word in ("ca_file", "cert", "key") if named[word]}


@cache
def warn(scheduler: Scheduler) -> None:
    """Say on stderr, once, that anyone on the network can use a scheduler."""
    if not scheduler.is_encrypted and not scheduler.is_on_loopback:
        print(
            f"arena: {scheduler.address} has no TLS: anyone on its network can run code as you on its workers; {PAGE}",
            file=sys.stderr,
        )
