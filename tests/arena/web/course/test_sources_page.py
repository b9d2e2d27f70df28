"""Files of hand-ins are shown to whom the course shows them, and are text on the page, never markup."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.course.register import ORGANISER
from arena.course.settings import SourcesShown
from arena.entrants.bundle import Bundle, BundledFile
from tests.arena.web.course import conftest
from tests.arena.web.course.conftest import EVIL, accept, secret, served


@pytest.mark.parametrize(
    ("setting", "before", "after"), [("own", False, False), ("after the season", False, True), ("everyone", True, True)]
)
def test_files_are_shown_as_the_course_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: SourcesShown, before: bool, after: bool
) -> None:
    """One's own always, others' by the setting, and all of them to the organiser; to nobody without a token."""
    monkeypatch.setattr(conftest, "COURSE", f'sources = "{setting}"\n{conftest.COURSE}')
    with served(tmp_path) as course:
        number = accept(course, "ann", "first")
        address, text = f"/sources/{number}", secret("source", "ann")
        ann, bob = course.client("ann"), course.client("bob")
        assert text in ann.get(address).text
        assert (bob.get(address).status == 200) == before
        assert (address in bob.get("/sources").text) == before
        course.intake.register.finish("spring", datetime.now(UTC))
        assert (text in bob.get(address).text) == after
        assert text in course.client(ORGANISER).get(address).text
        assert course.client().get(address).status == course.client().get("/sources").status == 303
        assert ann.get("/sources/99").status == 404


def test_files_are_text_on_the_page(tmp_path: Path) -> None:
    """Markup in a file or its name is escaped; bytes that are no text are counted only."""
    files = (BundledFile(f"{EVIL[:-9]}.txt", False, b"\xff\x00"), BundledFile("mind.py", False, EVIL.encode()))
    with served(tmp_path) as course:
        taken = course.intake.take(course.intake.people["ann"], Bundle(files).pack())
        page = course.client("ann").get(f"/sources/{taken.number}").text
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
        assert "2 bytes that are no text" in page
