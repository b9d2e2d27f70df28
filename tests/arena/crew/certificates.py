"""The certificate of a crew, made by the commands of its page."""

import shlex
import subprocess
from pathlib import Path

from tests.conftest import block_of

PAGE = "arena/crew/README.md"


def make_certificate(folder: Path) -> None:
    """Make crew.pem by the page's command, and save crew.sh beside it."""
    (command,) = (line for line in block_of(PAGE, "console", 1).splitlines() if "openssl" in line)
    subprocess.run(shlex.split(command)[1:], cwd=folder, capture_output=True, check=True)
    (folder / "crew.sh").write_text(block_of(PAGE, "bash"), encoding="utf-8")


def settings_in(folder: Path) -> dict[str, str]:
    """Make a certificate in a new folder; return its settings."""
    folder.mkdir()
    make_certificate(folder)
    return settings_of(folder)


def settings_of(folder: Path) -> dict[str, str]:
    """Return the settings that crew.sh makes in a shell in its folder."""
    script = "source crew.sh && env"
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    found = (line.partition("=") for line in done.stdout.splitlines())
    return {name: value for name, _, value in found if name.startswith("DASK_")}
