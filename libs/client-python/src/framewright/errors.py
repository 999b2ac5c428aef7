"""The only error class."""

from __future__ import annotations

from collections.abc import Sequence

from .models import ValidationDetail, Video

_TEMPORARY_STATUSES = frozenset({429, 502, 503, 504})
_TEMPORARY_CODES = frozenset({"NO_RESPONSE", "TIMEOUT"})


class FramewrightError(Exception):
    """Every failure that this package reports: an error response, no response, a video that failed, a wrong signature.

    ``str(error)`` is a sentence for people. What the network reported is the ``__cause__``.
    """

    code: str
    """A code of the API or of a video, or ``UNKNOWN``, ``NO_RESPONSE``, ``TIMEOUT``, ``INVALID_SIGNATURE``."""
    status: int | None
    """The HTTP status; None if there is no response."""
    details: str | None
    """The exact reason, if the API gives one."""
    faults: Sequence[ValidationDetail]
    """The faults of a ``VALIDATION_ERROR``."""
    retry_after_s: float | None
    """Seconds after which the request may be repeated."""
    request_id: str | None
    """``X-Request-Id`` of the response, by which the operator finds the request."""
    video: Video | None
    """The video that failed, or that had not ended in time."""
    retryable: bool
    """Whether the same call may succeed later without a change."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        details: str | None = None,
        faults: Sequence[ValidationDetail] = (),
        retry_after_s: float | None = None,
        request_id: str | None = None,
        video: Video | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.details = details
        self.faults = faults
        self.retry_after_s = retry_after_s
        self.request_id = request_id
        self.video = video
        self.retryable = self._is_temporary()

    def _is_temporary(self) -> bool:
        reason = self.video["error"] if self.video is not None else None
        if reason is not None:
            return reason["retryable"]
        return (
            self.code in _TEMPORARY_CODES
            or self.status in _TEMPORARY_STATUSES
            or (self.status == 500 and self.retry_after_s is not None)
        )
