"""The lobby of a tournament: remote minds join it by name, and are invited to their games."""

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
from world.server.errors import Conflict, Forbidden, NotFound, RequestError
from world.server.seat import Seat
from world.server.socket import BACK_SOON, DONE, ENOUGH, REFUSED, first_line, next_line, seat_route
from world.tokens import hashed, new_name, new_token, seat_of
from world.wire import ERROR, Call, write_call, write_notice

MAX_FINISHED = 256  # finished games whose ending a mind may still ask for
SIGNAL_CHECK = 0.5  # seconds between two moments in which Ctrl-C is noticed


class Invitation:
    """A game that a remote mind is invited to: its seat, and the token for it."""

    def __init__(self, name: str, seat: Seat) -> None:
        self.run, self.name, self.seat, self.token = new_name(), name, seat, new_token()
        self.hash = hashed(self.token)


class Interrupted(Exception):
    """The tournament stops."""


class Lobby:
    """Waits for the expected minds, and invites them to their games."""

    def __init__(self, names: Sequence[str], password: str = "", bounds: Bounds | None = None) -> None:
        self.names, self.password, self.bounds = list(names), password, bounds or Bounds()
        self.present: set[str] = set()
        self.invitations: dict[str, Invitation] = {}
        self.finished: OrderedDict[str, Invitation] = OrderedDict()
        self.changed, self.bell = Condition(), Bell()
        self.close_code = 0  # set when the lobby closes

    def await_all(self, say: Callable[[str], None]) -> None:
        """Wait until all expected minds have joined; `say` gets a message whenever the missing ones change."""
        said: set[str] | None = None
        with self.changed:
            while missing := set(self.names) - self.present:
                if missing != said:
                    say(f"waiting for {', '.join(sorted(missing))} to join")
                    said = missing
                self.changed.wait(SIGNAL_CHECK)

    def invite(self, name: str, silent: Callable[[], BaseException], patience: float) -> Invitation:
        """Invite a mind to a game; its seat waits for it."""
        invitation = Invitation(name, Seat(name, silent, patience, to_come=patience))
        with self.changed:
            if self.close_code:
                raise Interrupted
            self.invitations[invitation.run] = invitation
        self.bell.ring()
        return invitation

    def finish(self, invitation: Invitation, ending: Ending) -> None:
        """Report the ending of a game to its seat, also to a mind that reconnects later."""
        invitation.seat.dismiss(ending)
        with self.changed:
            self.invitations.pop(invitation.run, None)
            self.finished[invitation.run] = invitation
            while len(self.finished) > MAX_FINISHED:
                self.finished.popitem(last=False)

    def close(self, for_good: bool = True) -> None:
        """Close all connections. Unless it is for good, minds are asked to come back."""
        with self.changed:
            self.close_code = DONE if for_good else BACK_SOON
            invitations = list(self.invitations.values())
        for invitation in invitations:
            invitation.seat.interrupt(Interrupted())
            invitation.seat.close()
        self.bell.ring()

    # Connections

    def routes(self) -> list[BaseRoute]:
        """Return the routes by which minds join and play."""
        self.access = Access(self.bounds)
        return [WebSocketRoute("/minds/{name}", self._join), seat_route(self._seat, self.access, self.bounds)]

    def _seat(self, run: str, token: str) -> Seat:
        with self.changed:
            invitation = self.invitations.get(run) or self.finished.get(run)
        if invitation is None:
            raise NotFound("no such run", run)
        if seat_of(token, [invitation.hash]) is None:
            raise Forbidden("the token is not for a seat of this run")
        return invitation.seat

    async def _join(self, socket: WebSocket) -> None:
        name = socket.path_params["name"]
        try:
            self.access.check(socket)
            check_origin(socket)
            await socket.accept()
            await self._admit(socket, name)
        except RequestError as error:
            if socket.application_state.name == "CONNECTING":
                await socket.close(ENOUGH)
            else:
                await socket.send_text(write_notice(ERROR, error.error))
                await socket.close(REFUSED, error.error[:100])
            return
        except (WebSocketDisconnect, RuntimeError):
            return
        try:
            await self._send_invitations(socket, name)
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: it disconnected while we were sending
            pass
        finally:
            with self.changed:
                self.present.discard(name)
                self.changed.notify_all()

    async def _admit(self, socket: WebSocket, name: str) -> None:
        """Admit a mind that is expected, has the password, and is not here yet."""
        if self.password:
            given = token_of(socket) or await first_line(socket)
            if not compare_digest(hashed(given), hashed(self.password)):
                raise Forbidden("wrong password")
        with self.changed:
            if name not in self.names:
                raise NotFound(f"no mind {quoted(name)} is expected; expected one of {', '.join(self.names)}")
            if name in self.present:
                raise Conflict(f"{name} has joined already")
            self.present.add(name)
            self.changed.notify_all()

    async def _send_invitations(self, socket: WebSocket, name: str) -> None:
        """Invite a mind to each of its games, until the lobby closes or the mind leaves."""
        invited: set[str] = set()
        leaving = asyncio.create_task(_until_gone(socket))
        try:
            while not leaving.done():
                rung = self.bell.listen()
                with self.changed:
                    own = [one for one in self.invitations.values() if one.name == name and one.run not in invited]
                    close_code = self.close_code
                if close_code:
                    await socket.close(close_code)
                    return
                for invitation in own:
                    invited.add(invitation.run)
                    await socket.send_text(write_call(Call(f"/runs/{invitation.run}", invitation.token)))
                await asyncio.wait({leaving, rung}, return_when=asyncio.FIRST_COMPLETED)
                rung.cancel()
        finally:
            leaving.cancel()


async def _until_gone(socket: WebSocket) -> None:
    """Wait for the mind to disconnect; its messages here are ignored."""
    try:
        while True:
            await next_line(socket)
    except (WebSocketDisconnect, RuntimeError):
        return


class RemotePlayer:
    """A player that stands for a remote mind, invited anew to every game. Its clock is the wall clock."""

    unmeasured = "is remote"

    def __init__(self, lobby: Lobby, mind: str, name: str, patience: float) -> None:
        self.lobby, self.mind, self.name, self.patience = lobby, mind, name, patience
        self.game: Invitation | None = None

    def newrun(self, run: Run) -> None:
        """Invite the mind, and wait until it is ready."""
        self.game = self.lobby.invite(self.mind, self._silent, self.patience)
        self.game.seat.newrun(run)

    def _silent(self) -> MindFailure:
        return MindFailure(Fault("time", f"no answer within {self.patience:g} s", seconds=self.patience))

    def getaction(self, state: State) -> Reply:
        """Return the mind's answer."""
        assert self.game is not None
        return self.game.seat.getaction(state)

    def endrun(self, ending: Ending) -> None:
        """Report the ending. A remote mind keeps its own memory."""
        if self.game is not None:
            self.lobby.finish(self.game, ending)
            self.game = None
