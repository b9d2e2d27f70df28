"""The lobby: minds that have joined by name, and the games that they are called to."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hmac import compare_digest
from threading import Condition

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from world.api import Ending, Fault, MindFailure, Reply, Run, State
from world.errors import quoted
from world.server.access import Access, check_origin, token_of
from world.server.bell import Bell
from world.server.bounds import Bounds
from world.server.errors import NotNow, NotThere, NotYours, Refusal
from world.server.schema import as_json
from world.server.seat import Seat
from world.server.socket import BACK_SOON, DONE, ENOUGH, REFUSED, first_line, next_line, seat_route
from world.server.tokens import hashed, new_name, new_token, seat_of

MOST_OVER = 256  # games that are over, and whose end may still be told


class Call:
    """A game that somebody is called to."""

    def __init__(self, name: str, seat: Seat) -> None:
        self.run, self.name, self.seat, self.token = new_name(), name, seat, new_token()
        self.hash = hashed(self.token)


class Interrupted(Exception):
    """The tournament is left."""


class Lobby:
    """Waits for minds, and gives each a player that stands for it."""

    def __init__(self, names: Sequence[str], password: str = "", bounds: Bounds | None = None) -> None:
        self.names, self.password, self.bounds = list(names), password, bounds or Bounds()
        self.here: set[str] = set()
        self.calls: dict[str, Call] = {}
        self.over: OrderedDict[str, Call] = OrderedDict()
        self.changed, self.bell = Condition(), Bell()
        self.ends = 0  # the code with which it ends

    def await_all(self, say: Callable[[str], None]) -> None:
        """Wait until all who are expected have joined."""
        told: set[str] | None = None
        with self.changed:
            while missing := set(self.names) - self.here:
                if missing != told:
                    say(f"waiting for {', '.join(sorted(missing))} to join")
                    told = missing
                self.changed.wait(0.5)  # so that Ctrl-C is heard

    def call(self, name: str, silent: Callable[[], BaseException], patience: float) -> Call:
        """Call a mind to a game; a seat that waits for it."""
        call = Call(name, Seat(name, silent, patience, to_come=patience))
        with self.changed:
            if self.ends:
                raise Interrupted
            self.calls[call.run] = call
        self.bell.ring()
        return call

    def dismiss(self, call: Call, ending: Ending) -> None:
        """A game is over: whoever is at the seat is told, also who comes late."""
        call.seat.dismiss(ending)
        with self.changed:
            self.calls.pop(call.run, None)
            self.over[call.run] = call
            while len(self.over) > MOST_OVER:
                self.over.popitem(last=False)

    def close(self, for_good: bool = True) -> None:
        """Nobody is called any more."""
        with self.changed:
            self.ends = DONE if for_good else BACK_SOON
            calls = list(self.calls.values())
        for call in calls:
            call.seat.interrupt(Interrupted())
            call.seat.close()
        self.bell.ring()

    # Connections

    def routes(self) -> list[BaseRoute]:
        """Where minds join, and where they play."""
        self.access = Access(self.bounds)
        return [WebSocketRoute("/minds/{name}", self._join), seat_route(self._seat, self.access, self.bounds)]

    def _seat(self, run: str, token: str) -> Seat:
        with self.changed:
            call = self.calls.get(run) or self.over.get(run)
        if call is None:
            raise NotThere("there is no such run", run)
        if seat_of(token, [call.hash]) is None:
            raise NotYours("this token is for no seat of this run")
        return call.seat

    async def _join(self, socket: WebSocket) -> None:
        name = socket.path_params["name"]
        try:
            self.access.check(socket)
            check_origin(socket)
            await socket.accept()
            await self._admit(socket, name)
        except Refusal as refusal:
            if socket.application_state.name == "CONNECTING":
                await socket.close(ENOUGH)
            else:
                await socket.send_text(f"error\t{refusal.error}")
                await socket.close(REFUSED, refusal.error[:100])
            return
        except (WebSocketDisconnect, RuntimeError):
            return
        try:
            await self._tell(socket, name)
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: it has gone while it was spoken to
            pass
        finally:
            with self.changed:
                self.here.discard(name)
                self.changed.notify_all()

    async def _admit(self, socket: WebSocket, name: str) -> None:
        """A mind that is expected, has the password, and is not here already."""
        if self.password:
            given = token_of(socket) or await first_line(socket)
            if not compare_digest(hashed(given), hashed(self.password)):
                raise NotYours("this is not the password")
        with self.changed:
            if name not in self.names:
                raise NotThere(f"nobody waits for {quoted(name)}; expected one of {', '.join(self.names)}")
            if name in self.here:
                raise NotNow(f"{name} is here already")
            self.here.add(name)
            self.changed.notify_all()

    async def _tell(self, socket: WebSocket, name: str) -> None:
        """Call it to each of its games, until there are no more, or it goes."""
        called: set[str] = set()
        leaving = asyncio.create_task(_until_gone(socket))
        try:
            while not leaving.done():
                heard = self.bell.listen()
                with self.changed:
                    mine = [call for call in self.calls.values() if call.name == name and call.run not in called]
                    ends = self.ends
                if ends:
                    await socket.close(ends)
                    return
                for call in mine:
                    called.add(call.run)
                    told = as_json({"run": f"/runs/{call.run}", "token": call.token}).decode()
                    await socket.send_text(f"play\t{told}")
                await asyncio.wait({leaving, heard}, return_when=asyncio.FIRST_COMPLETED)
                heard.cancel()
        finally:
            leaving.cancel()


async def _until_gone(socket: WebSocket) -> None:
    """What is said here means nothing; that nobody is there any more, does."""
    try:
        while True:
            await next_line(socket)
    except (WebSocketDisconnect, RuntimeError):
        return


class Remote:
    """A player that stands for a mind elsewhere: it is called anew to every game. Its time is counted by the wall."""

    def __init__(self, lobby: Lobby, mind: str, name: str, patience: float) -> None:
        self.lobby, self.mind, self.name, self.patience = lobby, mind, name, patience
        self.game: Call | None = None

    def newrun(self, run: Run) -> None:
        """Call it, and wait until it is ready, for as long as anybody would."""
        self.game = self.lobby.call(self.mind, self._silent, self.patience)
        self.game.seat.newrun(run)

    def _silent(self) -> MindFailure:
        return MindFailure(Fault("time", f"no answer within {self.patience:g} s", seconds=self.patience))

    def getaction(self, state: State) -> Reply:
        """What it does."""
        assert self.game is not None
        return self.game.seat.getaction(state)

    def endrun(self, ending: Ending) -> None:
        """It is told; what it remembers, it keeps itself."""
        if self.game is not None:
            self.lobby.dismiss(self.game, ending)
            self.game = None
