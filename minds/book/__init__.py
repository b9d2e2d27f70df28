"""Books of openings, in the format of Polyglot: read to play from, and built from games.

`book.py` reads one, `own_book.py` gives one to the built-in minds, `builder.py` makes one of games. `entries.py` and
`key.py` know how a book writes moves and positions; `keys.txt` holds the numbers that make up the keys. `house.bin` is
the house's book; minds/README.md says how it was built.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minds.book.book import Book, book_named
    from minds.book.builder import BookBuilder

__all__ = ["Book", "BookBuilder", "book_named"]

_MODULES = {"Book": "book", "book_named": "book", "BookBuilder": "builder"}


def __getattr__(name: str) -> Any:
    """Load a word when it is first used, because the board may have to be compiled for it."""
    if name not in __all__:
        raise AttributeError(f"module 'minds.book' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"minds.book.{_MODULES[name]}"), name)
