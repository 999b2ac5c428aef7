"""The clients, and a network that treats their requests as it is ordered to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from framewright import AsyncFramewright, Framewright


class Blocking:
    """The asynchronous client behind the methods of the synchronous one, so that every test is about both."""

    def __init__(self, client: AsyncFramewright, loop: asyncio.AbstractEventLoop) -> None:
        self._client = client
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any, **options: Any) -> Any:
            result = getattr(self._client, name)(*args, **options)
            if isinstance(result, AsyncFramewright):
                return Blocking(result, self._loop)
            if hasattr(result, "__anext__"):
                return self._entries(result)
            return self._loop.run_until_complete(result)

        return call

    def _entries(self, entries: Any) -> Iterator[Any]:
        try:
            while True:
                try:
                    yield self._loop.run_until_complete(anext(entries))
                except StopAsyncIteration:
                    return
        finally:
            self._loop.run_until_complete(entries.aclose())


@pytest.fixture(params=["sync", "async"])
def client_of(request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """A function that makes a client, synchronous or asynchronous."""
    loop = asyncio.new_event_loop()
    closing: list[Any] = []

    def make(base_url: str, api_key: str = "fw_key", **options: Any) -> Any:
        if request.param == "sync":
            made: Any = Framewright(base_url, api_key, **options)
            closing.append(made.close)
            return made
        client = AsyncFramewright(base_url, api_key, **options)
        closing.append(lambda: loop.run_until_complete(client.aclose()))
        return Blocking(client, loop)

    yield make
    for close in closing:
        close()
    loop.close()


@dataclass
class Received:
    """A request that arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    network: Network

    def handle_request(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = Received(self.command, self.path, headers, body)
        self.network.received.append(received)
        treatments = self.network.treatments
        treatments[min(len(self.network.received), len(treatments)) - 1](self)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request

    def respond(self, status: int, body: bytes = b"", **headers: str) -> None:
        """Sends a response; ``retry_after`` is the header Retry-After."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if "content_length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test has its assertions."""


Treatment = Callable[[Handler], None]


class Network:
    """A server that gives the tries of a call these treatments, and the last of them to all later ones."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.treatments: list[Treatment] = []
        handler = type("BoundHandler", (Handler,), {"network": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def treat(self, *treatments: Treatment) -> str:
        """Sets the treatments of all further requests; returns the address of the API."""
        self.received.clear()
        self.treatments = list(treatments)
        return f"{self.url}/v1"


@pytest.fixture
def network() -> Iterator[Network]:
    network = Network()
    thread = threading.Thread(target=network.server.serve_forever, args=(0.05,))
    thread.start()
    yield network
    network.server.shutdown()
    network.server.server_close()
    thread.join()


def accept(handler: Handler) -> None:
    handler.respond(202, b'{"id":"a"}')


def refuse(handler: Handler) -> None:
    handler.respond(429, b"{}", retry_after="0")


def hang_up(handler: Handler) -> None:
    handler.close_connection = True


def break_body(handler: Handler) -> None:
    handler.respond(202, b'{"id"', content_length="10")
    handler.close_connection = True


def stay_still(handler: Handler) -> None:
    threading.Event().wait(5)
    handler.close_connection = True
