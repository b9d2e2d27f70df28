"""The style sheets of pages that need no other file: those of the web pages, then what only a report has."""

from pathlib import Path

from markupsafe import Markup

HERE = Path(__file__).parent
SHARED = ("base.css", "tables.css", "crosstable.css", "pictures.css")
SHEETS = (*(HERE.parent / "web" / "static" / name for name in SHARED), HERE / "page.css")


def style() -> Markup:
    """Return the content of a style element."""
    return Markup("\n".join(path.read_text(encoding="utf-8") for path in SHEETS))
