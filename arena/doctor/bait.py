"""The bait that attacks aim at: files, sockets and a process of our own, watched from outside the jail."""

import os
import secrets
from contextlib import ExitStack, closing
from glob import escape
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from arena.cell.jail.calls import numbers
from arena.doctor.files import SHARED, BaitFiles
from arena.doctor.listeners import Listeners
from arena.doctor.opponent import Opponent
from arena.sweeper import swept_folder

MARK = "MIND-ARENA-SECRET:"
VARIABLE = "MIND_ARENA_SECRET"
ATTACKS = Path(__file__).resolve().parent / "attacks"


class Bait:
    """The bait, which exists while its context is entered. `own` is the folder that the attacker runs from.

    The secret is also in this process's memory and environment, where its child processes must not find it.
    """

    def __init__(self, own: Path = ATTACKS) -> None:
        self.own = own
        self.secret = MARK + secrets.token_hex(16)
        self.token = secrets.token_hex(4)

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            leftovers = [f"{escape(str(place))}/*{self.token}*" for place in (self.own, SHARED)]
            folder = stack.enter_context(swept_folder("mind-arena-bait-", Path("/tmp"), leftovers))
            self.listeners = stack.enter_context(closing(Listeners(folder, self.token)))
            self.files = BaitFiles(folder, self.secret, self.token, self.own)
            stack.callback(self.files.remove_leftovers)
            self.opponent = stack.enter_context(closing(Opponent(self.secret)))
            os.environ[VARIABLE] = self.secret
            stack.callback(os.environ.pop, VARIABLE, None)
            self.opened = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.opened.close()

    def locations(self) -> dict[str, Any]:
        """Return where the bait is, for the attacker. They change after damage, and never contain the secret."""
        places = self.listeners.addresses() | self.files.paths() | self.opponent.location()
        return places | {"token": self.token, "parents": [os.getpid()], "calls": sorted(numbers().values())}

    def damage(self) -> list[str]:
        """Return what the last attack did, in sentences, and repair it.

        For an attack over two games, call this after the second: it removes what the first one left.
        """
        return self.listeners.received() + self.files.damage() + self.opponent.damage()
