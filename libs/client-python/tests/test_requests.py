"""Calls through a network that refuses, breaks and delays."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from framewright import FramewrightError

from .conftest import Network, Treatment, accept, break_body, hang_up, refuse, stay_still

VIDEO = {"template_id": "7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10", "format": "mp4"}
TEMPLATE = {"name": "Card", "width": 320, "height": 180, "pages": [{"number": 1, "duration": 1}]}
ClientOf = Callable[..., Any]


def test_a_creation_is_repeated_with_one_key_and_the_same_bytes(client_of: ClientOf, network: Network) -> None:
    client = client_of(network.treat(refuse, hang_up, break_body, accept))
    assert client.create_video(VIDEO) == {"id": "a"}
    assert len(network.received) == 4
    [key] = {request.headers["idempotency-key"] for request in network.received}
    assert len(key) == 32
    assert len({request.body for request in network.received}) == 1
    assert {request.headers["authorization"] for request in network.received} == {"Bearer fw_key"}
    client.create_video(VIDEO)
    assert network.received[4].headers["idempotency-key"] != key


def test_a_call_keeps_the_key_of_its_caller(client_of: ClientOf, network: Network) -> None:
    client = client_of(network.treat(refuse, accept))
    client.create_batch({**VIDEO, "rows": [{}]}, idempotency_key="order-1")
    assert [request.headers["idempotency-key"] for request in network.received] == ["order-1", "order-1"]


def test_a_call_whose_effect_would_double_is_repeated_if_it_was_refused(client_of: ClientOf, network: Network) -> None:
    client = client_of(network.treat(refuse, accept))
    client.create_template(TEMPLATE)
    assert ["idempotency-key" in request.headers for request in network.received] == [False, False]


@pytest.mark.parametrize(
    ("treatment", "code", "timeout_s"),
    [(hang_up, "NO_RESPONSE", 60), (break_body, "NO_RESPONSE", 60), (stay_still, "TIMEOUT", 2)],
)
def test_a_call_whose_effect_would_double_is_not_repeated_without_a_response(
    client_of: ClientOf, network: Network, treatment: Treatment, code: str, timeout_s: float
) -> None:
    client = client_of(network.treat(treatment), timeout_s=timeout_s)
    with pytest.raises(FramewrightError) as caught:
        client.create_template(TEMPLATE)
    assert (caught.value.code, caught.value.status, caught.value.retryable) == (code, None, True)
    assert caught.value.__cause__ is not None
    assert len(network.received) == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda client: client.list_videos(),
        lambda client: client.replace_template("a", TEMPLATE),
        lambda client: client.delete_video("a"),
        lambda client: client.validate_video(VIDEO),
        lambda client: client.cancel_video("a"),
        lambda client: client.cancel_batch("a"),
    ],
)
def test_a_call_that_has_its_effect_once_is_repeated(
    client_of: ClientOf, network: Network, call: Callable[[Any], object]
) -> None:
    call(client_of(network.treat(hang_up, accept)))
    assert len(network.received) == 2


def test_a_call_follows_refusals_however_many_there_are(client_of: ClientOf, network: Network) -> None:
    client = client_of(network.treat(refuse, refuse, refuse, hang_up, refuse, accept), retries=1)
    assert client.create_video(VIDEO) == {"id": "a"}
    assert len(network.received) == 6


def test_a_call_ends_when_its_time_or_its_retries_are_over(client_of: ClientOf, network: Network) -> None:
    client = client_of(network.treat(refuse), retry_for_s=2)
    with pytest.raises(FramewrightError) as caught:
        client.list_videos()
    assert (caught.value.status, caught.value.retry_after_s) == (429, 0)
    assert len(network.received) > 1
    network.treat(hang_up)
    with pytest.raises(FramewrightError):
        client.with_limits(retries=0).list_videos()
    with pytest.raises(FramewrightError):
        client.with_limits(retries=100, retry_for_s=0).list_videos()
    assert len(network.received) == 2


def test_a_call_does_not_wait_for_a_retry_after_beyond_its_time(client_of: ClientOf, network: Network) -> None:
    client = client_of(
        network.treat(
            lambda handler: handler.respond(503, b"<p>Maintenance</p>", retry_after="3600", x_request_id="r-1")
        )
    )
    with pytest.raises(FramewrightError) as caught:
        client.list_videos()
    error = caught.value
    assert (error.status, error.code, error.retry_after_s, error.request_id) == (503, "UNKNOWN", 3600, "r-1")
    assert error.retryable
    assert len(network.received) == 1


def test_an_error_has_the_faults_of_the_request(client_of: ClientOf, network: Network) -> None:
    body = (
        b'{"error":{"code":"VALIDATION_ERROR","message":"No","details":[{"field":"format","code":"REQUIRED_FIELD"}]}}'
    )
    client = client_of(network.treat(lambda handler: handler.respond(422, body)))
    with pytest.raises(FramewrightError, match="No") as caught:
        client.create_video({})
    assert (caught.value.code, caught.value.retryable) == ("VALIDATION_ERROR", False)
    assert [fault["field"] for fault in caught.value.faults] == ["format"]


def test_a_list_is_read_page_by_page_and_each_entry_comes_once(client_of: ClientOf, network: Network) -> None:
    def page(ids: str, more: str) -> Treatment:
        entries = ",".join(f'{{"id":"{each}"}}' for each in ids)
        body = f'{{"data":[{entries}],"pagination":{{"has_more":{more}}}}}'
        return lambda handler: handler.respond(200, body.encode())

    client = client_of(network.treat(page("ab", "true"), page("bc", "true"), page("d", "false")))
    assert [entry["id"] for entry in client.list_all_videos(status="FAILED")] == ["a", "b", "c", "d"]
    assert [request.path for request in network.received] == [
        f"/v1/videos?status=FAILED&limit=100&offset={offset}" for offset in (0, 2, 4)
    ]


def test_a_file_is_sent_from_its_beginning_in_every_try(client_of: ClientOf, network: Network, tmp_path: Path) -> None:
    class Pipe(io.RawIOBase):
        """A file that can be read once."""

        def __init__(self, content: bytes) -> None:
            self._content = io.BytesIO(content)

        def readable(self) -> bool:
            return True

        def read(self, size: int = -1) -> bytes:
            return self._content.read(size)

    content = bytes(range(256)) * 1000
    path = tmp_path / "größe.jpg"
    path.write_bytes(content)
    opened = io.BytesIO(b"before" + content)
    opened.seek(6)
    for source in (content, path, str(path), opened, Pipe(content)):
        client = client_of(network.treat(refuse, accept))
        assert client.upload(source) == {"id": "a"}
        assert [request.body for request in network.received] == [content, content]
        assert {request.headers["content-length"] for request in network.received} == {str(len(content))}
    client_of(network.treat(accept)).upload(path)
    assert network.received[0].path == "/v1/assets?name=gr%C3%B6%C3%9Fe.jpg"


def test_a_csv_file_is_the_rows_of_a_batch(client_of: ClientOf, network: Network) -> None:
    client = client_of(network.treat(refuse, accept))
    client.create_batch_from_csv(b"a,b\n1,2\n", template_id="t", format="mp4", test=True)
    for request in network.received:
        assert (request.body, request.headers["content-type"]) == (b"a,b\n1,2\n", "text/csv")
        path, _, query = request.path.partition("?")
        assert (path, sorted(query.split("&"))) == ("/v1/batches", ["format=mp4", "template_id=t", "test=true"])
    assert len({request.headers["idempotency-key"] for request in network.received}) == 1


def test_what_is_no_json_is_refused_before_it_is_sent(client_of: ClientOf, network: Network) -> None:
    client = client_of(network.treat(accept))
    with pytest.raises(ValueError, match="JSON"):
        client.create_video({**VIDEO, "fps": float("nan")})
    assert network.received == []


def test_an_id_cannot_leave_its_place_in_the_path(client_of: ClientOf, network: Network) -> None:
    client_of(network.treat(accept)).get_video("../credits?x=1#y")
    assert network.received[0].path == "/v1/videos/..%2Fcredits%3Fx%3D1%23y"
