"""Damaged copies of good texts: letters changed, lost, doubled or swapped, and pieces of other texts put in."""

import re
from collections.abc import Sequence

from hypothesis import strategies as st

BLANKS = " \t\r\n\v\f\x00\x1c\x85\xa0\u2028\u3000"


@st.composite
def mutated(draw: st.DrawFn, texts: st.SearchStrategy[str], letters: str, most: int = 4) -> str:
    """Return one of the texts after up to `most` changes with these letters, or with blanks of all kinds."""
    text = draw(texts)
    for _ in range(draw(st.integers(0, most))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 3)))
        text = text[:start] + draw(_piece(text, letters)) + text[end:]
    return text


def _piece(text: str, letters: str) -> st.SearchStrategy[str]:
    """Return what may be put into a text: nothing, letters, any signs, a part of the text itself."""
    parts = st.tuples(st.integers(0, len(text)), st.integers(0, 12)).map(lambda cut: text[cut[0] : sum(cut)])
    return (
        st.just("")
        | st.text(letters, min_size=1, max_size=3)
        | st.text(BLANKS, max_size=2)
        | parts
        | st.text(max_size=2)
    )


@st.composite
def shuffled_words(draw: st.DrawFn, texts: st.SearchStrategy[str], words: Sequence[str]) -> str:
    """Return one of the texts with some of its words replaced, lost or doubled."""
    parts = draw(texts).split(" ")
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(parts)))
        parts[place : place + draw(st.integers(0, 1))] = draw(st.lists(st.sampled_from(words), max_size=1))
    return " ".join(parts)


SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null')
SCALARS = ["null", "true", "{}", "[]", '""', "0", "-1", "2", "1e999", "-0.0", "1e18", "0.5", str(2**53), str(2**63)]
SCALARS += [str(2**64), "9" * 400, "9" * 5000, '"\\ud800"', '"\\u0000"', '"\\n\\t"', '"' + "x" * 5000 + '"', "NaN"]
SCALARS += ["[" * 3000, "[" * 3000 + "]" * 3000, '{"a":' * 3000, '{"depth":1}', '["a"]', '"é"', '"chess"', "[null]"]


@st.composite
def reworded(draw: st.DrawFn, lines: st.SearchStrategy[str], more: Sequence[str] = (), most: int = 3) -> str:
    """Return one of the lines of JSON with some of its names and values replaced by odd ones, or by each other."""
    text = draw(lines)
    for _ in range(draw(st.integers(1, most))):
        found = list(SCALAR.finditer(text))
        if not found:
            break
        chosen = draw(st.sampled_from(found))
        words = [*SCALARS, *more, draw(st.sampled_from(found))[0]]
        text = text[: chosen.start()] + draw(st.sampled_from(words)) + text[chosen.end() :]
    return text


@st.composite
def repeated(draw: st.DrawFn, texts: st.SearchStrategy[str], most: int = 20_000) -> str:
    """Return one of the texts with a piece of it so often that a reader which is not linear takes too long."""
    text = draw(texts)
    start = draw(st.integers(0, len(text)))
    piece = draw(
        st.just(text[start : start + draw(st.integers(1, 8))]) | st.sampled_from(['"', "\\", "\n", "(", "a.", " "])
    )
    return text[:start] + piece * draw(st.integers(100, most)) + text[start:]
