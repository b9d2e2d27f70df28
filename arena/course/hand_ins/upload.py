"""Files as a browser sends them, one, several or a folder, made into a bundle as `arena submit` makes it.

Hidden files, caches and virtual environments are left out, as at home. Nothing is unpacked.
"""

from collections.abc import Iterable, Sequence

from arena.entrants.bundle import MAX_BYTES, MAX_FILES, Bundle, BundledFile, check_paths, is_left_out
from arena.errors import EntrantError
from minds.errors import quoted

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2")
ENVIRONMENT = "pyvenv.cfg"  # marks a folder as a virtual environment


def bundle_of(sent: Iterable[tuple[str, bytes]]) -> Bundle:
    """Return the bundle of files, given as paths and contents; raise EntrantError if they make none."""
    found = list(sent)
    if not found:
        raise EntrantError("no file was chosen; expected a Python file, several files, or a folder")
    check_paths(Bundle(tuple(BundledFile(path, False, b"") for path, _ in found)))
    top = _folder_of_all([path for path, _ in found])
    files = [(path.removeprefix(top), content) for path, content in found]
    environments = tuple(path.removesuffix(ENVIRONMENT) for path, _ in files if path.endswith(f"/{ENVIRONMENT}"))
    kept = [BundledFile(path, False, content) for path, content in files if _is_kept(path, environments)]
    _check(kept)
    return Bundle(tuple(sorted(kept, key=lambda file: file.path)))


def _folder_of_all(paths: Sequence[str]) -> str:
    """Return the folder that was chosen, with a slash, if all files are in one; else ""."""
    tops = {path.partition("/")[0] for path in paths}
    return f"{tops.pop()}/" if len(tops) == 1 and all("/" in path for path in paths) else ""


def _is_kept(path: str, environments: tuple[str, ...]) -> bool:
    return not (is_left_out(path) or path.startswith(environments))


def _check(files: Sequence[BundledFile]) -> None:
    if not files:
        raise EntrantError("all files that were chosen are hidden ones or caches; expected a Python file among them")
    if len(files) > MAX_FILES:
        raise EntrantError(f"{len(files)} files; expected at most {MAX_FILES}")
    if sum(len(file.content) for file in files) > MAX_BYTES:
        raise EntrantError(f"more than {MAX_BYTES >> 20} MiB; expected at most so much")
    for file in files:
        if len(files) == 1 and file.path.lower().endswith(ARCHIVES):
            step = "expected the files themselves, or the folder that they are in"
            raise EntrantError(f"{quoted(file.path)} is an archive, and nothing is unpacked here; {step}")
