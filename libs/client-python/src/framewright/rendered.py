"""What the clients' own methods return."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from .errors import FramewrightError
from .models import Batch, ListedVideo, Video

File = TypeVar("File", bytes, None)


@dataclass(frozen=True)
class Rendered(Generic[File]):
    """A completed video."""

    video: Video
    file: File
    """The bytes of its file, unless they went elsewhere."""


@dataclass(frozen=True)
class RenderedBatch:
    """A batch that has finished."""

    batch: Batch
    files: dict[str, Path]
    """The file of each completed video, by the id of the video."""
    failed: list[ListedVideo]
    """The videos without a file, in the order of their rows."""


def failure_of(video: Video) -> FramewrightError:
    """The error of a video that FAILED or was CANCELED."""
    reason = video["error"]
    code, message = ("UNKNOWN", "") if reason is None else (reason["code"], reason["message"])
    return FramewrightError(f"The video {video['id']} ended as {video['status']}: {message}", code=code, video=video)
