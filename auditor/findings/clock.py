"""The time that a report carries."""

import os
from datetime import UTC, datetime


def now() -> str:
    """The time in ISO 8601; `SOURCE_DATE_EPOCH` replaces the clock."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)
    return moment.isoformat(timespec="seconds")
