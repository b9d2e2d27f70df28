"""Damaged copies of good texts: letters changed, lost, doubled or swapped, and pieces of other texts put in."""

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
