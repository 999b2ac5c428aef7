"""Downloads of finished files."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx

from ..errors import FramewrightError
from ..files import Target
from ..timing import async_blocking, async_pause
from .transport import AsyncTransport, Call

_IDLE_S = 30.0
_MAX_FRUITLESS = 5
"""Number of connections in a row that broke without delivering a byte."""
_DELAY_S = 1.0


async def download_to(transport: AsyncTransport, url: str, target: Target) -> None:
    """Writes a file that never changes, over as many connections as it takes."""
    await async_blocking(target.open)
    try:
        async for chunk in _chunks_of(transport, url):
            await async_blocking(target.write, chunk)
        await async_blocking(target.finish)
    except BaseException:
        target.abandon()
        raise


async def _chunks_of(transport: AsyncTransport, url: str) -> AsyncIterator[bytes]:
    """The bytes of a file, each of them once."""
    received = 0
    fruitless = 0
    while True:
        headers = {"Accept-Encoding": "identity"}
        if received > 0:
            headers["Range"] = f"bytes={received}-"
        try:
            async with transport.opened(Call("GET", url, headers=headers, idle_s=_IDLE_S)) as response:
                known = 0 if response.status_code == 206 else received
                async for chunk in response.aiter_bytes():
                    added = chunk[known:]
                    known = max(0, known - len(chunk))
                    if added:
                        received += len(added)
                        fruitless = 0
                        yield added
                return
        except httpx.HTTPError as error:
            fruitless += 1
            if fruitless > _MAX_FRUITLESS:
                message = f"{url}: the connection broke after {received} bytes"
                raise FramewrightError(message, code="NO_RESPONSE") from error
        except FramewrightError as error:
            if error.status == 416 and received > 0:
                return  # nothing was missing
            raise
        await async_pause(_DELAY_S)
