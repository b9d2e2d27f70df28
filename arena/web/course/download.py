"""A file that is made while a browser takes it, so that it is never whole in memory or on the disk."""

import asyncio
import logging
from collections.abc import Generator
from itertools import chain

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from arena.errors import ArenaError

LOG = logging.getLogger(__name__)
MAX_SECONDS = 3600.0  # in which it must be taken


class Download(StreamingResponse):
    """Sends the pieces of a file; what fails before the first piece is raised at once.

    After it the answer ends early, and the server closes the connection: a browser calls that a failed download.
    """

    def __init__(self, name: str, kind: str, pieces: Generator[bytes]) -> None:
        self.name, self.pieces = name, pieces
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        super().__init__(chain([next(pieces)], pieces), headers=headers, media_type=kind)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file, and end its making however that goes."""
        try:
            async with asyncio.timeout(MAX_SECONDS):
                await super().__call__(scope, receive, send)
        except (ClientDisconnect, asyncio.CancelledError):
            pass  # nobody takes it any more: the browser has left, or the server stops
        except (ArenaError, TimeoutError) as problem:
            LOG.error(f"arena: {self.name} is not sent: {problem or f'it took more than {MAX_SECONDS:g} s'}")
        finally:
            with anyio.CancelScope(shield=True):
                await run_in_threadpool(self.pieces.close)
