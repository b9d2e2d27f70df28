"""The pages, one file each. To add one, add a file with a function `routes(site)`; with a MENU it is in the menu."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from starlette.routing import Route

from arena.errors import defined_in
from arena.web.site import MenuItem, Site


def find_pages() -> list[ModuleType]:
    """Return the module of every page."""
    return [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]


def routes(site: Site) -> list[Route]:
    """Return the routes of all pages."""
    return [route for page in find_pages() for route in defined_in(page.__name__, "routes", "live.py")(site)]


def menu() -> list[MenuItem]:
    """Return the entries of the menu, in order."""
    return sorted(page.MENU for page in find_pages() if hasattr(page, "MENU"))
