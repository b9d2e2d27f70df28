"""Entering: read a spec's files once, and find the version by which the mind is known from then on."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from arena.entrants.bundle import Bundle, bundle_file, bundle_folder
from arena.entrants.entrant import Entrant
from arena.entrants.revision import bundle_at
from arena.entrants.version import version_of
from arena.errors import EntrantError
from minds.errors import quoted
from minds.registry import Spec, check, own_folder, read_spec

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/etc", "/dev", "/proc", "/sys")
PROGRAM_FOLDERS = ("bin", "sbin")  # an interpreter in a virtual environment is not part of a submission


def enter(text: str, name: str = "", author: str = "") -> tuple[Entrant, Bundle | None]:
    """Return the entrant of a spec, and its bundle if it has files of its own.

    The name may be empty; `unique_names` finds the names of a whole tournament.
    """
    spec = read_spec(text)
    bundle, runs = _bundle_of(spec)
    digest = bundle.digest if bundle is not None else ""
    return Entrant(name, text, author, version_of(spec, digest), digest, runs), bundle


def _bundle_of(spec: Spec) -> tuple[Bundle | None, str]:
    """Return the files of a stranger's mind, or those a house mind names, and the spec by which it plays from them."""
    if spec.kind == "file":
        return _bundle_python(spec)
    if spec.kind == "cmd":
        return _bundle_command(spec)
    return _bundle_named(spec) if spec.files else (None, "")


def _bundle_named(spec: Spec) -> tuple[Bundle, str]:
    """Bundle the book of openings and the network that a house mind names."""
    check(spec.text)
    paths = {name: Path(path).resolve() for name, path in spec.files.items()}
    bundle = _merged([bundle_file(path) for path in dict.fromkeys(paths.values())])
    return bundle, spec.with_files({name: path.name for name, path in paths.items()})


def _bundle_python(spec: Spec) -> tuple[Bundle, str]:
    path = Path(spec.target)
    parameters = ",".join(f"{name}={value}" for name, value in spec.parameters.items())
    runs = ":".join(part for part in (path.name, spec.mind, parameters) if part)
    folder = own_folder(path.resolve())
    if spec.revision:
        return bundle_at(path, spec.revision, whole_folder=folder is not None), runs
    return (bundle_folder(folder) if folder is not None else bundle_file(path)), runs


def _bundle_command(spec: Spec) -> tuple[Bundle | None, str]:
    """Bundle the files that a command names, or the folder that one of them has for itself."""
    words = shlex.split(spec.target)
    submitted = dict(_submitted(words))
    if not submitted:
        return None, ""
    folders = {folder for path in submitted.values() if (folder := own_folder(path)) is not None}
    if len(folders) > 1:
        raise EntrantError(f"{quoted(spec.text)} names files of {len(folders)} folders; expected those of one")
    if folders:
        (folder,) = folders
        names = {place: _below(path, folder) for place, path in submitted.items()}
        bundle = bundle_folder(folder)
    else:
        names = {place: path.name for place, path in submitted.items()}
        bundle = _merged([bundle_file(path) for path in dict.fromkeys(submitted.values())])
    runs = [f"./{names[place]}" if place in names else word for place, word in enumerate(words)]
    return bundle, f"cmd:{shlex.join(runs)}"


def _submitted(words: list[str]) -> Iterator[tuple[int, Path]]:
    """Yield the words of a command that name submitted files, not the system's programs."""
    for place, word in enumerate(words):
        try:
            path = Path(word).resolve()
            is_file = path.is_file()
        except (OSError, ValueError):
            continue
        in_system = any(path.is_relative_to(folder) for folder in SYSTEM)
        is_program = place == 0 and ("/" not in word or Path(word).absolute().parent.name in PROGRAM_FOLDERS)
        if is_file and not in_system and not is_program:
            yield place, path


def _below(path: Path, folder: Path) -> str:
    if not path.is_relative_to(folder):
        raise EntrantError(f"{quoted(str(path))} is not in {quoted(str(folder))}; expected files of one folder")
    return path.relative_to(folder).as_posix()


def _merged(bundles: list[Bundle]) -> Bundle:
    files = sorted((file for bundle in bundles for file in bundle.files), key=lambda file: file.path)
    names = [file.path for file in files]
    if len(set(names)) < len(names):
        raise EntrantError(f"two files are called the same: {', '.join(names)}")
    return Bundle(tuple(files))
