"""Waiting until something is true of a run: a seat is to move, a ply is saved, the run is over."""

import asyncio
import re
from collections.abc import Callable

from starlette.requests import Request

from world.server.endpoint import query
from world.server.errors import Unprocessable
from world.server.seat import Seat
from world.server.served import ServedRun

MAX_WAIT = 60.0  # seconds that a client may ask to wait
SAVE_TIMEOUT = 10.0  # seconds until a ply is on disk
WAIT = (query("seat", "integer"), query("wait", "number"))


async def wait_for_turn(served: ServedRun, request: Request) -> None:
    """With ?seat=S&wait=SECONDS, wait until that seat is to move or the run is over."""
    seats = served.world.seats
    seat, wait = request.query_params.get("seat"), request.query_params.get("wait", "0")
    if seat is None:
        return
    if re.fullmatch("[0-9]{1,3}", seat) is None or int(seat) >= seats:
        raise Unprocessable("no such seat", seat, f"0 to {seats - 1}")
    if re.fullmatch(r"\d{1,3}(\.\d{1,3})?", wait, re.ASCII) is None or float(wait) > MAX_WAIT:
        raise Unprocessable("wait is not valid", wait, f"0 to {MAX_WAIT:g} seconds")
    number = int(seat)
    await until(served, lambda: is_asked(served, number), float(wait))


async def until_settled(served: ServedRun, seat: int) -> None:
    """Wait until a seat whose turn it is can answer: that is a moment after the last ply."""
    await until(served, lambda: not is_between(served, seat))


async def until(served: ServedRun, is_so: Callable[[], bool], seconds: float = SAVE_TIMEOUT) -> None:
    """Wait until the condition is true, the run is over, or the time is up."""
    bells = [served.view.bell, *(player.bell for player in served.players if isinstance(player, Seat))]
    try:
        async with asyncio.timeout(seconds):
            while True:
                rings = [bell.listen() for bell in bells]
                try:
                    if is_so() or served.view.ending is not None or served.view.closed:
                        return
                    await asyncio.wait(rings, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for ring in rings:
                        ring.cancel()
    except TimeoutError:
        return


def is_asked(served: ServedRun, seat: int) -> bool:
    """True if this seat is to move and, if a token plays it, can answer now."""
    if served.view.turn != seat:
        return False
    return served.settings.specs[seat] is not None or served.seat(seat).question is not None


def is_between(served: ServedRun, seat: int) -> bool:
    """True if it is this seat's turn, but its question is not there yet."""
    return served.view.turn == seat and not is_asked(served, seat)


def is_thinking(served: ServedRun) -> bool:
    """True if one of the server's minds is to move."""
    return served.view.turn is not None and served.settings.specs[served.view.turn] is not None
