"""The live page: games of another process and of this server move on it, and go when they are over."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from arena.tournament.live import Bulletin, Teller, cleared
from tests.arena.web.conftest import EVIL, Site, serving
from world.api import Ending
from world.record import Ply
from world.registry import new_world


def test_nothing_is_said_to_be_nothing(page: Page, tmp_path: Path) -> None:
    """Where nobody plays, the page says so."""
    with serving(tmp_path) as empty:
        page.goto(f"{empty.url}/live")
        expect(page.get_by_text("Nothing is being played")).to_be_visible()


def test_a_tournaments_board_moves(site: Site, page: Page) -> None:
    """What a worker tells is on the page a moment later: picture, last move, clock; and it goes with the worker."""
    page.goto("/live")
    folder, chess = site.data / "first", new_world("chess")
    teller = Teller(folder)
    with cleared(folder):
        teller.begin(Bulletin("chess", "001-002-00009a", (EVIL, "minimax"), 0.0))
        card = page.locator(".scene[data-key^='first/']")
        expect(card).to_have_count(1)
        expect(card.locator("[data-name='0']")).to_have_text(EVIL)
        teller.watch(chess, Ply(0, "12,28", left=61.0))
        expect(card).to_have_attribute("data-plies", "1")
        expect(card.locator("[data-told]")).to_have_text("e4")
        expect(card.locator("[data-clock='0']")).to_have_text("1:01")
        expect(card.locator("img")).to_have_attribute("src", re.compile("ply=1$"))
        first = card.locator("img").get_attribute("src")
        teller.watch(chess, Ply(1, "52,36", thoughts={"score": 20}))
        expect(card.locator("[data-told]")).to_have_text("e5 +0.20")
        expect(card.locator("img")).not_to_have_attribute("src", first or "")
        assert card.locator("img").evaluate("picture => picture.naturalWidth") == 400
        teller.end(Ending("resignation", (1.0, 0.0)))
        expect(card.locator("[data-told]")).to_have_text("1 : 0, resignation")
        teller.close()
    expect(card).to_have_count(0)


def test_the_servers_own_runs_are_there(site: Site, page: Page) -> None:
    """A run that is opened by anybody appears, moves, and can be watched."""
    page.goto("/live")
    told = site.open(world="tictactoe", seats=[None, None])
    card = page.locator(f".scene[data-key='run {told['id']}']")
    expect(card).to_have_attribute("data-plies", "0")
    site.act(told["id"], told["tokens"][0], "4")
    expect(card).to_have_attribute("data-plies", "1")
    card.get_by_role("link").click()
    expect(page).to_have_url(f"{site.url}/play/{told['id']}")
