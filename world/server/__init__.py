"""Worlds over HTTP and WebSocket: the state goes out as text, an action comes in as text, whoever it is.

The public words: a `Hall` holds all runs, and `routes(hall)` are the paths by which they are played and watched.
"""

from world.server.api import routes as routes
from world.server.bounds import Bounds as Bounds
from world.server.bounds import Rate as Rate
from world.server.errors import Refusal as Refusal
from world.server.errors import Senseless as Senseless
from world.server.hall import Hall as Hall
from world.server.hall import Mind as Mind
from world.server.hall import News as News
from world.server.lobby import Lobby as Lobby
from world.server.lobby import Remote as Remote
from world.server.served import Served as Served
from world.server.shown import Told as Told
from world.server.terms import Wish as Wish
