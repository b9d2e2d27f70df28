"""The live page: games of tournaments and of this server appear, move, and disappear."""

import asyncio
import re
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

from arena.tournament.live import Bulletin, BulletinWriter, bulletins, cleared
from arena.web.live_games import LiveGame, Now
from arena.web.pages import live
from arena.web.pages.live import LivePage, changes
from tests.arena.web.conftest import EVIL, Site, serving
from tests.conftest import until
from world.api import Ending
from world.record import Ply
from world.registry import new_world


class SlowGames:
    """Games under way that take a moment to be read."""

    def __init__(self) -> None:
        self.asked, self.latest, self.is_fresh = 0, Now(), False

    def now(self) -> Now:
        """Return what is under way."""
        self.asked += 1
        sleep(0.05)
        return self.latest


def test_many_watchers_wait_for_one_look() -> None:
    """Streams that want to know what is under way at the same moment take one thread, not one each."""
    games = SlowGames()
    page = LivePage(cast(Any, SimpleNamespace(live_games=games, runs=None)))

    async def watch() -> None:
        await asyncio.gather(*(page._now() for _ in range(50)))

    asyncio.run(watch())
    assert games.asked == 1


def test_events_are_made_once_for_all_watchers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watchers who have seen the same moment are sent the same bytes; who comes later is sent all."""
    page = LivePage(cast(Any, SimpleNamespace(live_games=SlowGames(), runs=None)))
    made: list[tuple[Now, Now]] = []
    monkeypatch.setattr(live, "changes", lambda *moments: made.append(moments) or changes(*moments))
    one, other = (Now({}, {"g": LiveGame(key="g", plies=plies)}) for plies in (1, 2))
    sent = [page._between(one, other) for _ in range(50)]
    assert made == [(one, other)]
    assert all(events is sent[0] for events in sent)
    assert sent[0] == b"".join(changes(one, other)) != b""
    assert page._between(Now(), one).count(b"event: game") == 1
    assert page._between(one, one) == b""


def test_an_empty_page_says_so(page: Page, tmp_path: Path) -> None:
    """Without a game under way, the page says so."""
    with serving(tmp_path) as empty:
        page.goto(f"{empty.url}/live")
        expect(page.get_by_text("No games are being played")).to_be_visible()


def test_a_tournaments_board_moves(site: Site, page: Page) -> None:
    """A worker's bulletin updates picture, last move and clock; the game disappears with the worker."""
    page.goto("/live")
    folder, chess = site.data / "first", new_world("chess")
    writer = BulletinWriter(folder)
    with cleared(folder):
        writer.begin(Bulletin("chess", "001-002-00009a", (EVIL, "minimax"), 0.0))
        card = page.locator(".live-game[data-key^='first/']")
        expect(card).to_have_count(1)
        expect(card.locator("[data-name='0']")).to_have_text(EVIL)
        writer.watch(chess, Ply(0, "12,28", left=61.0))
        expect(card).to_have_attribute("data-plies", "1")
        expect(card.locator("[data-last-move]")).to_have_text("e4")
        expect(card.locator("[data-clock='0']")).to_have_text("1:01")
        expect(card.locator("img")).to_have_attribute("src", re.compile("ply=1$"))
        first = card.locator("img").get_attribute("src")
        writer.watch(chess, Ply(1, "52,36", thoughts={"score": 20}))
        expect(card.locator("[data-last-move]")).to_have_text("e5 +0.20")
        expect(card.locator("img")).not_to_have_attribute("src", first or "")
        assert card.locator("img").evaluate("picture => picture.naturalWidth") == 400
        writer.end(Ending("resignation", (1.0, 0.0)))
        expect(card.locator("[data-last-move]")).to_have_text("1 : 0, resignation")
        writer.close()
    expect(card).to_have_count(0)
    expect(page.locator("[data-tournament='first'] [data-badge]")).to_have_text("finished")


def test_a_tournament_is_shown_with_its_standings(site: Site, page: Page) -> None:
    """A running tournament has its progress, its standings, and the curve of the scores of the game on its board."""
    folder, chess = site.data / "first", new_world("chess")
    writer = BulletinWriter(folder)
    with cleared(folder):
        writer.begin(Bulletin("chess", "001-002-00009a", (EVIL, "minimax:depth=1"), 0.0))
        for place, action in enumerate(("12,28", "52,36", "6,21", "57,42")):
            writer.watch(chess, Ply(place % 2, action, thoughts={"score": 10 * place}))
        until(lambda: [len(one.plies) for one in bulletins(folder)] == [4])
        page.goto("/live")
        section = page.locator("[data-tournament='first']")
        expect(section.locator(".facts")).to_contain_text("12 games")
        expect(section.locator(".leaders tbody tr")).to_have_count(3)
        expect(section.locator(".leaders")).to_contain_text(EVIL)
        expect(section.locator("[data-curve] polyline.seat-1")).to_have_attribute("points", re.compile(r"\d,\d"))
        section.locator("[data-name='1']").click()
        expect(page).to_have_url(f"{site.url}/results/first/minds/minimax%3Adepth%3D1")
        writer.close()


def test_the_servers_own_runs_are_there(site: Site, page: Page) -> None:
    """A run opened by any client appears with its first move, below tournaments, and links to its page."""
    waiting = [site.open(world="tictactoe", seats=[None, None]) for _ in range(3)]
    page.goto("/live")
    opened = site.open(world="tictactoe", seats=[None, None])
    card = page.locator(f".live-game[data-key='run {opened['id']}']")
    site.act(opened["id"], opened["tokens"][0], "4")
    expect(card).to_have_attribute("data-plies", "1")
    for run in waiting:
        expect(page.locator(f".live-game[data-key='run {run['id']}']")).to_have_count(0)
    site.act(opened["id"], opened["tokens"][1], "0")
    expect(card).to_have_attribute("data-plies", "2")
    card.locator("a.board").click()
    expect(page).to_have_url(f"{site.url}/play/{opened['id']}")
