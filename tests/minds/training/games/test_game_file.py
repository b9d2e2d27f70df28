"""A file of games keeps every whole block, whatever happens to the rest of it."""

from pathlib import Path

import pytest

from minds import Move
from minds.errors import TrainingError
from minds.training.games.blocks import Game, decode, encode
from minds.training.games.file import Content, is_games, read_games, writing
from minds.training.games.settings import Settings, read_settings

SETTINGS = Settings("champion", nodes=10, seed=7)


def block(number: int) -> bytes:
    """A block with one game."""
    return encode([Game(number, "", [Move("e2e4").notation_code] * number, [number] * number, 1, 0)])


def write(path: Path, *numbers: int) -> None:
    """Add games to a file, a block each."""
    with writing(path, SETTINGS) as writer:
        for number in numbers:
            writer.add(block(number), decode(block(number))[0])


def numbers_in(content: Content) -> list[int]:
    return content.games.numbers.tolist()


def test_games_are_added_at_any_time(tmp_path: Path) -> None:
    """A file that is opened again keeps its games, and takes others."""
    path = tmp_path / "my.games"
    write(path, 5, 1)
    write(path, 3)
    content = read_games(path)
    assert (numbers_in(content), content.settings, content.damages) == ([1, 3, 5], SETTINGS, ())
    assert content.end == path.stat().st_size
    assert is_games(path)


def test_a_file_can_be_cut_anywhere(tmp_path: Path) -> None:
    """Of a file that ends too early all whole blocks are read, and what is added later is whole, too."""
    path = tmp_path / "cut.games"
    write(path, 1, 2)
    whole = path.read_bytes()
    ends = [len(SETTINGS.to_line()), len(whole) - len(block(2)), len(whole)]
    for length in sorted({*range(0, len(whole), 9), *ends}):
        path.write_bytes(whole[:length])
        kept = [number for number, end in zip((1, 2), ends[1:], strict=True) if end <= length]
        if length >= ends[0]:
            content = read_games(path)
            assert numbers_in(content) == kept
            assert bool(content.damages) == (length not in ends)
        write(path, 9)
        assert numbers_in(read_games(path)) == [*kept, 9]


def test_damage_costs_one_block(tmp_path: Path) -> None:
    """A damaged block is named and left out; those behind it are read, and more can be added."""
    path = tmp_path / "damaged.games"
    write(path, 1, 2, 3)
    content = bytearray(path.read_bytes())
    second = len(SETTINGS.to_line()) + len(block(1))
    for at in (second, second + 5, second + 30):
        content[at] ^= 0xFF
        path.write_bytes(content)
        found = read_games(path)
        assert numbers_in(found) == [1, 3]
        assert "byte" in found.damages[0]
        content[at] ^= 0xFF
    write(path, 2)
    assert numbers_in(read_games(path)) == [1, 2, 3]


def test_a_file_full_of_damage_is_given_up(tmp_path: Path) -> None:
    """A file that pretends to hold a block at every place costs no more than a thousand looks."""
    path = tmp_path / "hostile.games"
    path.write_bytes(SETTINGS.to_line() + b"game" * 100_000)
    with pytest.raises(TrainingError, match="more than 1,000 damaged places"):
        read_games(path)


def test_other_files_are_refused(tmp_path: Path) -> None:
    """What is not a file of games is said not to be one, and is left as it is."""
    path = tmp_path / "other"
    for content in (b"1. e4 e5\n", b"{}\n", b"\xff" * 9000, SETTINGS.to_line().replace(b"10", b"-1")):
        path.write_bytes(content)
        with pytest.raises(TrainingError, match="is not a file of games"):
            read_games(path)
        with pytest.raises(TrainingError, match="is not a file of games"):
            write(path, 1)
        assert path.read_bytes() == content
    with pytest.raises(TrainingError, match="cannot be read"):
        read_games(tmp_path / "missing")
    with pytest.raises(TrainingError, match="cannot be written"):
        write(tmp_path / "missing" / "my.games", 1)


def test_settings_are_kept(tmp_path: Path) -> None:
    """Games by other settings do not go into the same file; the error names the setting."""
    path = tmp_path / "my.games"
    write(path, 1)
    other = Settings("champion", nodes=11, seed=7)
    with pytest.raises(TrainingError, match="nodes 10, not 11"), writing(path, other):
        pass
    assert read_settings(SETTINGS.to_line()) == SETTINGS


def test_one_process_writes(tmp_path: Path) -> None:
    """While a file is being written, nobody else can write to it, but anybody can read it."""
    path = tmp_path / "my.games"
    with writing(path, SETTINGS) as writer:
        writer.add(block(1), decode(block(1))[0])
        assert numbers_in(read_games(path)) == [1]
        with pytest.raises(TrainingError, match="written by another process"):
            write(path, 2)
