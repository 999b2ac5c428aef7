"""Decisions about retries."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from email.utils import format_datetime

import pytest

from framewright.retry import retry_after_s, retry_delay_s


def delay(
    status: int | None, retry_after: float | None, is_repeatable: bool, failures: int = 0, random: float = 0
) -> float | None:
    return retry_delay_s(status, retry_after, is_repeatable=is_repeatable, retries=8, failures=failures, random=random)


@pytest.mark.parametrize(
    ("status", "retry_after", "is_repeatable", "expected"),
    [
        pytest.param(429, 17, False, 17, id="429 with Retry-After: the request was refused"),
        pytest.param(503, 3, False, 3, id="503 with Retry-After: the request was refused"),
        pytest.param(503, None, False, None, id="503 without: a proxy may have passed it on"),
        pytest.param(503, None, True, 0.5, id="503 without, repeatable"),
        pytest.param(500, 2, False, None, id="500 with Retry-After: it may have been carried out"),
        pytest.param(500, 2, True, 2, id="500 with Retry-After, repeatable"),
        pytest.param(500, None, True, None, id="500 without: not temporary"),
        pytest.param(502, None, True, 0.5, id="502, repeatable"),
        pytest.param(504, None, False, None, id="504"),
        pytest.param(None, None, False, None, id="no response"),
        pytest.param(None, None, True, 0.5, id="no response, repeatable"),
        pytest.param(200, None, True, None, id="success"),
        pytest.param(200, 2, True, None, id="a video in progress, whose Retry-After proposes a read"),
        pytest.param(422, 1, True, None, id="a fault of the request"),
    ],
)
def test_a_request_is_repeated(
    status: int | None, retry_after: float | None, is_repeatable: bool, expected: float | None
) -> None:
    assert delay(status, retry_after, is_repeatable) == expected


def test_delays_double_up_to_8_s_for_as_many_failures_as_there_are_retries() -> None:
    delays = [delay(None, None, True, failures) for failures in range(10)]
    assert delays == [0.5, 1, 2, 4, 8, 8, 8, 8, None, None]


def test_retry_after_is_followed_after_any_number_of_failures_and_never_without_a_pause() -> None:
    assert delay(429, 2, True, 1000) == 2
    assert delay(503, 0, True, 9) == 0.5


def test_a_repetition_never_comes_before_retry_after_nor_a_quarter_of_it_later() -> None:
    assert [delay(429, 100, False, random=each) for each in (0, 0.5, 1)] == [100, 112.5, 125]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("17", 17),
        ("soon", None),
        ("-1", None),
        ("١٧", None),
        ("9" * 65536, None),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
    ],
)
def test_retry_after_is_a_number_or_a_date(value: str | None, expected: float | None) -> None:
    assert retry_after_s(value) == expected


def test_retry_after_may_be_a_date_ahead() -> None:
    value = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=60), usegmt=True)
    seconds = retry_after_s(value)
    assert seconds is not None
    assert 30 < seconds <= 60
