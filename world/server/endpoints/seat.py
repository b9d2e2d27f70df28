"""WS /runs/{id}/seat: a mind plays its seat over a WebSocket."""

from starlette.routing import BaseRoute

from world.server.endpoint import Server, SocketEndpoint
from world.server.seat import Seat
from world.server.socket import seat_route


def route(server: Server) -> BaseRoute:
    """Return the route of all seats."""

    def find_seat(run: str, token: str) -> Seat:
        served = server.runs.find(run)
        return served.seat(served.seat_for(token))

    return seat_route(find_seat, server.access, server.runs.bounds)


ENDPOINT = SocketEndpoint(route)
