"""The circumstances of a tournament: versions of programs, and the machine."""

import platform
from importlib.metadata import PackageNotFoundError, version

PACKAGES = ("mind-arena", "numba", "numpy", "chess")


def circumstances() -> dict[str, str]:
    """Return the versions of the programs that decide games, and the kind of machine."""
    return {
        **{package: _version(package) for package in PACKAGES},
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"
