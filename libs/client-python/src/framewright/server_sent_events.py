"""Parser of server-sent events (WHATWG HTML §9.2.6)."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")
"""A CR at the end may be the first half of a CRLF."""


class ServerSentEvent(NamedTuple):
    """An event of a stream."""

    id: str
    """Empty if no event had one yet."""
    type: str
    """``message`` if the event has no type."""
    data: str


class EventParser:
    """Takes the bytes of a stream as they arrive. An incomplete event at the end is dropped."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._rest = ""
        self._id = ""
        self._type = ""
        self._data: list[str] = []

    def feed(self, chunk: bytes) -> Iterator[ServerSentEvent]:
        """The events that these bytes complete."""
        self._rest += self._decoder.decode(chunk)
        *lines, self._rest = _LINE_END.split(self._rest)
        for line in lines:
            if line == "":
                if self._data:
                    yield ServerSentEvent(self._id, self._type or "message", "\n".join(self._data))
                self._type, self._data = "", []
                continue
            self._read(line)

    def _read(self, line: str) -> None:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._type = value
        elif field == "id":
            self._id = value
