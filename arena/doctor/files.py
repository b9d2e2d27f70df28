"""The bait's files: secrets, a store, another mind. Every change to them is noticed and undone."""

import os
import shutil
import stat
from pathlib import Path
from typing import Any

SHARED = Path("/dev/shm")


class BaitFiles:
    """A folder of files that an attacker must not see, read or change."""

    def __init__(self, folder: Path, secret: str, token: str, own: Path) -> None:
        self.folder, self.token, self.own = folder, token, own
        self.files = {
            "secret": (folder / "home" / "secret.txt", f"{secret}\n", 0o600),
            "key": (folder / "home" / ".ssh" / "id_bait", f"-----BEGIN BAIT-----\n{secret}\n", 0o600),
            "store": (folder / "store" / "arena.sqlite", f"SQLite format 3\0{secret}", 0o644),
            "other": (folder / "other" / "mind.py", f'"""Another\'s mind."""\n\nSECRET = "{secret}"\n', 0o644),
            "program": (folder / "program", "\x7fNot a program", 0o755),
        }
        self.folders = {"tmp": folder / "tmp", "mount": folder / "mount"}
        self.before: dict[str, Any] = {}
        self.restore()

    def paths(self) -> dict[str, str]:
        """Return the path of each file and folder."""
        paths = {name: path for name, (path, _, _) in self.files.items()} | self.folders
        return {"folder": str(self.folder)} | {name: str(path) for name, path in paths.items()}

    def restore(self) -> None:
        """Write all files anew, and remove everything else."""
        for path in self.folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif not path.is_socket():  # the listener needs its socket
                path.unlink()
        for folder in self.folders.values():
            folder.mkdir()
        for path, text, mode in self.files.values():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            path.chmod(mode)
        self.before = self._features_by_path()

    def damage(self) -> list[str]:
        """Return what changed since the last call, and restore it."""
        before, now = self.before, self._features_by_path()
        found = [f"{name} vanished" for name in before if name not in now]
        found += [f"{name} appeared" for name in now if name not in before]
        changed = [name for name in now if name in before and now[name] != before[name]]
        files = [name for name in changed if not (self.folder / name).is_dir()]
        # A folder's times add nothing to its entries, unless a file has come and gone.
        found += [f"{name} changed" for name in files or (changed if not found else [])]
        if found:
            self.restore()
        return found + self.remove_leftovers()

    def _features_by_path(self) -> dict[str, Any]:
        paths = [self.folder, *self.folder.rglob("*")]
        return {str(path.relative_to(self.folder)): _features(path) for path in paths}

    def remove_leftovers(self) -> list[str]:
        """Remove the files that an attack left in its own folder or in shared memory, and name them."""
        left = [path for place in (self.own, SHARED) if place.is_dir() for path in place.glob(f"*{self.token}*")]
        for path in left:
            path.unlink(missing_ok=True)
        return [f"{path} appeared" for path in left]


def _features(path: Path) -> tuple[int, ...]:
    """Return a file's kind and permissions, owner, size and times. Any change to a file changes its ctime."""
    status = os.lstat(path)
    size = 0 if stat.S_ISDIR(status.st_mode) else status.st_size
    return (status.st_mode, status.st_uid, status.st_gid, status.st_ino, size, status.st_mtime_ns, status.st_ctime_ns)
