"""
Each request comes from a client address of its own: from one address, the gateway answers 429 to more than 60 invalid keys a
minute. Schemathesis has no hook for the requests of its checks, which are those with invalid keys.
"""

from ipaddress import ip_address
from itertools import count

import requests

ADDRESSES = (str(ip_address(number)) for number in count(int(ip_address("10.0.0.1"))))

send = requests.Session.send


def send_from_new_address(session, request, **kwargs):
    request.headers["X-Forwarded-For"] = next(ADDRESSES)
    return send(session, request, **kwargs)


requests.Session.send = send_from_new_address
