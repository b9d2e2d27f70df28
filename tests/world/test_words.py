"""Random words cannot be foreseen."""

import os
import re
from concurrent.futures import ThreadPoolExecutor

from world.words import DRAWN_AT_ONCE, random_word


def test_no_word_comes_twice() -> None:
    """Threads that draw words at the same time get different ones, of eight hexadecimal letters."""
    with ThreadPoolExecutor(4) as threads:
        words = [word for some in threads.map(lambda _: draw(DRAWN_AT_ONCE), range(8)) for word in some]
    assert len(set(words)) == len(words)
    assert all(re.fullmatch("[0-9a-f]{8}", word) for word in words)


def test_a_fork_does_not_know_our_words() -> None:
    """A forked process draws words of its own, not those that its parent has drawn in advance."""
    random_word()
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, " ".join(draw(DRAWN_AT_ONCE)).encode())
        os._exit(0)
    os.waitpid(child, 0)
    theirs = os.read(reader, 65536).decode().split()
    os.close(reader)
    os.close(writer)
    assert len(theirs) == DRAWN_AT_ONCE
    assert not set(theirs) & set(draw(DRAWN_AT_ONCE))


def draw(count: int) -> list[str]:
    """Draw some words."""
    return [random_word() for _ in range(count)]
