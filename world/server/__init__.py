"""Worlds over HTTP and WebSocket: `routes(Runs(...))` are the paths by which runs are opened, played and watched."""

from world.server.api import find_endpoints as find_endpoints
from world.server.api import routes as routes
from world.server.bounds import Bounds as Bounds
from world.server.bounds import RateLimit as RateLimit
from world.server.bounds import Slots as Slots
from world.server.endpoint import Endpoint as Endpoint
from world.server.endpoint import Server as Server
from world.server.endpoint import page_of as page_of
from world.server.endpoint import paging as paging
from world.server.endpoint import query as query
from world.server.errors import Conflict as Conflict
from world.server.errors import NotFound as NotFound
from world.server.errors import RequestError as RequestError
from world.server.errors import Unavailable as Unavailable
from world.server.errors import Unprocessable as Unprocessable
from world.server.lobby import Lobby as Lobby
from world.server.lobby import RemotePlayer as RemotePlayer
from world.server.responses import error_response as error_response
from world.server.responses import json_response as json_response
from world.server.routing import QuotedRoute as QuotedRoute
from world.server.runs import Runs as Runs
from world.server.schema import MindInfo as MindInfo
from world.server.served import ServedRun as ServedRun
