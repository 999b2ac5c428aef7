"""Downloads whose connection breaks."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from framewright import FramewrightError

from .conftest import Handler, Network

FILE = random.Random(1).randbytes(300_000)
PART = 100_000
ClientOf = Callable[..., Any]


def send_part(handler: Handler) -> None:
    """Sends a part of the file from where the request continues, then breaks the connection."""
    start = int(handler.headers.get("Range", "bytes=0-")[6:-1])
    handler.respond(206 if start else 200, FILE[start : start + PART], content_length=str(len(FILE) - start))
    handler.close_connection = True


def ranges_of(network: Network) -> list[str | None]:
    assert not any("authorization" in request.headers for request in network.received)
    return [request.headers.get("range") for request in network.received]


def test_a_download_continues_where_its_connection_broke(client_of: ClientOf, network: Network) -> None:
    client = client_of(network.treat(send_part))
    assert client.download(network.url) == FILE
    assert ranges_of(network) == [None, "bytes=100000-", "bytes=200000-"]


def test_a_download_skips_what_it_has_where_a_server_sends_all_of_it_again(
    client_of: ClientOf, network: Network, tmp_path: Path
) -> None:
    def send_more(handler: Handler) -> None:
        handler.respond(200, FILE[: len(network.received) * PART], content_length=str(len(FILE)))
        handler.close_connection = True

    path = tmp_path / "video.mp4"
    client_of(network.treat(send_more)).download(network.url, to=path)
    assert path.read_bytes() == FILE
    assert list(tmp_path.iterdir()) == [path]


def test_a_download_goes_into_a_file_that_stays_open(client_of: ClientOf, network: Network) -> None:
    file = io.BytesIO()
    client_of(network.treat(lambda handler: handler.respond(200, FILE))).download(network.url, to=file)
    assert file.getvalue() == FILE


def test_a_download_that_fails_leaves_no_file(client_of: ClientOf, network: Network, tmp_path: Path) -> None:
    body = b'{"error":{"code":"RESOURCE_NOT_FOUND","message":"No such file"}}'
    client = client_of(network.treat(send_part, lambda handler: handler.respond(404, body, x_request_id="r-1")))
    with pytest.raises(FramewrightError, match="No such file") as caught:
        client.download(network.url, to=tmp_path / "video.mp4")
    error = caught.value
    assert (error.status, error.code, error.request_id) == (404, "RESOURCE_NOT_FOUND", "r-1")
    assert list(tmp_path.iterdir()) == []
