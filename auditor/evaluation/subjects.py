"""One text on its way through the evaluation: what the methods said of it, and what was measured."""

from dataclasses import dataclass, field

from auditor.data.examples import Example
from auditor.errors import AuditError
from auditor.evaluation.explaining import Run
from auditor.evaluation.measures import Measured
from auditor.evaluation.memo import Memo
from auditor.evaluation.methods import MethodResult
from auditor.model.encoding import Encoded


@dataclass(eq=False)
class Subject:
    """A text, filled in step by step."""

    example: Example
    """The text with its id."""
    encoded: Encoded | None = None
    """None where the text cannot be read; the reason is then in every result."""
    memo: Memo | None = None
    """What the model said about it so far."""
    results: dict[Run, MethodResult | AuditError] = field(default_factory=dict)
    """What each run of a method said, or why it did not."""
    figures: dict[Run, Measured] = field(default_factory=dict)
    """What was measured of it."""
    units: int = 0
    """Words or pieces of the text; 0 where it cannot be read."""
    reachable: bool = False
    """Whether some method's set loses the class."""
    too_short: bool = False
    """Whether K is zero for every method, since a tenth of its units is less than one."""

    def failure(self, method: str) -> AuditError | None:
        """Why a method has no result here, if it has none."""
        found = (result for (name, _), result in self.results.items() if name == method)
        return next((result for result in found if isinstance(result, AuditError)), None)
