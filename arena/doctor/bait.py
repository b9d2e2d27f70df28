"""What attacks are aimed at: files, listeners and a process that the test itself made, seen from outside."""

import os
import secrets
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
        self.place = TemporaryDirectory(prefix="mind-arena-bait-", dir="/tmp")
        folder = Path(self.place.name)
        self.listeners = Listeners(folder, self.token)
        self.hoard = Hoard(folder, self.secret, self.token, self.own)
        self.neighbour = Neighbour(self.secret)
        os.environ[VARIABLE] = self.secret
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.environ.pop(VARIABLE, None)
        self.neighbour.close()
        self.listeners.close()
        self.hoard.harm()  # removes what was left elsewhere
        self.place.cleanup()

    def told(self) -> dict[str, Any]:
        """What the attacker is told, anew before each attack: never the secret itself."""
        places = self.listeners.told() | self.hoard.told() | self.neighbour.told()
        return places | {"token": self.token, "parents": [os.getpid()]}

    def harm(self) -> list[str]:
        """What an onlooker sees of the last attack, in sentences; everything is put right again.

        An attack of two visits is asked for after the second: this removes what the first has left.
        """
        return self.listeners.heard() + self.hoard.harm() + self.neighbour.harm()
