"""Orders to the zygote: a mind to be started, with its jail and its limits."""

from msgspec import Struct, field

from minds.registry import Spec
from world.wire import MAX_REPLY_BYTES

ANY_LANDLOCK = 99


class Limits(Struct, frozen=True):
    """Limits of a mind's process besides its budget of time; every field is one of a plan."""

    memory: int = 1024  # MiB
    threads: int = 32
    cpu: int = 3600  # seconds of processor time in the life of its process
    reply: int = MAX_REPLY_BYTES
    log: int = 64  # KiB that are kept of what it prints
    init: float = 10.0  # seconds of processor time to get ready for a game: for import and newrun together


class Jail(Struct, frozen=True):
    """The files that a jail lets in, and the walls that it is built of."""

    readable: tuple[str, ...] = ()  # files and folders
    executable: tuple[str, ...] = ()  # programs and libraries
    listable: tuple[str, ...] = ()  # folders of which only the names of files and folders are let in
    namespaces: bool = True  # if the system allows them
    landlock: int = ANY_LANDLOCK  # the newest version of it to be used


DEFAULT_LIMITS, DEFAULT_JAIL = Limits(), Jail()


class Order(Struct, frozen=True):
    """A mind by its spec, or a program by its command."""

    spec: Spec | None = None
    command: tuple[str, ...] = ()
    starts: int = 1  # of programs that the gate allows: the command, and perhaps one by which it replaces itself
    attempts: int = 1  # to start them
    spare_memory: int = 0  # MiB that a program may reserve on top of its limit, but not hold
    environment: dict[str, str] = field(default_factory=dict)  # besides the usual one of programs
    folder: str = "/"  # its working directory
    limits: Limits = DEFAULT_LIMITS
    jail: Jail | None = None


class Launched(Struct, frozen=True):
    """The keeper's report on an order: a process and its walls, or the reason why there is none."""

    number: int = 0
    layers: str = ""
    own_memory: int = 0  # bytes that the process had taken before the mind was loaded
    problem: str = ""
