"""The decision whether, and when, a request is sent again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

_FIRST_DELAY_S = 0.5
"""Least delay, and the first one that no Retry-After determines. The latter doubles with each further failure."""
_LONGEST_DELAY_S = 8.0
_JITTER = 0.25
"""Part of a delay by which it may be longer at random, so that clients do not return at the same instant."""
_TEMPORARY_STATUSES = frozenset({429, 502, 503, 504})
_REFUSED_STATUSES = frozenset({429, 503})
"""Statuses of requests that the API, or a proxy that sends Retry-After, has not begun to handle."""


@dataclass(frozen=True)
class Limits:
    """Limits of a call."""

    timeout_s: float = 30
    """Time limit of one try, its response included."""
    retries: float = 8
    """Number of repetitions after tries that failed without a Retry-After."""
    retry_for_s: float = 300
    """Time within which repetitions begin, whatever their reason. 0: the request is sent once."""


def retry_delay_s(
    status: int | None,
    retry_after: float | None,
    *,
    is_repeatable: bool,
    retries: float,
    failures: int,
    random: float,
) -> float | None:
    """The delay before a request is sent again; None if it must not be.

    Retry-After is an instruction to wait, which a call follows however often it comes. Failures without one are
    counted.

    :param status: None if there was no complete response
    :param is_repeatable: whether sending the request twice has the effect of sending it once
    :param failures: number of tries before this one that failed without a Retry-After
    :param random: 0 to 1
    """
    is_scheduled = retry_after is not None
    is_temporary = status is None or status in _TEMPORARY_STATUSES or (status == 500 and is_scheduled)
    is_refused = is_scheduled and status in _REFUSED_STATUSES
    if not is_temporary or not (is_refused or is_repeatable):
        return None
    if retry_after is None and failures >= retries:
        return None
    delay = min(_LONGEST_DELAY_S, _FIRST_DELAY_S * 2.0**failures)
    if retry_after is not None:
        delay = max(_FIRST_DELAY_S, retry_after)
    return delay * (1 + _JITTER * random)


def retry_after_s(value: str | None) -> float | None:
    """``Retry-After`` in seconds, whether it is a number or a date (RFC 9110 §10.2.3)."""
    if value is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", value):
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=timezone.utc)
    return max(0.0, (at - datetime.now(timezone.utc)).total_seconds())
