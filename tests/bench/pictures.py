"""The screenshot in README.md: `python -m tests.bench.pictures` makes arena/web/game.png again."""

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.arena.web.conftest import CHROMIUM, QUIET, serving
from tests.conftest import ROOT

PAGE = "/results/reference/games/004-006-00005b?ply=45"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shutil.copytree(ROOT / "results" / "reference", Path(folder) / "reference")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        with serving(Path(folder)) as site:
            page = browser.new_page(viewport={"width": 1240, "height": 880})
            page.goto(site.url + PAGE)
            page.screenshot(path=ROOT / "arena" / "web" / "game.png")
        browser.close()


if __name__ == "__main__":
    main()
