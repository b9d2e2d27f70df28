"""The pages of a course, one file each, which are there only if a course is served.

To add one, add a file with a function `routes(course)`; with a MENU it is in the menu, which replaces the usual one.
A page of one's own is made by `gate.page`, a form by `gate.form`: both know who asks, and a form is taken from our own
pages alone. What may be seen without a token shows nothing of sources, logs and tracebacks (see arena/web/privacy.py).
"""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from starlette.routing import Route

from arena.errors import defined_in
from arena.web.course.course_site import CourseSite
from arena.web.pages import live
from arena.web.site import MenuItem

HELPERS = ("actions", "course_site", "download", "frame", "gate", "multipart", "own", "proxy", "rungs", "serving")


def find_pages() -> list[ModuleType]:
    """Return the module of every page."""
    names = [module.name for module in iter_modules(__path__) if module.name not in HELPERS]
    return [import_module(f"{__name__}.{name}") for name in names]


def routes(course: CourseSite) -> list[Route]:
    """Return the routes of all pages."""
    return [route for page in find_pages() for route in defined_in(page.__name__, "routes", "sign_in.py")(course)]


def menu() -> list[MenuItem]:
    """Return the entries of the menu, in order."""
    return sorted([*(page.MENU for page in find_pages() if hasattr(page, "MENU")), live.MENU._replace(order=5)])
