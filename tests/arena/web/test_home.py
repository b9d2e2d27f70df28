"""The home page: what is being played, the latest results with their first three, and where to begin."""

import os
import re
import shutil
from math import inf
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from arena.tournament.live import Bulletin, BulletinWriter, cleared
from arena.web import folders
from arena.web.exports.answers import FILTER
from arena.web.folders import Folders
from arena.web.listing import Listing
from tests.arena.web.conftest import EVIL, Site, serving
from tests.arena.web.test_answers import ask
from tests.conftest import until
from world.record import Ply
from world.registry import new_world


def test_an_empty_home_says_how_to_begin(tmp_path: Path) -> None:
    """Without a tournament, the page shows the command that plays one into this folder, and the three doors."""
    (tmp_path / "my games").mkdir()
    with serving(tmp_path / "my games") as empty:
        _, _, page = ask(empty, "/")
    assert "Nothing has been played here yet" in page
    assert "arena run --out &#39;my games&#39;/first" in page
    assert {'href="/write"', 'href="/play"', 'href="/api"'} <= set(re.findall(r'href="/\w+"', page))


def test_the_latest_results_have_a_podium(site: Site, page: Page) -> None:
    """A tournament's card names its first three with ratings, by itself once they are computed, and who leads."""
    page.goto("/")
    card = page.locator(".card").filter(has=page.get_by_role("heading", name="first", exact=True))
    expect(card.locator(".podium li")).to_have_count(3)
    expect(card.locator(".podium")).to_contain_text(EVIL)
    expect(card.locator(".podium small").first).to_have_text(re.compile("± [0-9]+"))
    expect(card.locator(".podium .sure")).to_have_text([re.compile("rank [0-9]–[0-9]|sure")] * 3)
    expect(card.locator(".conclusion")).to_contain_text(re.compile("leads|share"))
    card.locator(".podium a").first.click()
    expect(page).to_have_url(re.compile("/results/first/minds/"))


def test_a_tournament_appears_by_itself(site: Site, page: Page) -> None:
    """A tournament that begins is shown with its board, progress and standings; afterwards it is a result again."""
    page.goto("/")
    writer = BulletinWriter(site.data / "first")
    with cleared(site.data / "first"):
        writer.begin(Bulletin("chess", "001-002-00009a", ("a", "b"), 0.0))
        writer.watch(new_world("chess"), Ply(0, "12,28"))
        running = page.locator("[data-tournament='first']")
        expect(running.locator("[data-progress-text]")).to_have_text("12 games")
        expect(running.locator(".leaders tbody tr")).to_have_count(3)
        expect(running.locator("[data-last-move]")).to_have_text("e4")
        expect(page.get_by_role("link", name="Watch live")).to_be_visible()
        writer.close()
    expect(running).to_have_count(0)
    expect(page.get_by_role("heading", name="first", exact=True)).to_be_visible()


def test_all_tournaments_are_listed(site: Site) -> None:
    """The list holds every tournament, also those that cannot be shown."""
    _, _, page = ask(site, "/results")
    assert all(f">{name}</a>" in page for name in ("first", "crosses &amp; noughts"))
    assert "Cannot be shown" in page


def test_the_api_page_has_every_endpoint(site: Site) -> None:
    """Each path of /openapi.json is on the page, with examples that have this server's address."""
    _, _, page = ask(site, "/api")
    missing = [path for path in site.get("/openapi.json")["paths"] if f">{path}<" not in page]
    assert missing == []
    assert f"curl {site.url}/results.json" in page


def test_the_page_on_minds_shows_a_whole_one(site: Site) -> None:
    """The page has a mind that compiles, and the commands in their order."""
    _, _, page = ask(site, "/write")
    source = page.partition("<code>")[2].partition("</code>")[0].replace("&#34;", '"').replace("&gt;", ">")
    compile(source, "mind.py", "exec")
    commands = re.findall(r"<pre>(arena \w+)", page)
    assert commands == ["arena new", "arena check", "arena play", "arena why"]


def test_the_api_page_names_the_filters(site: Site) -> None:
    """Each filter of the lists of games is on the page, with its choices."""
    _, _, page = ask(site, "/api")
    for one in FILTER:
        assert f"<dt><code>{one['name']}</code></dt>" in page
    assert "won, drawn, lost, decisive" in page


def test_a_list_of_many_reads_only_what_it_shows(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many tournaments the newest are read, once; which there are is looked up now and then."""
    for number in range(40):
        (tmp_path / f"t{number:02}").mkdir()
        store = tmp_path / f"t{number:02}" / "arena.sqlite"
        store.write_bytes((data / "first" / "arena.sqlite").read_bytes() if number != 39 else b"nonsense" * 500)
        os.utime(store, (number, number))
    read, looks = [], []
    summarise, look = folders._summarise, Listing._look
    monkeypatch.setattr(folders, "_summarise", lambda path, when: read.append(path.name) or summarise(path, when))
    monkeypatch.setattr(Listing, "_look", lambda listing: looks.append(1) or look(listing))
    found = Folders(tmp_path)
    assert [entry.name for entry in found.entries(0, 4)] == ["t38", "t37", "t36", "t39"]
    assert [entry.name for entry in found.entries(0, 4)] == ["t38", "t37", "t36", "t35"], "the unreadable one is last"
    assert (read, found.count) == (["t39", "t38", "t37", "t36", "t35"], 40)
    found.listing.until, before = inf, len(looks)
    assert found.tournament("t07") is not None
    assert len(looks) == before
    shutil.copytree(tmp_path / "t07", tmp_path / "new")
    assert found.tournament("new") is not None, "a name that was not there before is looked for at once"
    assert found.tournament("nobody") is None


def test_nobody_waits_for_a_look_at_thousands(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that takes long is made beside the request, which gets the last list, unless that is very old."""
    listing, waiting = Listing(data), Event()
    known = listing.folders()
    listing.cost, listing.until, look = 1.0, monotonic() - 1, Listing._look
    monkeypatch.setattr(Listing, "_look", lambda one: waiting.wait(20) and look(one))
    assert listing.folders() is known
    assert listing.folders() is known
    waiting.set()
    until(lambda: not listing.is_looking)
    assert listing.found is not known
    assert listing.found == known
    listing.cost, listing.until, old = 1.0, -inf, listing.found
    assert listing.folders() is not old
