"""The drawings themselves: sizes, colours, names, and what is not drawn from few games."""

import re
import struct
from pathlib import Path

import pytest

from arena.report import plots
from arena.report.canvas import ENOUGH_GAMES, TIERS
from arena.report.report import write_report
from arena.store.queries import Results, load
from arena.store.store import open_store
from arena.tournament.plan import make_plan
from arena.tournament.schedule import Task
from tests.arena.store.test_standings import LOWER_WINS, played
from world.api import Ending, Opening
from world.record import Ply, Record

MOST_PIXELS, MOST_NARROW_PIXELS = 1600, 390
CSS_PIXELS, POINTS = 96, 72  # an inch
CONTRAST = 1.5  # between the greys of two tiers that meet


def thoughtful(folder: Path, games: range, first: str = "a") -> Results:
    """Return the results of games in which the first mind reports evaluations and positions."""
    plan = make_plan(world="tictactoe", minds=[f"{first}=minimax", "any-random-legal-move"], games=ENOUGH_GAMES)
    plies = tuple(
        Ply(0, str(ply), 0.01 * ply, 0.01 * ply, None, {"score": 10 * ply, "nodes": ply}) for ply in range(1, 9)
    )
    record = Record("tictactoe", 1, "start", (first, "any-random-legal-move"), plies, Ending("win", (1.0, 0.0)))
    with open_store(folder, must_exist=False) as store:
        if not store.has_plan:
            store.set_plan(plan)
        names = [f"001-002-{number // 2 + 1:05}{'ab'[number % 2]}" for number in games]
        store.add([(Task(name, 1, (0, 1), Opening(), 1), record) for name in names])
    return load(folder)


def width_of(path: Path) -> int:
    """Return the width of a PNG in pixels, or of an SVG in those of CSS."""
    if path.suffix == ".png":
        return int(struct.unpack(">I", path.read_bytes()[16:20])[0])
    points = re.search(r'<svg [^>]*?\bwidth="([0-9.]+)pt"', path.read_text(encoding="utf-8"))
    assert points is not None
    return round(float(points[1]) * CSS_PIXELS / POINTS)


def test_pictures_fit_a_page_and_a_telephone(tmp_path: Path) -> None:
    """Pictures of the most minds that are shown are at most 1,600 pixels wide; the narrow form fits 390."""
    results = played(tmp_path, LOWER_WINS, count=64, games=2, format="gauntlet")
    names = plots.draw_all(results, tmp_path)
    assert set(names) == {"ratings", "crosstable", "colours", "endings", "lengths"}
    for name in names:
        limits = (
            (f"{name}.png", MOST_PIXELS),
            (f"{name}.svg", MOST_PIXELS),
            (plots.narrow_file(name), MOST_NARROW_PIXELS),
        )
        for file, most in limits:
            assert 300 < width_of(tmp_path / file) <= most, file


def test_few_games_are_not_drawn(tmp_path: Path) -> None:
    """Medians of fewer than 30 games are not drawn: a sentence says so on the page and to a notebook."""
    results = thoughtful(tmp_path, range(ENOUGH_GAMES - 1))
    (tmp_path / "effort.png").write_bytes(b"of an earlier report")
    write_report(tmp_path)
    assert not list(tmp_path.glob("effort*")) + list(tmp_path.glob("evaluations*"))
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.count("29 games are too few for this picture, which needs 30.") == 2
    with pytest.raises(AttributeError, match=r"no plot 'effort': 29 games are too few .* Expected one of ratings"):
        results.plot.effort()
    enough = thoughtful(tmp_path, range(ENOUGH_GAMES - 1, ENOUGH_GAMES))
    assert {"effort", "evaluations"} < set(plots.drawn(enough))
    assert "a judges its own position +0.5 in the median" in plots.find("evaluations").describe(enough)
    assert "a needs 45 ms; a needs 4.5 positions" in plots.find("effort").describe(enough)


def test_marks_are_explained(tmp_path: Path) -> None:
    """Dots, bars and bands are explained in the picture itself, with units at the axes."""
    results = thoughtful(tmp_path, range(ENOUGH_GAMES))
    expected = {
        "effort": ("Dot: the median", "milliseconds a move", "positions a move"),
        "evaluations": ("Line: the median", "Band: the middle half", "ply", "evaluation / 100"),
        "ratings": ("Bar: its 95 % interval", "Elo", "tier 1"),
        "colours": ("moving first (x)", "moving second (o)", "score, per cent"),
    }
    for name, texts in expected.items():
        plots._save([name], results, tmp_path)
        for file in (f"{name}.svg", plots.narrow_file(name)):
            drawing = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", (tmp_path / file).read_text(encoding="utf-8")))
            assert [text for text in texts if text not in drawing] == [], file


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_tiers_differ_in_grey() -> None:
    """Two tiers that follow each other have other marks, and greys of different darkness; all stand out from white."""
    for one, other in zip(TIERS, (*TIERS[1:], TIERS[0]), strict=True):
        light, dark = sorted((luminance(one[0]) + 0.05, luminance(other[0]) + 0.05), reverse=True)
        assert light / dark > CONTRAST
        assert one[1] != other[1]
    assert all(1.05 / (luminance(colour) + 0.05) > 3 for colour, _ in TIERS)


def test_names_are_no_formulas(tmp_path: Path) -> None:
    """A mind whose name looks like a formula is drawn with its name."""
    name = r"$\frac{$"
    plots._save(["ratings", "crosstable"], thoughtful(tmp_path, range(2), first=name), tmp_path)
    for file in ("ratings.svg", "ratings-narrow.svg", "crosstable.svg"):
        assert name in (tmp_path / file).read_text(encoding="utf-8")
