"""Portable tournaments: whatever is in their files, a store is made of them, or an error says that they are damaged."""

import base64
import gzip
import shutil
import tempfile
from pathlib import Path

import chess
import msgspec
from hypothesis import strategies as st

from arena.analyse.judgement import Judge, Judgement
from arena.entrants.bundle import Bundle, BundledFile
from arena.entrants.entrant import Entrant
from arena.errors import StoreError
from arena.store.portable import Heading, Judged, OpeningsText, PackedBundle, export, rebuild
from arena.store.store import FILE, open_store
from tests.drills.texts.bundles import damaged
from tests.drills.texts.mutations import reworded
from world.api import Ending
from world.record import Ply, Record

PLAN = 'minds = ["ann=greedy-search", "bob=minimax"]\n'
BUNDLE = Bundle((BundledFile("mind.py", False, b"x"),))
RECORD = Record(
    "chess", 1, chess.STARTING_FEN, ("ann", "bob"), (Ply(0, "12,28"), Ply(1, "52,36", thoughts={"depth": 1, "x": []})),
    Ending("max plies", (0.5, 0.5)), seed=3, round="1.1", name="001-002-00001a", layers=("", "x"), memories=("m", ""),
)  # fmt: skip
HEADING = Heading((Entrant("ann", "greedy-search"), Entrant("bob", "minimax", bundle=BUNDLE.digest)), {"host": "h"})
PARTS = [
    msgspec.json.encode(HEADING).decode(),
    msgspec.json.encode(OpeningsText("x")).decode(),
    msgspec.json.encode(PackedBundle(BUNDLE.digest, base64.b64encode(BUNDLE.pack()).decode())).decode(),
    msgspec.json.encode(Judged(Judge("uci:x", "v", 9), (Judgement(chess.STARTING_FEN, "12,28", 31),))).decode(),
    RECORD.to_json(),
    RECORD.to_json().replace("1a", "1b").replace('["ann","bob"]', '["bob","ann"]'),
]
FOLDER = tempfile.TemporaryDirectory(prefix="portable-")


@st.composite
def files(draw: st.DrawFn) -> tuple[str, bytes]:
    """Return a plan and a part, of which one or two things are odd: lines, their number, the plan, or bytes."""
    lines, kinds = [*PARTS], draw(st.sets(st.sampled_from(["line", "lines", "plan", "bytes"]), max_size=2))
    place = draw(st.integers(0, len(lines) - 1))
    if "line" in kinds:
        lines[place] = draw(reworded(st.just(lines[place]), most=1))
    if "lines" in kinds:
        lines[place : place + 1] = lines[place : place + 1] * draw(st.sampled_from([0, 2]))
    part = gzip.compress("".join(f"{line}\n" for line in lines).encode(errors="replace"), mtime=0)
    plan = draw(reworded(st.just(f"{PLAN}games = 4\nseed = 3\n"))) if "plan" in kinds else PLAN
    return plan, draw(damaged(part)) if "bytes" in kinds else part


TEXTS = files()


def check(given: tuple[str, bytes]) -> bool:
    """Rebuild a tournament; write and rebuild it again."""
    root = Path(tempfile.mkdtemp(dir=FOLDER.name))
    try:
        return _check(root, *given)
    finally:
        shutil.rmtree(root)


def _check(root: Path, plan: str, part: bytes) -> bool:
    (root / "plan.toml").write_text(plan, encoding="utf-8")
    (root / "records-0001.jsonl.gz").write_bytes(part)
    into = root / "into"
    try:
        rebuild(root, into)
    except StoreError as error:
        assert len(str(error)) < 2000
        assert not (into / FILE).exists()
        return False
    with open_store(into) as store:
        records = list(store.records())
        export(store, root / "again")
    rebuild(root / "again", root / "third")
    with open_store(root / "third") as store:
        assert list(store.records()) == records
    return True
