"""The application: its pages are found by their files."""

import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from arena.errors import DropInError
from arena.web import pages
from arena.web.site import Site
from tests.arena.web.conftest import serving
from tests.arena.web.test_answers import ask

PAGE = """
from starlette.routing import Route

from arena.web.site import MenuItem
from arena.web.templating import render

MENU = MenuItem(9, "About", "/about")


def routes(site):
    return [Route("/about", lambda request: render("note.html", here="/about", title="About", note="A page."))]
"""


def test_a_page_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file added to the pages' folder is served, and listed in the menu of every page."""
    (tmp_path / "about.py").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(pages, "__path__", [*pages.__path__, str(tmp_path)])
    try:
        with serving(tmp_path) as site:
            assert "A page." in ask(site, "/about")[2]
            assert '<a href="/about" aria-current="page">About</a>' in ask(site, "/about")[2]
            assert '<a href="/about">About</a>' in ask(site, "/play")[2]
    finally:
        sys.modules.pop("arena.web.pages.about", None)


def test_a_file_without_a_page_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the file, what it lacks, and a file to copy."""
    (tmp_path / "empty.py").write_text('"""No page yet."""\n', encoding="utf-8")
    monkeypatch.setattr(pages, "__path__", [str(tmp_path)])
    with pytest.raises(DropInError, match=r"^arena/web/pages/empty\.py defines no routes; see live\.py$"):
        pages.routes(cast(Site, None))
    sys.modules.pop("arena.web.pages.empty")


def test_the_server_starts_light() -> None:
    """The pages, the server and the parameters of all house minds need neither pandas nor matplotlib nor Numba."""
    code = (
        "import sys; import arena.cli.serve; from arena.web.pages import find_pages; find_pages()\n"
        "from minds.registry import check, names; [check(name) for name in names()]\n"
        "print({'numba', 'pandas', 'matplotlib', 'chess'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "set()\n"
