"""Bundles: what goes in, what is refused, and that the same files always have the same digest."""

import os
import socket
import zlib
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.entrants.bundle import MAX_BYTES, Bundle, BundledFile, bundle_file, bundle_folder, unpack
from arena.errors import EntrantError
from tests.drills.bounded import memory_peak

PATHS = st.from_regex(r"([a-z]{1,8}/){0,2}[a-z]{1,8}\.py", fullmatch=True)
FILE = st.builds(BundledFile, PATHS, st.booleans(), st.binary(max_size=200))
FILES = st.lists(FILE, max_size=5, unique_by=lambda file: file.path)


@given(FILES)
def test_a_bundle_survives_packing(files: list[BundledFile]) -> None:
    """A packed bundle unpacks to the same files and the same digest."""
    bundle = Bundle(tuple(files))
    assert unpack(bundle.pack(), bundle.digest) == bundle


@given(st.binary(max_size=300))
def test_damaged_bytes_are_refused(packed: bytes) -> None:
    """Bytes that are no bundle raise an EntrantError."""
    with pytest.raises(EntrantError, match="damaged"):
        unpack(packed, "0" * 32)


def test_a_bundle_that_leads_out_is_refused() -> None:
    """A path with .. in it is never unpacked."""
    for path in ("../x", "/etc/passwd", "a/../../b", "a\nb", ""):
        bundle = Bundle((BundledFile(path, False, b""),))
        with pytest.raises(EntrantError, match="below its folder"):
            unpack(bundle.pack(), bundle.digest)


def test_the_digest_depends_on_files_alone(tmp_path: Path) -> None:
    """Two folders with the same files have one digest, whatever their dates, order and modes."""
    for name, order in (("one", ("mind.py", "data.txt")), ("other", ("data.txt", "mind.py"))):
        (tmp_path / name).mkdir()
        for file in order:
            (tmp_path / name / file).write_text(file)
    os.utime(tmp_path / "one" / "mind.py", (1, 1))
    (tmp_path / "one" / "data.txt").chmod(0o600)
    digests = {bundle_folder(tmp_path / name).digest for name in ("one", "other")}
    assert len(digests) == 1
    (tmp_path / "one" / "data.txt").write_text("changed")
    assert bundle_folder(tmp_path / "one").digest not in digests


def test_what_tools_leave_is_left_out(tmp_path: Path) -> None:
    """Hidden files, caches, virtual environments and the neighbours of a single file are left out."""
    for path in ("mind.py", "lib/help.py", ".git/config", "__pycache__/mind.pyc", "mine/pyvenv.cfg", "mine/bin/python"):
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).write_text(path)
    assert [file.path for file in bundle_folder(tmp_path).files] == ["lib/help.py", "mind.py"]
    assert [file.path for file in bundle_file(tmp_path / "mind.py").files] == ["mind.py"]


def test_a_link_inside_becomes_its_file(tmp_path: Path) -> None:
    """A link to a neighbour is stored as that neighbour's content."""
    (tmp_path / "data.txt").write_text("data")
    (tmp_path / "mind.py").symlink_to("data.txt")
    assert bundle_folder(tmp_path).files[1] == BundledFile("mind.py", False, b"data")


def hostile_link(folder: Path) -> None:
    (folder / "secret").symlink_to("/etc/passwd")


def hostile_pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe")


def hostile_socket(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(folder / "socket"))


def hostile_number(folder: Path) -> None:
    for number in range(10_000):
        (folder / f"{number}.txt").touch()


def hostile_giant(folder: Path) -> None:
    with (folder / "giant").open("wb") as file:
        file.truncate(1 << 30)


def hostile_sum(folder: Path) -> None:
    for name in "ab":
        (folder / name).write_bytes(b"x" * (MAX_BYTES // 2 + 1))


def hostile_name(folder: Path) -> None:
    (folder / "two\nlines").touch()


def hostile_encoding(folder: Path) -> None:
    (folder / os.fsdecode(b"\xff\xfe")).touch()


def hostile_folders(folder: Path) -> None:
    for number in range(6000):
        (folder / f"d{number}").mkdir()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (hostile_link, "leads out"),
        (hostile_pipe, "is no file"),
        (hostile_socket, "cannot be read"),
        (hostile_number, "more than"),
        (hostile_giant, "more than 16 MiB"),
        (hostile_sum, "more than 16 MiB"),
        (hostile_name, "printable name"),
        (hostile_encoding, "printable name"),
        (hostile_folders, "files and folders"),
    ],
)
def test_hostile_folders_are_refused(make: "object", reason: str, tmp_path: Path) -> None:
    """Links, devices, floods, giants and odd names are refused with a message in one line."""
    (tmp_path / "mind.py").write_text("x = 1")
    make(tmp_path)  # type: ignore[operator]
    with pytest.raises(EntrantError, match=reason) as caught:
        bundle_folder(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "paths", [["a", "a"], ["./a"], ["a/."], ["a//b"], ["x" * 201], ["a"] * 201, ["a", "a-b", "a/b"]]
)
def test_packed_files_have_paths_of_their_own(paths: list[str]) -> None:
    """A packed bundle has at most 200 files, each under one path as it is usually written."""
    bundle = Bundle(tuple(BundledFile(path, False, b"") for path in paths))
    with pytest.raises(EntrantError, match=r"same path|below its folder|of length <= 200|as a file and as a folder"):
        unpack(bundle.pack(), bundle.digest)


def test_millions_of_packed_files_are_rejected_unread() -> None:
    """A small text that stands for millions of files takes no memory."""
    packed = zlib.compress(msgspec.msgpack.encode([[["a", False, b""]] * 2_000_000]))
    before = memory_peak()
    with pytest.raises(EntrantError, match="of length <= 200"):
        unpack(packed, "0" * 32)
    assert memory_peak() - before < 50


def test_a_link_to_itself_cannot_be_entered(tmp_path: Path) -> None:
    """A link that leads nowhere is an error with its name, not a traceback."""
    (tmp_path / "mind.py").symlink_to("mind.py")
    with pytest.raises(EntrantError, match=r"'mind\.py' cannot be read: Too many levels"):
        bundle_folder(tmp_path)


def test_a_link_to_a_folder_cannot_be_entered(tmp_path: Path) -> None:
    """A link to a folder beside it is an error with its name, and leaves no file open."""
    (tmp_path / "data").mkdir()
    (tmp_path / "mind.py").symlink_to("data")
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(EntrantError, match=r"'mind\.py' is no file"):
        bundle_folder(tmp_path)
    assert len(os.listdir("/proc/self/fd")) == before
