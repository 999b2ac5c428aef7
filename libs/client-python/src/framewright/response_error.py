"""Errors of responses."""

from __future__ import annotations

import json
from collections.abc import Mapping

from .errors import FramewrightError
from .retry import retry_after_s


def response_error(status: int, headers: Mapping[str, str], body: bytes) -> FramewrightError:
    """The error of an error response of the API, or of a proxy in front of it."""
    found = _error_in(body)
    code, message, details = found.get("code"), found.get("message"), found.get("details")
    return FramewrightError(
        message if isinstance(message, str) else f"The response has status {status}",
        code=code if isinstance(code, str) else "UNKNOWN",
        status=status,
        details=details if isinstance(details, str) else None,
        faults=details if isinstance(details, list) else (),
        retry_after_s=retry_after_s(headers.get("Retry-After")),
        request_id=headers.get("X-Request-Id"),
    )


def _error_in(body: bytes) -> dict[str, object]:
    try:
        parsed: object = json.loads(body)
    except ValueError:
        return {}
    error: object = parsed.get("error") if isinstance(parsed, dict) else None
    return error if isinstance(error, dict) else {}
