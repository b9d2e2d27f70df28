"""What is ordered of the zygote: a mind to be started, and the walls and limits around it."""

from msgspec import Struct

from minds.registry import Spec

ANY_LANDLOCK = 99


class Limits(Struct, frozen=True):
    """What a mind may take besides the time that its budget counts; every field is one of a plan."""

    memory: int = 1024  # MiB
    threads: int = 32
    cpu: int = 3600  # seconds of the processor in the life of its process
    reply: int = 4096  # bytes of an answer
    log: int = 64  # KiB that are kept of what it prints


class Jail(Struct, frozen=True):
    """What is let in, and which walls are to be built."""

    seen: tuple[str, ...] = ()  # files and folders that can be read
    run: tuple[str, ...] = ()  # programs and libraries that can be started; of them one, once
    namespaces: bool = True  # as far as the system allows
    landlock: int = ANY_LANDLOCK  # the newest version of it to be used


USUAL, WALLED = Limits(), Jail()


class Order(Struct, frozen=True):
    """A mind by its spec, or a program by its command."""

    spec: Spec | None = None
    command: tuple[str, ...] = ()
    folder: str = "/"  # where it finds itself
    limits: Limits = USUAL
    jail: Jail | None = None


class Born(Struct, frozen=True):
    """What came of an order: a process and the walls around it, or the reason why there is none."""

    number: int = 0
    layers: str = ""
    house: int = 0  # bytes of memory that it has taken before the mind is in it
    problem: str = ""
