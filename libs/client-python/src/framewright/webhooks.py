"""Verification of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import TypeAlias

from .errors import FramewrightError
from .models import AlertEvent, BatchEvent, Event

WebhookEvent: TypeAlias = "Event | BatchEvent | AlertEvent"
"""The event that a webhook received. Its ``type`` states whether it is about a video, a batch or an alert."""

_SECRET_PREFIX = "whsec_"
_SIGNATURE_PREFIX = "v1,"


def verify_webhook(
    body: bytes | str, headers: Mapping[str, str], secret: str, *, tolerance_s: float = 300
) -> WebhookEvent:
    """Verifies a webhook request as Standard Webhooks 1.0 specifies, and returns its event.

    Comparisons take constant time. After a rotation of the secret, a request has a signature of the former and one of
    the new secret; either secret verifies it.

    :param body: as it was received, before any parsing
    :param headers: of the request, in any case
    :param secret: ``whsec_…``, from the response that created the webhook or rotated its secret
    :param tolerance_s: permitted difference between the time of the attempt and the clock
    :raises FramewrightError: ``INVALID_SIGNATURE``; respond with 400
    :raises ValueError: for a malformed secret
    """
    key = _key_of(secret)
    found = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, timestamp, signatures = (found[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
    except KeyError as error:
        raise _invalid(f"The header {error.args[0]} is missing") from None
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(time.time() - int(timestamp)) > tolerance_s:
        raise _invalid(f"webhook-timestamp differs from the clock by more than {tolerance_s:g} s")
    content = body.encode() if isinstance(body, str) else bytes(body)
    expected = hmac.new(key, f"{event_id}.{timestamp}.".encode() + content, hashlib.sha256).digest()
    if not any(hmac.compare_digest(given, expected) for given in _given(signatures)):
        raise _invalid("No signature in webhook-signature is that of the body")
    event: WebhookEvent = json.loads(content)
    return event


def _given(signatures: str) -> list[bytes]:
    given = []
    for signature in signatures.split(" "):
        decoded = _from_base64(signature.removeprefix(_SIGNATURE_PREFIX))
        if signature.startswith(_SIGNATURE_PREFIX) and decoded is not None:
            given.append(decoded)
    return given


def _key_of(secret: str) -> bytes:
    key = _from_base64(secret.removeprefix(_SECRET_PREFIX))
    if not secret.startswith(_SECRET_PREFIX) or not key:
        raise ValueError("The secret of a webhook is whsec_ and base64.")
    return key


def _from_base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _invalid(message: str) -> FramewrightError:
    return FramewrightError(message, code="INVALID_SIGNATURE")
