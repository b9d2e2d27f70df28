"""Worlds over HTTP and WebSocket: `routes(Runs(...))` are the paths by which runs are opened, played and watched."""

from world.server.api import routes as routes
from world.server.bounds import Bounds as Bounds
from world.server.bounds import RateLimit as RateLimit
from world.server.bounds import Slots as Slots
from world.server.errors import RequestError as RequestError
from world.server.errors import Unprocessable as Unprocessable
from world.server.lobby import Lobby as Lobby
from world.server.lobby import RemotePlayer as RemotePlayer
from world.server.routing import QuotedRoute as QuotedRoute
from world.server.runs import Runs as Runs
from world.server.schema import MindInfo as MindInfo
from world.server.served import ServedRun as ServedRun
