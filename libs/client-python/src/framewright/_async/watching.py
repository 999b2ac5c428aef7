"""States of a video, and of a batch, as they change."""

from __future__ import annotations

import json
import math
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

import httpx

from ..errors import FramewrightError
from ..models import Batch, Video
from ..retry import Limits
from ..server_sent_events import EventParser
from ..timing import async_pause, async_within
from .transport import AsyncTransport, Reply

_IDLE_S = 45.0
"""Time without a byte after which a stream is considered broken. The API sends some every 15 s."""
_DELAY_S = 2.0
"""Delay before a stream is opened again, and between two reads if the API proposes none."""


class AsyncWait:
    """A wait for the end of a video or a batch, with a time limit."""

    def __init__(self, transport: AsyncTransport, what: str, timeout_s: float) -> None:
        self._transport = transport
        self._what = what
        self._timeout_s = timeout_s
        self._end = time.monotonic() + timeout_s
        self._last: Video | None = None

    async def video_states(self, video_id: str) -> AsyncGenerator[Video, None]:
        """The states of a video up to its end: from the event stream, or from repeated reads where none gets through.

        :raises FramewrightError: ``TIMEOUT`` if the video has not ended in time
        """
        try:
            async with aclosing(self._streamed(video_id)) as streamed:
                async for self._last in streamed:
                    yield self._last
            return
        except (FramewrightError, httpx.HTTPError, TimeoutError, ValueError):
            self._check()
        etag = ""
        while True:
            reply = await self._read("videos", video_id, etag)
            if reply.response.status_code != 304:
                etag = reply.response.headers.get("ETag", "")
                video: Video = reply.json()
                self._last = video
                yield video
                if video["status"] != "PROCESSING":
                    return
            await self._pause(reply.retry_after_s or _DELAY_S)

    async def batch_states(self, batch_id: str) -> AsyncGenerator[Batch, None]:
        """The states of a batch, read repeatedly up to its end.

        :raises FramewrightError: ``TIMEOUT`` if the batch has not finished in time
        """
        while True:
            batch: Batch = (await self._read("batches", batch_id, "")).json()
            yield batch
            if batch["status"] == "FINISHED":
                return
            await self._pause(_DELAY_S)

    async def _streamed(self, video_id: str) -> AsyncGenerator[Video, None]:
        last_event_id = ""
        transport = self._transport.limited(replace(self._limits(), retries=2))
        while True:
            headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last_event_id} if last_event_id else {})}
            idle_s = min(_IDLE_S, self._remaining())
            call = transport.call_of("GET", ("videos", video_id, "events"), headers=headers, idle_s=idle_s)
            try:
                async with transport.opened(call) as response:
                    parser = EventParser()
                    chunks = response.aiter_bytes()
                    while chunk := await async_within(self._remaining(), anext(chunks, b"")):
                        self._check()
                        for event in parser.feed(chunk):
                            if event.type != "video":
                                continue
                            last_event_id = event.id
                            video: Video = json.loads(event.data)
                            yield video
                            if video["status"] != "PROCESSING":
                                return
            except httpx.TimeoutException:
                raise
            except httpx.HTTPError:
                pass  # the gateway stopped
            await self._pause(_DELAY_S)  # also when the stream ended early, because its time is over

    async def _read(self, kind: str, resource_id: str, etag: str) -> Reply:
        """A read of the resource, after an outage of the API if there is one."""
        headers = {"If-None-Match": etag} if etag else {}
        while True:
            transport = self._transport.limited(
                replace(self._limits(), retries=math.inf, retry_for_s=self._remaining())
            )
            try:
                return await async_within(
                    self._remaining(), transport.reply("GET", (kind, resource_id), headers=headers)
                )
            except TimeoutError:
                self._check()
            except FramewrightError as error:
                self._check()
                if not error.retryable:
                    raise
            await self._pause(_DELAY_S)

    def _limits(self) -> Limits:
        limits = self._transport.limits
        return replace(limits, timeout_s=min(limits.timeout_s, self._remaining()))

    def _remaining(self) -> float:
        return max(0.001, self._end - time.monotonic())

    async def _pause(self, seconds: float) -> None:
        await async_pause(min(seconds, self._remaining()))
        self._check()

    def _check(self) -> None:
        """:raises FramewrightError: ``TIMEOUT`` if the time is over"""
        if time.monotonic() >= self._end:
            message = f"{self._what} has not ended within {self._timeout_s:g} s"
            raise FramewrightError(message, code="TIMEOUT", video=self._last)
