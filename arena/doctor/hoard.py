"""The bait's files: secrets, a store, another's mind; whatever is done to them is seen, and undone."""

import os
import shutil
import stat
from pathlib import Path
from typing import Any

SHARED = Path("/dev/shm")


class Hoard:
    """A folder of files that nobody but its owner should see, read or change."""

    def __init__(self, folder: Path, secret: str, token: str, own: Path) -> None:
        self.folder, self.token, self.own = folder, token, own
        self.files = {
            "secret": (folder / "home" / "secret.txt", f"{secret}\n", 0o600),
            "key": (folder / "home" / ".ssh" / "id_bait", f"-----BEGIN BAIT-----\n{secret}\n", 0o600),
            "store": (folder / "store" / "arena.sqlite", f"SQLite format 3\0{secret}", 0o644),
            "other": (folder / "other" / "mind.py", f'"""Another\'s mind."""\n\nSECRET = "{secret}"\n', 0o644),
            "program": (folder / "program", "\x7fNo program at all", 0o755),
        }
        self.folders = {"tmp": folder / "tmp", "mount": folder / "mount"}
        self.seen: dict[str, Any] = {}
        self.fill()

    def told(self) -> dict[str, str]:
        """Where everything is."""
        paths = {name: path for name, (path, _, _) in self.files.items()} | self.folders
        return {"folder": str(self.folder)} | {name: str(path) for name, path in paths.items()}

    def fill(self) -> None:
        """Everything as it should be, whatever has become of it."""
        for path in self.folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif not path.is_socket():  # a listener's, which has no other
                path.unlink()
        for folder in self.folders.values():
            folder.mkdir()
        for path, text, mode in self.files.values():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            path.chmod(mode)
        self.seen = self._look()

    def harm(self) -> list[str]:
        """What has changed since this was last asked; it is put right."""
        now = self._look()
        said = [f"{name} vanished" for name in self.seen if name not in now]
        said += [f"{name} appeared" for name in now if name not in self.seen]
        changed = [name for name in now if name in self.seen and now[name] != self.seen[name]]
        files = [name for name in changed if not (self.folder / name).is_dir()]
        # A folder's times say no more than its entries do, unless a file has come and gone.
        said += [f"{name} changed" for name in files or (changed if not said else [])]
        if said:
            self.fill()
        return said + self.sweep()

    def _look(self) -> dict[str, Any]:
        """What can be seen of each file without reading it."""
        paths = [self.folder, *self.folder.rglob("*")]
        return {str(path.relative_to(self.folder)): _features(path) for path in paths}

    def sweep(self) -> list[str]:
        """Remove what an attack has left beside its own files or in shared memory, and name it."""
        left = [path for place in (self.own, SHARED) if place.is_dir() for path in place.glob(f"*{self.token}*")]
        for path in left:
            path.unlink(missing_ok=True)
        return [f"{path} appeared" for path in left]


def _features(path: Path) -> tuple[int, ...]:
    """Its kind and rights, owner, size and times: whatever is done to a file, its ctime tells."""
    told = os.lstat(path)
    size = 0 if stat.S_ISDIR(told.st_mode) else told.st_size
    return (told.st_mode, told.st_uid, told.st_gid, told.st_ino, size, told.st_mtime_ns, told.st_ctime_ns)
