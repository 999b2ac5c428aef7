"""Verification of webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Sequence

import pytest

from framewright import FramewrightError, verify_webhook

SECRET = "whsec_" + base64.b64encode(bytes([1] * 32)).decode()
OTHER_SECRET = "whsec_" + base64.b64encode(bytes([2] * 32)).decode()
BODY = json.dumps({"type": "video.finished", "data": {"id": "a", "metadata": "Größe ✓"}}, ensure_ascii=False).encode()


def signed(age_s: int = 0, secrets: Sequence[str] = (SECRET,), body: bytes = BODY) -> dict[str, str]:
    timestamp = str(int(time.time()) - age_s)
    signatures = []
    for secret in secrets:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        digest = hmac.new(key, f"evt_1.{timestamp}.".encode() + body, hashlib.sha256).digest()
        signatures.append("v1," + base64.b64encode(digest).decode())
    return {"webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": " ".join(signatures)}


ACCEPTED: dict[str, Callable[[], tuple[bytes | str, dict[str, str]]]] = {
    "bytes": lambda: (BODY, signed()),
    "text": lambda: (BODY.decode(), signed()),
    "headers in any case": lambda: (BODY, {name.title(): value for name, value in signed().items()}),
    "a signature of a rotated secret first": lambda: (BODY, signed(secrets=[OTHER_SECRET, SECRET])),
    "a signature of a rotated secret last": lambda: (BODY, signed(secrets=[SECRET, OTHER_SECRET])),
    "an attempt of 290 s ago": lambda: (BODY, signed(age_s=290)),
    "an attempt that is 290 s early": lambda: (BODY, signed(age_s=-290)),
}


@pytest.mark.parametrize("what", ACCEPTED)
def test_a_signed_request_is_accepted(what: str) -> None:
    body, headers = ACCEPTED[what]()
    assert verify_webhook(body, headers, SECRET) == json.loads(BODY)


def changed(**headers: str) -> tuple[bytes, dict[str, str]]:
    return BODY, {**signed(), **{f"webhook-{name}": value for name, value in headers.items()}}


REFUSED: dict[str, Callable[[], tuple[bytes, dict[str, str]]]] = {
    "another body": lambda: (BODY.replace(b'"a"', b'"b"'), signed()),
    "another id": lambda: changed(id="evt_2"),
    "another time": lambda: changed(timestamp=signed(age_s=9)["webhook-timestamp"]),
    "another secret": lambda: (BODY, signed(secrets=[OTHER_SECRET])),
    "an old attempt": lambda: (BODY, signed(age_s=310)),
    "an early attempt": lambda: (BODY, signed(age_s=-310)),
    "no number as time": lambda: changed(timestamp="now"),
    "an endless number as time": lambda: changed(timestamp="9" * 65536),
    "another scheme": lambda: changed(signature=signed()["webhook-signature"].replace("v1", "v2")),
    "half a signature": lambda: changed(signature=signed()["webhook-signature"][:-24]),
    "no base64": lambda: changed(signature="v1,%"),
    "no ASCII": lambda: changed(signature="v1,ä"),
    "many signatures": lambda: changed(signature="v1,AAAA " * 8192),
    "no signature": lambda: changed(signature=""),
    "no headers": lambda: (BODY, {}),
}


@pytest.mark.parametrize("what", REFUSED)
def test_any_other_request_is_refused(what: str) -> None:
    body, headers = REFUSED[what]()
    with pytest.raises(FramewrightError) as caught:
        verify_webhook(body, headers, SECRET)
    assert caught.value.code == "INVALID_SIGNATURE"


def test_a_larger_difference_of_the_clocks_can_be_permitted() -> None:
    assert verify_webhook(BODY, signed(age_s=310), SECRET, tolerance_s=400)["type"] == "video.finished"


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_%oops", SECRET.removeprefix("whsec_")])
def test_a_malformed_secret_is_refused_without_repeating_it(secret: str) -> None:
    with pytest.raises(ValueError, match=r"^The secret of a webhook is whsec_ and base64\.$"):
        verify_webhook(BODY, signed(), secret)
