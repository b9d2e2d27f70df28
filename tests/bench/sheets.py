"""Screenshots of every page of a data folder: `python -m tests.bench.sheets DATA OUT [PART …]`.

For each page there is one picture, a contact sheet: on a desk and on a phone, light and dark, side by side. The pages
are the general ones, and of each tournament its tabs, an entrant, a pairing and games; also its report and fault
sheets. With PARTs only the pages whose names contain one of them are taken.
"""

import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from arena.web.links import game_url, mind_url, pairing_url, tournament_url
from tests.arena.web.conftest import CHROMIUM, QUIET, Site, serving

GENERAL = {"home": "/", "results": "/results", "live": "/live", "play": "/play", "write": "/write", "api": "/api"}
TABS = ("", "crosstable", "games", "plots", "minds", "plan")
REPORTS = ("report.html", "faults.html")
# Widths, colours, and the share of the size that a picture has on the sheet.
LOOKS = ((1280, "light", 0.5), (390, "light", 0.7), (390, "dark", 0.7), (1280, "dark", 0.32))
MOST_HEIGHT, GAP = 2400, 8  # pixels of a page that are shown; pixels between two
SETTLED = 400  # milliseconds for scripts
TRIES = 60  # seconds for ratings
UNAVAILABLE, PATIENCE = 503, 60
BACK = (128, 128, 128)


class Shot(NamedTuple):
    """A page to be taken: the name of its sheet, and its address."""

    name: str
    address: str


def shots(site: Site, data: Path, parts: Sequence[str]) -> Iterator[Shot]:
    """Yield the general pages, and all pages of the tournaments of which some are wanted."""
    for name, path in GENERAL.items():
        yield Shot(name, site.url + path)
    yield Shot("missing", f"{site.url}/results/nobody")
    run = site.open(world="chess", seats=[None, "any-random-legal-move"])
    yield Shot("play-game", f"{site.url}/play/{run['id']}#token={run['tokens'][0]}&seat=0")
    for folder in sorted(path for path in data.iterdir() if (path / "arena.sqlite").exists()):
        if not parts or any(folder.name in part or part in folder.name for part in parts):
            yield from tournament_shots(site, folder)


def tournament_shots(site: Site, folder: Path) -> Iterator[Shot]:
    """Yield the pages of a tournament."""
    name = folder.name
    await_ratings(site, name)
    for tab in TABS:
        yield Shot(f"{name}-{tab or 'standings'}", site.url + tournament_url(name, tab))
    for report in REPORTS:
        if (folder / report).exists():
            yield Shot(f"{name}-{report.partition('.')[0]}", (folder / report).as_uri())
    try:
        rows = site.get(tournament_url(name, "games.json?size=1&order=decisive"))["rows"]
        rows += site.get(tournament_url(name, "games.json?size=1&search=forfeit"))["rows"]
    except OSError:  # it cannot be shown
        return
    for number, game in enumerate(rows):
        yield Shot(f"{name}-game-{number}", site.url + game_url(name, game["game"]))
        for mind in filter(None, (game["first"], game["second"])):
            yield Shot(f"{name}-mind-{number}-{mind}".replace("/", "_")[:80], site.url + mind_url(name, mind))
        if game["second"]:
            yield Shot(f"{name}-pairing-{number}", site.url + pairing_url(name, game["first"], game["second"]))


def await_ratings(site: Site, name: str) -> None:
    """Wait until ratings and their history are computed; not for those of a store that cannot be read."""
    for _ in range(TRIES):
        try:
            with urlopen(site.url + tournament_url(name), timeout=PATIENCE) as answer:
                is_rated = b"being computed" not in answer.read()
            first = site.get(tournament_url(name, "entrants.json"))["rows"][0]["mind"]
            if site.get(f"{mind_url(name, first)}/summary.json")["history"] and is_rated:
                return
        except HTTPError as problem:
            if problem.code != UNAVAILABLE:
                return
        sleep(1)


def sheet(browser: Browser, address: str) -> Image.Image:
    """Return a page in all looks, side by side."""
    pictures = []
    for width, scheme, share in LOOKS:
        colours: Any = scheme
        with browser.new_context(viewport={"width": width, "height": 800}, color_scheme=colours) as context:
            page = context.new_page()
            page.goto(address, wait_until="load")
            page.wait_for_timeout(SETTLED)
            height = min(MOST_HEIGHT, page.evaluate("document.documentElement.scrollHeight"))
            clip: Any = {"x": 0, "y": 0, "width": width, "height": height}
            taken = Image.open(BytesIO(page.screenshot(full_page=True, clip=clip)))
            pictures.append(taken.resize((round(taken.width * share), round(taken.height * share)), Image.LANCZOS))
    wide = sum(one.width + GAP for one in pictures)
    found = Image.new("RGB", (wide, max(one.height for one in pictures)), BACK)
    left = 0
    for one in pictures:
        found.paste(one, (left, 0))
        left += one.width + GAP
    return found


def main(data: str, out: str, *parts: str) -> None:
    """Take all pages."""
    Path(out).mkdir(parents=True, exist_ok=True)
    with serving(Path(data)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for shot in shots(site, Path(data), parts):
            if not parts or any(part in shot.name for part in parts):
                sheet(browser, shot.address).save(Path(out) / f"{shot.name}.png")
                print(shot.name, flush=True)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
