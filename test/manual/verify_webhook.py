import base64
import hashlib
import hmac
import json
import time

TOLERANCE_S = 300


def verify_webhook(secret: str, headers: dict[str, str], body: bytes) -> dict:
    """Verifies a webhook (Standard Webhooks 1.0) and returns its event.

    secret: the `secret` of the webhook, `whsec_…`
    headers: with names in lower case
    body: the bytes of the request as received, before any JSON parser
    """
    timestamp = headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > TOLERANCE_S:
        raise ValueError("too old or too new")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(given, expected) for given in headers["webhook-signature"].split(" ")):
        raise ValueError("the signature does not match")
    return json.loads(body)
