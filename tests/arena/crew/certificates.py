"""The certificate of a crew, made by the commands of its page."""

import shlex
import subprocess
from pathlib import Path

from tests.conftest import block_of

PAGE = "arena/crew/README.md"


def settings_in(folder: Path) -> dict[str, str]:
    """Make a certificate by the page's command; return the settings that the page's script makes of it."""
    folder.mkdir()
    (command,) = (line for line in block_of(PAGE, "console", 1).splitlines() if "openssl" in line)
    subprocess.run(shlex.split(command)[1:], cwd=folder, capture_output=True, check=True)
    script = f"{block_of(PAGE, 'bash')}\nenv"
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    found = (line.partition("=") for line in done.stdout.splitlines())
    return {name: value for name, _, value in found if name.startswith("DASK_")}
