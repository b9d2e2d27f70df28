"""The results as files for programs: JSON, CSV and PGN, one module here for each kind of result.

A module with a function `endpoints(folders)` is found, served, and described in /openapi.json. Each address is that of
a page with the kind of file at its end: /results/NAME/games.csv?mind=ann lists what the page /results/NAME/games shows.
Tables have the columns of `arena.load` and of a report's files.
"""

from pkgutil import iter_modules

from arena.errors import defined_in
from arena.web.folders import Folders
from world.server import Endpoint

HELPERS = ("answers", "rows")


def endpoints(folders: Folders) -> list[Endpoint]:
    """Return the endpoints of all exports."""
    names = [module.name for module in iter_modules(__path__) if module.name not in HELPERS]
    found = [defined_in(f"{__name__}.{name}", "endpoints", "tournaments.py") for name in names]
    return [endpoint for make in found for endpoint in make(folders)]
