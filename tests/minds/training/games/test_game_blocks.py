"""Blocks of games hold what was put into them, and every other sequence of bytes is refused."""

import zlib

import pytest

from minds import Move
from minds.errors import TrainingError
from minds.training.games.blocks import CHECKSUM, HEAD, MARK, NUMBERS, UNSCORED, Game, Games, decode, encode, joined

START = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
TEXTS = {3: ["e2e4", "e7e5", "g1f3"], 70_000: ["a7a8n", "h8g8"], 5: []}
GAMES = [
    Game(3, "", [Move(text).notation_code for text in TEXTS[3]], [30, -29_999, UNSCORED], 2, 0),
    Game(70_000, START, [Move(text).notation_code for text in TEXTS[70_000]], [300, -300], 1, 7),
    Game(5, "", [], [], 0, 6),
]


def test_games_come_back() -> None:
    """Every column is read as it was written, and the end is known."""
    block = encode(GAMES)
    games, end = decode(b"before" + block + b"behind", 6)
    assert end == 6 + len(block)
    assert games.numbers.tolist() == [3, 70_000, 5]
    assert games.starts == ("", START, "")
    assert (games.results.tolist(), games.endings.tolist()) == ([2, 1, 0], [0, 7, 6])
    assert (games.begins.tolist(), games.ends.tolist()) == ([0, 3, 5], [3, 5, 5])
    assert games.targets.tolist() == [28, 36, 21, 56, 62]
    assert games.sources.tolist() == [12, 52, 6, 48 + 3 * 64, 63]  # a new knight
    assert games.scores.tolist() == [30, -29_999, UNSCORED, 300, -300]
    assert (games.plies, games.positions) == (5, 4)


def test_every_changed_byte_is_noticed() -> None:
    """No byte of a block can be changed, and none can be missing."""
    block = encode(GAMES)
    for at in range(len(block)):
        with pytest.raises(TrainingError, match="byte 0"):
            decode(block[:at] + bytes([block[at] ^ 4]) + block[at + 1 :])
        with pytest.raises(TrainingError, match="byte 0"):
            decode(block[:at])


def forged(content: bytes, games: int, plies: int, text: int) -> bytes:
    """A block with a right checksum."""
    stream = zlib.compress(content)
    numbers = NUMBERS.pack(len(stream), games, plies, text)
    return MARK + numbers + CHECKSUM.pack(zlib.crc32(stream, zlib.crc32(numbers))) + stream


def test_a_forged_block_is_refused() -> None:
    """Columns that do not fit together are refused, whatever their checksum."""
    content = bytes(8) + b"\x01\0" + bytes([2, 0]) + bytes([12, 28, 0, 0])  # two games, by mistake
    good = b"\0\0\0\0" + b"\x01\0" + bytes([2, 0]) + bytes([12, 28, 0, 0])
    assert decode(forged(good, 1, 1, 0))[0].plies == 1
    for wrong, games, plies, text in (
        (content, 1, 1, 0),  # longer than its head says
        (good[:-1], 1, 1, 0),  # shorter
        (good.replace(b"\x02\0", b"\x03\0"), 1, 1, 0),  # a result of 3
        (good.replace(b"\x02\0", b"\x02\x09"), 1, 1, 0),  # an unknown ending
        (good.replace(b"\x1c", b"\x40"), 1, 1, 0),  # square 64
        (good.replace(b"\x01\0", b"\x02\0"), 1, 1, 0),  # more plies in the game than in the block
        (good + b"a\nb", 1, 1, 3),  # two starts of one game
        (good + b"\xff", 1, 1, 1),  # no ASCII
        (good, 1 << 31, 1, 0),
        (good, 1, 1 << 31, 0),
        (good, 1, 1, 1 << 31),
    ):
        with pytest.raises(TrainingError):
            decode(forged(wrong, games, plies, text))


def test_a_stream_is_not_followed_beyond_its_size() -> None:
    """A stream of sixteen megabytes that calls itself small is given up at once."""
    bomb = forged(bytes(16 << 20), 1, 1, 0)
    assert len(bomb) < 1 << 20
    with pytest.raises(TrainingError, match="expected 12 bytes"):
        decode(bomb)


def test_blocks_are_joined_by_numbers() -> None:
    """Games come in the order of their numbers, and each number once."""
    parts = [decode(encode(games))[0] for games in (GAMES[:2], GAMES[2:], [GAMES[0]._replace(result=0)])]
    games = joined(parts)
    assert games.numbers.tolist() == [3, 5, 70_000]
    assert games.starts == ("", "", START)
    assert games.results.tolist() == [2, 0, 1]
    assert moves(games, 2) == [(48 + 3 * 64, 56), (63, 62)]
    assert joined([]).numbers.size == 0


def moves(games: Games, place: int) -> list[tuple[int, int]]:
    """The moves of a game, as they are stored."""
    plies = slice(games.begins[place], games.ends[place])
    return list(zip(games.sources[plies].tolist(), games.targets[plies].tolist(), strict=True))


def test_the_head_is_as_documented() -> None:
    """A head has 24 bytes."""
    assert HEAD.size == 24
