"""The model and dataset hub: whether it can be reached, asked before anything waits for it.

Without a network the hub's client retries for half a minute; a look-up of its host says the same at once.
What is in the local cache loads either way.
"""

import os
import socket
from functools import cache
from urllib.parse import urlsplit
from urllib.request import getproxies

TIMEOUT = 5.0
"""Seconds to wait for the hub to answer the door."""


@cache
def hub_reachable() -> bool:
    """Whether the hub answers; False when offline mode is on."""
    from huggingface_hub import constants

    if constants.HF_HUB_OFFLINE or os.environ.get("HF_HUB_OFFLINE", "0").lower() in (
        "1",
        "true",
        "yes",
        "on",
    ):
        return False
    if getproxies():
        return True
    address = urlsplit(constants.ENDPOINT)
    port = address.port or (443 if address.scheme == "https" else 80)
    try:
        socket.create_connection((address.hostname or "", port), timeout=TIMEOUT).close()
    except OSError:
        return False
    return True
