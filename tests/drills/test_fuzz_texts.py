"""Every fuzzer of texts runs for a moment; `python -m tests.drills.fuzz_texts` runs them for minutes."""

import pytest

from tests.drills.fuzz_texts import NAMES, fuzz, fuzzer, try_some
from tests.drills.texts import fens


@pytest.mark.parametrize("name", NAMES)
def test_a_reader_stands_some_inputs(name: str) -> None:
    """No input of the fuzzer is read wrongly."""
    try_some(fuzzer(name), 40)


def test_a_wrong_reading_is_counted_and_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An input that fails is reported with its text, and the fuzzer ends after a few of them."""

    def check(text: str) -> bool:
        assert "K" not in text
        return True

    monkeypatch.setattr(fens, "check", check)
    counts = fuzz("fens", 60)
    assert counts["tried"] > counts["wrong"] == 5
    assert "'K' is contained here" in capsys.readouterr().out
