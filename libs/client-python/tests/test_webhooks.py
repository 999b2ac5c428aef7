"""Verification of webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Sequence

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


SIGNATURE = signed()["webhook-signature"]


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        pytest.param(BODY, signed(), id="bytes"),
        pytest.param(BODY.decode(), signed(), id="text"),
        pytest.param(
            BODY, {name.title(): value for name, value in signed().items()}, id="names of headers in any case"
        ),
        pytest.param(BODY, signed(secrets=[OTHER_SECRET, SECRET]), id="a signature of a rotated secret first"),
        pytest.param(BODY, signed(secrets=[SECRET, OTHER_SECRET]), id="a signature of a rotated secret last"),
        pytest.param(BODY, signed(age_s=280), id="an attempt of 280 s ago"),
        pytest.param(BODY, signed(age_s=-280), id="an attempt that is 280 s early"),
    ],
)
def test_a_signed_request_is_accepted(body: bytes | str, headers: dict[str, str]) -> None:
    assert verify_webhook(body, headers, SECRET) == json.loads(BODY)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        pytest.param(BODY.replace(b'"a"', b'"b"'), signed(), id="another body"),
        pytest.param(BODY, {**signed(), "webhook-id": "evt_2"}, id="another id"),
        pytest.param(BODY, {**signed(), "webhook-timestamp": str(int(time.time()) - 1)}, id="another time"),
        pytest.param(BODY, signed(secrets=[OTHER_SECRET]), id="another secret"),
        pytest.param(BODY, signed(age_s=310), id="an old attempt"),
        pytest.param(BODY, signed(age_s=-310), id="an early attempt"),
        pytest.param(BODY, {**signed(), "webhook-timestamp": "now"}, id="no number as time"),
        pytest.param(BODY, {**signed(), "webhook-timestamp": "9" * 65536}, id="an endless number as time"),
        pytest.param(
            BODY,
            {**signed(), "webhook-signature": signed()["webhook-signature"].replace("v1", "v2")},
            id="another scheme",
        ),
        pytest.param(
            BODY, {**signed(), "webhook-signature": signed()["webhook-signature"][:-24]}, id="half a signature"
        ),
        pytest.param(BODY, {**signed(), "webhook-signature": "v1,%"}, id="no base64"),
        pytest.param(BODY, {**signed(), "webhook-signature": "v1,ä"}, id="no ASCII"),
        pytest.param(BODY, {**signed(), "webhook-signature": "v1,AAAA " * 8192}, id="many signatures"),
        pytest.param(BODY, {**signed(), "webhook-signature": ""}, id="no signature"),
        pytest.param(BODY, {}, id="no headers"),
    ],
)
def test_any_other_request_is_refused(body: bytes, headers: dict[str, str]) -> None:
    with pytest.raises(FramewrightError) as caught:
        verify_webhook(body, headers, SECRET)
    assert caught.value.code == "INVALID_SIGNATURE"


def test_a_larger_difference_of_the_clocks_can_be_permitted() -> None:
    assert verify_webhook(BODY, signed(age_s=310), SECRET, tolerance_s=400)["type"] == "video.finished"


@pytest.mark.parametrize("secret", ["", "whsec_", "whsec_%oops", SECRET.removeprefix("whsec_")])
def test_a_malformed_secret_is_refused_without_repeating_it(secret: str) -> None:
    with pytest.raises(ValueError, match=r"^The secret of a webhook is whsec_ and base64\.$"):
        verify_webhook(BODY, signed(), secret)
