"""The time, as records hold it."""

import os
from datetime import UTC, datetime


def now() -> str:
    """Seconds of the day in ISO 8601; `SOURCE_DATE_EPOCH` replaces the clock."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)
    return moment.isoformat(timespec="seconds")
