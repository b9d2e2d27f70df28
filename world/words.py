"""Random words, which tie the responses of the protocol to its requests."""

import os
from secrets import token_hex

WORD_LENGTH = 8  # letters
DRAWN_AT_ONCE = 256  # words: asking the system for each costs 1.1 µs, a share of these 0.1

_words: list[str] = []


def random_word() -> str:
    """Return a new word, which no other process can foresee."""
    while True:
        try:
            return _words.pop()  # also when several threads call, each word is returned once
        except IndexError:
            letters = token_hex(DRAWN_AT_ONCE * WORD_LENGTH // 2)
            _words.extend(letters[start : start + WORD_LENGTH] for start in range(0, len(letters), WORD_LENGTH))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_words.clear)  # a fork must not know the words of this process
