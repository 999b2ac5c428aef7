"""Both clients at a running service, whose address and key the environment has."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from framewright import AsyncFramewright, FramewrightError
from framewright.models import TemplateDocument, Video

SIZE = 64
ClientOf = Callable[..., Any]


@pytest.fixture
def client(client_of: ClientOf) -> Any:
    return client_of(os.environ["BASE_URL"], os.environ["API_KEY"])


def document(*, seconds: float = 0.5, size: int = SIZE, photo: str | None = None) -> TemplateDocument:
    """A template with one text, or with a picture."""
    made: TemplateDocument = {
        "name": "Small",
        "width": size,
        "height": size,
        "variables": {"title": {"type": "string", "default": "Hi"}},
        "pages": [{"number": 1, "duration": seconds, "layers": [{"name": "t", "type": "text", "text": "{{title}}"}]}],
    }
    if photo is not None:
        made["pages"][0]["layers"] = [{"name": "photo", "type": "image", "source_url": photo}]
    return made


def missing_file() -> str:
    return os.environ["BASE_URL"].removesuffix("/v1") + "/none.png"


def request_of(client: Any, **options: Any) -> dict[str, str]:
    return {"template_id": client.create_template(document(**options))["id"], "format": "mp4"}


def test_a_program_that_starts_again_continues_its_video(client: Any, tmp_path: Path) -> None:
    request = request_of(client)
    states: list[Video] = []
    key = f"order-{request['template_id']}"
    first = client.render(request, idempotency_key=key, on_progress=states.append)
    second = client.render(request, idempotency_key=key, to=tmp_path / "video.mp4")
    assert second.video["id"] == first.video["id"]
    assert (tmp_path / "video.mp4").read_bytes() == first.file
    assert len(first.file) == first.video["file_size"]
    assert states[-1]["status"] == "COMPLETED"
    progress = [state["progress"] for state in states]
    assert progress == sorted(progress)


def test_an_error_states_why_a_video_failed(client: Any) -> None:
    with pytest.raises(FramewrightError) as caught:
        client.render(request_of(client, photo=missing_file()))
    error = caught.value
    assert (error.code, error.status) == ("ASSET_FETCH_FAILED", None)
    assert error.video is not None
    assert error.video["error"] is not None
    assert error.retryable == error.video["error"]["retryable"]


def test_a_wait_ends_with_its_time_and_cancels_the_video(client: Any) -> None:
    with pytest.raises(FramewrightError) as caught:
        client.render(request_of(client, seconds=300, size=1280), timeout_s=1, cancel_on_abort=True)
    assert caught.value.code == "TIMEOUT"
    assert caught.value.video is not None
    assert caught.value.video["status"] == "PROCESSING"
    assert client.get_video(caught.value.video["id"])["status"] == "CANCELED"


def test_a_wait_ends_with_an_exception_and_cancels_the_video(client: Any) -> None:
    created: list[str] = []

    def stop(video: Video) -> None:
        created.append(video["id"])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        client.render(request_of(client, seconds=300, size=1280), on_progress=stop, cancel_on_abort=True)
    assert client.get_video(created[0])["status"] == "CANCELED"


def test_a_row_that_fails_can_be_rendered_again(client: Any, tmp_path: Path) -> None:
    request = request_of(client, photo=missing_file())
    visible = {"1.photo.visible": False}
    rendered = client.render_batch({**request, "rows": [visible, {"1.photo.visible": True}]}, to=tmp_path / "a")
    assert [path.name for path in rendered.files.values()] == ["1.mp4"]
    assert [video["batch_row"] for video in rendered.failed] == [2]
    assert [entry["status"] for entry in client.get_batch_manifest(rendered.batch["id"])["data"]] == [
        "COMPLETED",
        "FAILED",
    ]
    again = client.retry_batch(rendered.batch["id"])
    assert again["retry_of"] == rendered.batch["id"]
    assert client.wait_for_batch(again["id"])["videos"]["failed"] == 1


def test_rows_of_a_csv_file_become_videos(client: Any, tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text('title\n"One, two"\nThree\n')
    request = request_of(client)
    batch = client.create_batch_from_csv(tmp_path / "rows.csv", **request, test=True)
    client.wait_for_batch(batch["id"])
    videos = client.download_batch(batch["id"], to=tmp_path, file_name=lambda video: f"v{video['batch_row']}.mp4")
    assert sorted(path.name for path in videos.files.values()) == ["v1.mp4", "v2.mp4"]
    assert len(client.get_batch_manifest_as_csv(batch["id"]).splitlines()) == 3
    changed = {path: path.stat().st_mtime_ns for path in videos.files.values()}
    client.download_batch(batch["id"], to=tmp_path, file_name=lambda video: f"v{video['batch_row']}.mp4")
    assert {path: path.stat().st_mtime_ns for path in changed} == changed
    with pytest.raises(FramewrightError) as caught:
        client.create_batch_from_csv(b"title,speed\nOne,1\n", **request)
    assert caught.value.faults


def test_a_file_is_uploaded_and_shown(client: Any, tmp_path: Path) -> None:
    template = client.create_template(document())
    path = tmp_path / "still.png"
    path.write_bytes(client.get_template_frame(template["id"], format="png"))
    asset = client.upload(path)
    assert (asset["name"], asset["kind"]) == ("still.png", "image")
    assert client.render(request_of(client, photo=asset["url"])).video["status"] == "COMPLETED"
    client.delete_asset(asset["id"])
    with pytest.raises(FramewrightError) as caught:
        client.get_asset(asset["id"])
    assert (caught.value.status, caught.value.retryable) == (404, False)


def test_every_entry_of_a_list_comes_once(client: Any) -> None:
    created = {client.create_template(document())["id"] for _ in range(3)}
    found = [template["id"] for template in client.list_all_templates()]
    assert created <= set(found)
    assert len(set(found)) == len(found)
    assert client.list_templates(id=found[0])["pagination"]["total"] == 1


class NoStreams(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A proxy that lets no stream of events through."""

    def __init__(self) -> None:
        self.paths: list[str] = []
        self._sync = httpx.HTTPTransport()
        self._async = httpx.AsyncHTTPTransport()

    def _refusal(self, request: httpx.Request) -> httpx.Response | None:
        self.paths.append(request.url.path.rsplit("/", 1)[1])
        return httpx.Response(404, text="<p>No such page</p>") if self.paths[-1] == "events" else None

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._refusal(request) or self._sync.handle_request(request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return self._refusal(request) or await self._async.handle_async_request(request)


def test_a_video_is_followed_where_no_stream_gets_through(client_of: ClientOf, request: pytest.FixtureRequest) -> None:
    proxy = NoStreams()
    is_async = "async" in request.node.name
    http = httpx.AsyncClient(transport=proxy) if is_async else httpx.Client(transport=proxy)
    client = client_of(os.environ["BASE_URL"], os.environ["API_KEY"], http=http)
    video = client.create_video(request_of(client))
    assert client.wait_for_video(video["id"])["status"] == "COMPLETED"
    assert proxy.paths[2:4] == ["events", video["id"]]


def test_videos_are_rendered_concurrently() -> None:
    import asyncio

    async def render() -> set[str]:
        async with AsyncFramewright(os.environ["BASE_URL"], os.environ["API_KEY"]) as client:
            template = await client.create_template(document())
            renders = [client.render({"template_id": template["id"], "format": "mp4"}) for _ in range(4)]
            return {rendered.video["id"] for rendered in await asyncio.gather(*renders)}

    assert len(asyncio.run(render())) == 4
