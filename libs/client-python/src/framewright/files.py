"""Files that are sent and received."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import BinaryIO, Protocol, TypeAlias

FileSource: TypeAlias = "bytes | str | os.PathLike[str] | BinaryIO"
"""A file to send: its bytes, its path, or a file that was opened for reading bytes."""

FileTarget: TypeAlias = "str | os.PathLike[str] | BinaryIO"
"""Where a file goes: its path, or a file that was opened for writing bytes."""

CHUNK = 1 << 16


class Content:
    """Content of a request that is read from a file, from its beginning in every try."""

    def __init__(self, source: str | os.PathLike[str] | BinaryIO) -> None:
        self._source = source
        self._is_own = True
        self.length = 0

    def open(self) -> None:
        """Opens the source and takes its length. What cannot be read twice is copied into a temporary file."""
        if isinstance(self._source, (str, os.PathLike)):
            self._file: BinaryIO = Path(self._source).open("rb")  # noqa: SIM115
        elif self._source.seekable():
            self._file, self._is_own = self._source, False
        else:
            self._file = _copy_of(self._source)
        self._start = self._file.tell()
        self.length = self._file.seek(0, os.SEEK_END) - self._start

    def rewind(self) -> None:
        self._file.seek(self._start)

    def read(self) -> bytes:
        """The next bytes; none at the end. A file that grows meanwhile is sent with the length that it had."""
        return self._file.read(min(CHUNK, self._start + self.length - self._file.tell()))

    def close(self) -> None:
        if self._is_own:
            self._file.close()


def _copy_of(source: BinaryIO) -> BinaryIO:
    copy = tempfile.TemporaryFile()  # noqa: SIM115
    while chunk := source.read(CHUNK):
        copy.write(chunk)
    copy.seek(0)
    return copy


class Target(Protocol):
    """Where the bytes of a download go, in order."""

    def open(self) -> None: ...
    def write(self, chunk: bytes) -> None: ...
    def finish(self) -> None: ...
    def abandon(self) -> None: ...


class PathTarget:
    """A file that is called ``<path>.part`` until it is complete: a file under its final name is complete."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._part = self._path.with_name(f"{self._path.name}.part")
        self._file: BinaryIO | None = None

    def open(self) -> None:
        self._file = self._part.open("wb")

    def write(self, chunk: bytes) -> None:
        assert self._file is not None
        self._file.write(chunk)

    def finish(self) -> None:
        assert self._file is not None
        self._file.close()
        self._part.replace(self._path)

    def abandon(self) -> None:
        if self._file is not None:
            self._file.close()
            self._part.unlink(missing_ok=True)


class FileObjectTarget:
    """A file of the caller, who closes it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def open(self) -> None:
        """Nothing: the caller has opened it."""

    def write(self, chunk: bytes) -> None:
        self._file.write(chunk)

    def finish(self) -> None:
        self._file.flush()

    def abandon(self) -> None:
        """Nothing: the caller knows what to do with half a file."""


def target_of(to: FileTarget) -> Target:
    """The target that a caller means."""
    return PathTarget(to) if isinstance(to, (str, os.PathLike)) else FileObjectTarget(to)
