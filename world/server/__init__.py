"""Worlds over HTTP and WebSocket: the state goes out as text, an action comes in as text, whoever it is.

The public words: a `Runs` holds all runs, and `routes(runs)` are the paths by which they are played and watched.
"""

from world.server.api import routes as routes
from world.server.bounds import Bounds as Bounds
from world.server.bounds import Rate as Rate
from world.server.errors import Refusal as Refusal
from world.server.errors import Unprocessable as Unprocessable
from world.server.lobby import Lobby as Lobby
from world.server.lobby import Remote as Remote
from world.server.request import RunRequest as RunRequest
from world.server.runs import Mind as Mind
from world.server.runs import News as News
from world.server.runs import Runs as Runs
from world.server.schema import Told as Told
from world.server.served import Served as Served
