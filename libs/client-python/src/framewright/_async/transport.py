"""Requests with retries, time limits and idempotency keys."""

from __future__ import annotations

import copy
import json
import random
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import quote

import httpx

from ..errors import FramewrightError
from ..files import Content, FileSource
from ..response_error import response_error
from ..retry import Limits, retry_after_s, retry_delay_s
from ..timing import async_blocking, async_pause, async_within

Parameter: TypeAlias = "str | int | float | bool"
Query: TypeAlias = "Mapping[str, Parameter]"

_KEY_HEADER = "Idempotency-Key"
_PAGE = 100
"""Most entries of a page."""
_UPLOAD_TIMEOUT_S = 75.0
"""Time limit of an upload. The API gives a file 60 s to arrive."""


@dataclass(frozen=True)
class Call:
    """A call of an operation, or of a file."""

    method: str
    url: str
    query: Query = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    content: FileSource | None = None
    is_repeatable: bool = True
    """Whether sending it twice has the effect of sending it once."""
    idle_s: float | None = None
    """For a body that the caller reads: the time without a byte after which its connection is considered broken."""


@dataclass(frozen=True)
class Reply:
    """The outcome of a try. The body is complete, unless the caller reads it."""

    response: httpx.Response
    body: bytes

    @property
    def retry_after_s(self) -> float | None:
        return retry_after_s(self.response.headers.get("Retry-After"))

    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise FramewrightError(f"{self.response.url}: the response is no JSON", code="UNKNOWN") from error


class AsyncTransport:
    """Sends the requests of a client."""

    def __init__(self, http: httpx.AsyncClient, base_url: str, api_key: str | None, limits: Limits) -> None:
        self._http = http
        self._base_url = base_url.rstrip("/")
        self._headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        self.limits = limits

    def limited(self, limits: Limits) -> AsyncTransport:
        """The same transport with other limits."""
        other = copy.copy(self)
        other.limits = limits
        return other

    def call_of(
        self,
        method: str,
        path: tuple[str, ...],
        *,
        query: Mapping[str, Parameter | None] | None = None,
        headers: Mapping[str, str] | None = None,
        body: object = None,
        content: FileSource | None = None,
        content_type: str | None = None,
        idempotency_key: str | None = None,
        takes_key: bool = False,
        is_repeatable: bool = False,
        idle_s: float | None = None,
    ) -> Call:
        """A call of an operation. Its idempotency key is made here: once for all tries."""
        sent = {**self._headers, **(headers or {})}
        if body is not None:
            content, content_type = json.dumps(body, allow_nan=False).encode(), "application/json"
        if content_type is not None:
            sent["Content-Type"] = content_type
        if takes_key:
            sent[_KEY_HEADER] = idempotency_key or secrets.token_hex(16)
        return Call(
            method,
            "/".join([self._base_url, *(quote(part, safe="") for part in path)]),
            {name: value for name, value in (query or {}).items() if value is not None},
            sent,
            content,
            is_repeatable or takes_key or method != "POST",
            idle_s,
        )

    async def reply(self, method: str, path: tuple[str, ...], **options: Any) -> Reply:
        """The complete response of an operation.

        :raises FramewrightError: for an error response, or without a response
        """
        reply = await self.outcome(self.call_of(method, path, **options))
        await reply.response.aclose()
        return reply

    async def entries(
        self, path: tuple[str, ...], query: Mapping[str, Parameter | None] | None = None
    ) -> AsyncIterator[Any]:
        """Every entry of a list, once, although entries that are created meanwhile move the pages."""
        seen: set[object] = set()
        offset = 0
        while True:
            page_query = {**(query or {}), "limit": _PAGE, "offset": offset}
            page = (await self.reply("GET", path, query=page_query)).json()
            for entry in page["data"]:
                entry_id = entry.get("id", json.dumps(entry))
                if entry_id not in seen:
                    seen.add(entry_id)
                    yield entry
            if not page["pagination"]["has_more"] or not page["data"]:
                return
            offset += len(page["data"])

    @asynccontextmanager
    async def opened(self, call: Call) -> AsyncIterator[httpx.Response]:
        """The response of a call, whose body the caller reads."""
        reply = await self.outcome(call)
        try:
            yield reply.response
        finally:
            await reply.response.aclose()

    async def outcome(self, call: Call) -> Reply:
        """The outcome of the last try, which succeeded or has not changed (304)."""
        content = None if call.content is None or isinstance(call.content, bytes) else Content(call.content)
        try:
            if content is not None:
                await async_blocking(content.open)
            reply = await self._repeated(call, content)
        finally:
            if content is not None:
                await async_blocking(content.close)
        if not (reply.response.is_success or reply.response.status_code == 304):
            raise response_error(reply.response.status_code, reply.response.headers, reply.body)
        return reply

    async def _repeated(self, call: Call, content: Content | None) -> Reply:
        end = time.monotonic() + self.limits.retry_for_s
        failures = 0
        while True:
            outcome = await self._tried(call, content)
            status = outcome.response.status_code if isinstance(outcome, Reply) else None
            retry_after = outcome.retry_after_s
            delay = retry_delay_s(
                status,
                retry_after,
                is_repeatable=call.is_repeatable,
                retries=self.limits.retries,
                failures=failures,
                random=random.random(),
            )
            if delay is None or time.monotonic() + delay > end:
                if isinstance(outcome, FramewrightError):
                    raise outcome
                return outcome
            if isinstance(outcome, Reply):
                await outcome.response.aclose()
            failures += retry_after is None
            await async_pause(delay)

    async def _tried(self, call: Call, content: Content | None) -> Reply | FramewrightError:
        """The outcome of one try, or the error in place of one."""
        timeout_s = self.limits.timeout_s
        if content is not None:
            timeout_s = max(timeout_s, _UPLOAD_TIMEOUT_S)
        where = f"{call.method} {call.url}"
        try:
            return await async_within(timeout_s, self._sent(call, content, timeout_s))
        except (TimeoutError, httpx.TimeoutException) as error:
            failure = FramewrightError(f"{where}: no complete response within {timeout_s:g} s", code="TIMEOUT")
            failure.__cause__ = error
        except httpx.HTTPError as error:
            failure = FramewrightError(f"{where}: no complete response", code="NO_RESPONSE")
            failure.__cause__ = error
        return failure

    async def _sent(self, call: Call, content: Content | None, timeout_s: float) -> Reply:
        end = time.monotonic() + timeout_s
        headers = dict(call.headers)
        if content is not None:
            headers["Content-Length"] = str(content.length)
        request = self._http.build_request(
            call.method,
            call.url,
            params=call.query or None,
            headers=headers,
            content=call.content if isinstance(call.content, bytes) else self._chunks(content) if content else None,
            timeout=httpx.Timeout(timeout_s, read=call.idle_s or timeout_s),
        )
        response = await self._http.send(request, stream=True, follow_redirects=call.method == "GET")
        try:
            if call.idle_s is not None and response.is_success:
                return Reply(response, b"")
            return Reply(response, await self._body(response, end))
        except BaseException:
            await response.aclose()
            raise

    async def _chunks(self, content: Content) -> AsyncIterator[bytes]:
        await async_blocking(content.rewind)
        while chunk := await async_blocking(content.read):
            yield chunk

    async def _body(self, response: httpx.Response, end: float) -> bytes:
        chunks = []
        async for chunk in response.aiter_bytes():
            chunks.append(chunk)
            if time.monotonic() > end:
                raise TimeoutError
        return b"".join(chunks)
