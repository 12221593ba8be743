"""Find out what a text classifier really learned from its dataset.

    from auditor import audit, explain

    run = audit("path/to/model", "reviews.csv", limit=500)
    [explanation] = explain("path/to/model", "a moving and often funny film")

Names are loaded on first use, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.api import audit as audit
    from auditor.api import explain as explain
    from auditor.config import CidrConfig as CidrConfig
    from auditor.errors import AuditError as AuditError
    from auditor.model.asked.endpoint import Endpoint as Endpoint
    from auditor.model.pretrained import load_classifier as load_classifier
    from auditor.records.text import Explanation as Explanation
    from auditor.runs import load_run as load_run

_HOMES = {
    "AuditError": "auditor.errors",
    "audit": "auditor.api",
    "CidrConfig": "auditor.config",
    "Endpoint": "auditor.model.asked.endpoint",
    "Explanation": "auditor.records.text",
    "explain": "auditor.api",
    "load_classifier": "auditor.model.pretrained",
    "load_run": "auditor.runs",
}
__all__ = [
    "AuditError",
    "CidrConfig",
    "Endpoint",
    "Explanation",
    "audit",
    "explain",
    "load_classifier",
    "load_run",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
