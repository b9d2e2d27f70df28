"""Kinds of damage that a disk, a cable or a careless copy does to a file."""

from collections.abc import Callable
from pathlib import Path
from random import Random

PAGE, SECTOR = 4096, 512

Change = Callable[[bytearray, Random], str]  # changes the content, and says how


def flip_bit(content: bytearray, random: Random) -> str:
    """Flip one bit."""
    place, bit = random.randrange(len(content)), random.randrange(8)
    content[place] ^= 1 << bit
    return f"bit {bit} of byte {place} flipped"


def truncate(content: bytearray, random: Random) -> str:
    """Cut the end off."""
    length = random.randrange(len(content))
    del content[length:]
    return f"cut to {length} bytes"


def zero_page(content: bytearray, random: Random) -> str:
    """Fill one page with zeros."""
    start = random.randrange(0, len(content), PAGE)
    content[start : start + PAGE] = bytes(len(content[start : start + PAGE]))
    return f"page at {start} zeroed"


def swap_pages(content: bytearray, random: Random) -> str:
    """Exchange two pages, or the halves of a shorter file."""
    size = min(PAGE, len(content) // 2)
    if size == 0:
        return flip_bit(content, random)
    one, other = sorted(random.sample(range(len(content) // size), 2))
    one, other = one * size, other * size
    content[one : one + size], content[other : other + size] = content[other : other + size], content[one : one + size]
    return f"pages at {one} and {other} swapped"


def fill_sector(content: bytearray, random: Random) -> str:
    """Fill one sector with random bytes."""
    start = random.randrange(0, len(content), SECTOR)
    length = len(content[start : start + SECTOR])
    content[start : start + length] = random.randbytes(length)
    return f"sector at {start} filled"


KINDS: tuple[Change, ...] = (flip_bit, flip_bit, flip_bit, truncate, zero_page, swap_pages, fill_sector)


def damage(path: Path, random: Random) -> str:
    """Damage a file until it differs; say how."""
    before, mode = path.read_bytes(), path.stat().st_mode
    while True:
        content = bytearray(before)
        said = random.choice(KINDS)(content, random)
        if content != before:
            break
    path.chmod(0o644)
    path.write_bytes(content)
    path.chmod(mode)
    return f"{path.name}: {said}"
