"""The client."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import overload

import httpx

from ..errors import FramewrightError
from ..files import FileSource, FileTarget, target_of
from ..models import Asset, Batch, CreateBatchBody, CreateVideoBody, ListedVideo, Video
from ..rendered import Rendered, RenderedBatch, failure_of
from ..retry import Limits
from ..timing import async_blocking
from .downloads import download_to
from .operations import AsyncOperations
from .transport import AsyncTransport
from .watching import AsyncWait

_CANCEL_WITHIN_S = 10.0
"""Time within which a video is canceled after its wait ended."""


class AsyncFramewright(AsyncOperations):
    """A client with a key: every operation of the API, and what takes several of them.

    Close it with ``async with`` or :meth:`aclose`.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout_s: float = 30,
        retries: float = 8,
        retry_for_s: float = 300,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """
        :param base_url: address of the API, with ``/v1``
        :param timeout_s: time limit of one try of a request, its response included
        :param retries: number of repetitions after tries that failed without a Retry-After
        :param retry_for_s: time within which repetitions begin, whatever their reason; 0 sends each request once
        :param http: replaces the connections of this client, for proxies and certificates; the caller closes it
        """
        self._owned = httpx.AsyncClient() if http is None else None
        used = http or self._owned
        assert used is not None
        super().__init__(AsyncTransport(used, base_url, api_key, Limits(timeout_s, retries, retry_for_s)))

    def with_limits(
        self, *, timeout_s: float | None = None, retries: float | None = None, retry_for_s: float | None = None
    ) -> AsyncFramewright:
        """This client with other limits, on the same connections."""
        given = {"timeout_s": timeout_s, "retries": retries, "retry_for_s": retry_for_s}
        changes = {name: value for name, value in given.items() if value is not None}
        other = object.__new__(AsyncFramewright)
        other._owned = None
        AsyncOperations.__init__(other, self._transport.limited(replace(self._transport.limits, **changes)))
        return other

    async def __aenter__(self) -> AsyncFramewright:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections of this client."""
        if self._owned is not None:
            await self._owned.aclose()

    @overload
    async def render(
        self,
        request: CreateVideoBody,
        *,
        to: None = None,
        on_progress: Callable[[Video], object] | None = None,
        timeout_s: float = 3600,
        idempotency_key: str | None = None,
        cancel_on_abort: bool = False,
    ) -> Rendered[bytes]: ...

    @overload
    async def render(
        self,
        request: CreateVideoBody,
        *,
        to: FileTarget,
        on_progress: Callable[[Video], object] | None = None,
        timeout_s: float = 3600,
        idempotency_key: str | None = None,
        cancel_on_abort: bool = False,
    ) -> Rendered[None]: ...

    async def render(
        self,
        request: CreateVideoBody,
        *,
        to: FileTarget | None = None,
        on_progress: Callable[[Video], object] | None = None,
        timeout_s: float = 3600,
        idempotency_key: str | None = None,
        cancel_on_abort: bool = False,
    ) -> Rendered[bytes] | Rendered[None]:
        """Creates a video, waits until it is COMPLETED and downloads its file.

        :param to: a path, or a file opened for writing bytes; without it, the result has the bytes
        :param on_progress: called with the video at every change
        :param timeout_s: time limit until the video has ended
        :param idempotency_key: with the same key and request, a program that was started again continues its video
        :param cancel_on_abort: cancels the video if the wait ends before it: by its time limit or an exception
        :raises FramewrightError: with the code of the video's error if it FAILED or was CANCELED
        """
        created = await self.create_video(request, idempotency_key=idempotency_key)
        try:
            if on_progress is not None:
                on_progress(created)
            video = await self.wait_for_video(created["id"], on_progress=on_progress, timeout_s=timeout_s)
        except BaseException:
            if cancel_on_abort:
                await self._cancel(created["id"])
            raise
        if video["status"] != "COMPLETED":
            raise failure_of(video)
        if to is None:
            return Rendered(video, await self.download(video["video_url"]))
        await self.download(video["video_url"], to=to)
        return Rendered(video, None)

    async def _cancel(self, video_id: str) -> None:
        """Tries to cancel a video. A failure is ignored, because the error that ended the wait is the one to report."""
        with suppress(FramewrightError):
            await self.with_limits(timeout_s=_CANCEL_WITHIN_S, retry_for_s=_CANCEL_WITHIN_S).cancel_video(video_id)

    async def watch(self, video_id: str, *, timeout_s: float = 3600) -> AsyncGenerator[Video, None]:
        """The states of a video as they change, up to its end. They continue after an outage of the API.

        :raises FramewrightError: ``TIMEOUT`` if the video has not ended in time
        """
        wait = AsyncWait(self._transport, f"The video {video_id}", timeout_s)
        async with aclosing(wait.video_states(video_id)) as states:
            async for video in states:
                yield video

    async def wait_for_video(
        self, video_id: str, *, on_progress: Callable[[Video], object] | None = None, timeout_s: float = 3600
    ) -> Video:
        """The ended video, in any status.

        :param on_progress: called with every state of the video, the last one included
        :raises FramewrightError: ``TIMEOUT`` if the video has not ended in time
        """
        async with aclosing(self.watch(video_id, timeout_s=timeout_s)) as states:
            async for video in states:
                if on_progress is not None:
                    on_progress(video)
        return video

    @overload
    async def download(self, url: str, *, to: None = None) -> bytes: ...

    @overload
    async def download(self, url: str, *, to: FileTarget) -> None: ...

    async def download(self, url: str, *, to: FileTarget | None = None) -> bytes | None:
        """The bytes of a ``video_url`` or ``poster_url``, unless they go to a path or a file.

        A broken download is continued where it stopped. The key is not sent. Until a file is complete, it is called
        ``<path>.part``.
        """
        memory = BytesIO()
        await download_to(self._transport, url, target_of(memory if to is None else to))
        return memory.getvalue() if to is None else None

    async def upload(self, file: FileSource, *, name: str | None = None) -> Asset:
        """Uploads a file, which is read while it is sent.

        :param file: a path, a file opened for reading bytes, or bytes
        :param name: default: the name of the path
        """
        if name is None and isinstance(file, (str, os.PathLike)):
            name = Path(file).name
        return await self.upload_asset(file, name=name)

    async def wait_for_batch(
        self, batch_id: str, *, on_progress: Callable[[Batch], object] | None = None, timeout_s: float = 86400
    ) -> Batch:
        """The finished batch.

        :param on_progress: called with the batch after every read
        :raises FramewrightError: ``TIMEOUT`` if the batch has not finished in time
        """
        wait = AsyncWait(self._transport, f"The batch {batch_id}", timeout_s)
        async with aclosing(wait.batch_states(batch_id)) as states:
            async for batch in states:
                if on_progress is not None:
                    on_progress(batch)
        return batch

    async def render_batch(
        self,
        request: CreateBatchBody,
        *,
        to: str | os.PathLike[str],
        file_name: Callable[[ListedVideo], str] | None = None,
        on_progress: Callable[[Batch], object] | None = None,
        timeout_s: float = 86400,
        idempotency_key: str | None = None,
    ) -> RenderedBatch:
        """Creates a batch, waits until it has finished and downloads its files.

        :param to: a folder, which is made if it is missing
        :param file_name: of a video; default: the number of its row, and the name of its size unless that is `default`
        :param idempotency_key: with the same key and request, a program that was started again continues its batch;
            files that are there already are not downloaded again
        """
        created = await self.create_batch(request, idempotency_key=idempotency_key)
        batch = await self.wait_for_batch(created["id"], on_progress=on_progress, timeout_s=timeout_s)
        return await self.download_batch(batch["id"], to=to, file_name=file_name)

    async def download_batch(
        self,
        batch_id: str,
        *,
        to: str | os.PathLike[str],
        file_name: Callable[[ListedVideo], str] | None = None,
    ) -> RenderedBatch:
        """Downloads the files of a finished batch; those that are there already are left as they are.

        :param to: a folder, which is made if it is missing
        :param file_name: of a video; default: the number of its row, and the name of its size unless that is `default`
        """
        folder = Path(to)
        await async_blocking(folder.mkdir, parents=True, exist_ok=True)
        rendered = RenderedBatch(await self.get_batch(batch_id), {}, [])
        videos = [video async for video in self.list_all_videos(batch_id=batch_id)]
        for video in videos:
            if video["status"] != "COMPLETED":
                rendered.failed.append(video)
                continue
            path = folder / (file_name or _file_name)(video)
            if not await async_blocking(_has_size, path, video["file_size"]):
                await self.download(video["video_url"], to=path)
            rendered.files[video["id"]] = path
        return rendered


def _file_name(video: ListedVideo) -> str:
    size = "" if video["size"] == "default" else f"-{video['size']}"
    return f"{video['batch_row']}{size}.{video['format']}"


def _has_size(path: Path, size: int | None) -> bool:
    return path.exists() and path.stat().st_size == size
