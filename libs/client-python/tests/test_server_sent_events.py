"""The parser of server-sent events."""

from __future__ import annotations

from itertools import pairwise

import pytest

from framewright.server_sent_events import EventParser, ServerSentEvent

STREAM = (
    '\ufeffretry: 2000\n\nid: 7\nevent: video\ndata: {"a":"ä"}\n\n:\n\ndata:one\ndata: two\r\n\r\nid\rdata: 3\r\r'
    "\ndata: incomplete"
).encode()
EVENTS = [
    ServerSentEvent("7", "video", '{"a":"ä"}'),
    ServerSentEvent("7", "message", "one\ntwo"),
    ServerSentEvent("", "message", "3"),
]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 11, 1000])
def test_the_events_are_the_same_however_the_bytes_are_cut(size: int) -> None:
    for start in range(size):
        cuts = [0, *range(start, len(STREAM), size), len(STREAM)]
        parser = EventParser()
        found = [event for begin, end in pairwise(cuts) for event in parser.feed(STREAM[begin:end])]
        assert found == EVENTS
