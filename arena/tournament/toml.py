"""Read TOML files of anybody's: what would take the standard library very long to read is rejected."""

import re
import tomllib
from pathlib import Path
from typing import Any

MAX_FILE_BYTES = 1_000_000
MAX_DOTS = 20  # in one key, which takes a time that grows with their square
STRINGS_AND_COMMENTS = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' r"'''.*?'{3,5}|" r'"(?:\\.|[^"\\\n])*"|' r"'[^'\n]*'|#[^\n]*", re.DOTALL
)
ENDS_OF_KEYS = re.compile(r"[\n=\[\]{},]")


def read_toml(path: Path) -> dict[str, Any]:
    """Return the fields of a file; raise OSError if it cannot be read, and ValueError if it is not acceptable TOML."""
    with path.open("rb") as file:
        content = file.read(MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise ValueError(f"longer than {MAX_FILE_BYTES} bytes")
    text = content.decode()
    keys = ENDS_OF_KEYS.split(STRINGS_AND_COMMENTS.sub("", text))
    if any(key.count(".") > MAX_DOTS for key in keys):
        raise ValueError(f"a key with more than {MAX_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("values within values within values") from None
