"""What attacks are aimed at: files, listeners and a process that the test itself made, seen from outside."""

import os
import secrets
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self

from arena.doctor.hoard import Hoard
from arena.doctor.listeners import Listeners
from arena.doctor.neighbour import Neighbour

MARK = "MIND-ARENA-SECRET:"
VARIABLE = "MIND_ARENA_SECRET"
ATTACKS = Path(__file__).resolve().parent / "attacks"


class Bait:
    """All the bait there is, while it is entered. `own` is the folder that the attacker runs from.

    The secret is in this process's memory and environment too: a process that it starts must not see it either.
    """

    def __init__(self, own: Path = ATTACKS) -> None:
        self.own = own
        self.secret = MARK + secrets.token_hex(16)
        self.token = secrets.token_hex(4)

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="mind-arena-bait-", dir="/tmp")))
            self.listeners = stack.enter_context(closing(Listeners(folder, self.token)))
            self.hoard = Hoard(folder, self.secret, self.token, self.own)
            stack.callback(self.hoard.sweep)
            self.neighbour = stack.enter_context(closing(Neighbour(self.secret)))
            os.environ[VARIABLE] = self.secret
            stack.callback(os.environ.pop, VARIABLE, None)
            self.opened = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.opened.close()

    def told(self) -> dict[str, Any]:
        """What the attacker is told, anew before each attack: never the secret itself."""
        places = self.listeners.told() | self.hoard.told() | self.neighbour.told()
        return places | {"token": self.token, "parents": [os.getpid()]}

    def harm(self) -> list[str]:
        """What an onlooker sees of the last attack, in sentences; everything is put right again.

        An attack of two visits is asked for after the second: this removes what the first has left.
        """
        return self.listeners.heard() + self.hoard.harm() + self.neighbour.harm()
