"""Books of openings, in the format of Polyglot: read to play from, and built from games.

`book.py` reads one, `own_book.py` gives one to the built-in minds, `builder.py` makes one of games. `entries.py` and
`key.py` know how a book writes moves and positions; `keys.txt` holds the numbers that make up the keys. `house.bin` is
the house's book; minds/README.md says how it was built.
"""

from minds.book.book import Book as Book
from minds.book.book import book_named as book_named
from minds.book.builder import BookBuilder as BookBuilder
