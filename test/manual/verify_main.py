"""Verifies the deliveries on stdin, a JSON array, and prints whether each is valid."""

import json
import sys

from verify_webhook import verify_webhook


def is_valid(delivery: dict) -> bool:
    try:
        verify_webhook(delivery["secret"], delivery["headers"], delivery["body"].encode())
        return True
    except ValueError:
        return False


print(json.dumps([is_valid(delivery) for delivery in json.load(sys.stdin)]))
