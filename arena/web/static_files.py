"""The style sheets, scripts and pictures of the pages, at addresses that change with them."""

import hashlib
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
DIGEST_SIZE = 8


@cache
def digest() -> str:
    """Return a digest of all files: scripts import each other, so that they have one address together."""
    found = hashlib.blake2b(digest_size=DIGEST_SIZE)
    for path in sorted(FOLDER.iterdir()):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def static_url(name: str) -> str:
    """Return the address of a file, by which it never changes."""
    return f"/static/{digest()}/{name}"


class Static(StaticFiles):
    """The files, each also at its address with the digest, where browsers may keep it for ever."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file."""
        first, _, rest = path.replace("\\", "/").partition("/")
        if first != digest():
            return await super().get_response(path, scope)
        response = await super().get_response(rest, scope)
        response.headers["Cache-Control"] = FOREVER
        return response
