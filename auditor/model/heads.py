"""How a model's outputs are read: one class of several by a softmax, or one label of several by its sigmoid.

A multi-label head scores every label for itself, and so does a head with a single output. Read by a softmax,
its labels would compete, which they do not: one label is audited against the rest.
"""

from dataclasses import dataclass
from typing import Any

import torch

from auditor.errors import AuditError

MULTI_LABEL = "multi_label_classification"


@dataclass(frozen=True)
class Head:
    """The classes, and the outputs that they are read from."""

    labels: tuple[str, ...]
    """The classes of the audit."""
    output: int | None = None
    """The output whose sigmoid is the second class's probability; None: a softmax over all outputs."""

    def read(self, logits: torch.Tensor) -> torch.Tensor:
        """(rows, classes) logits whose softmax gives the classes' probabilities."""
        if self.output is None:
            return logits
        own = logits[:, self.output]
        return torch.stack([torch.zeros_like(own), own], dim=-1)


def head_of(config: Any, target: str | None = None) -> Head:
    """The head that a configuration describes, for the label `target` where each stands for itself."""
    names = tuple(str(config.id2label[number]) for number in range(config.num_labels))
    if not names:
        raise AuditError("the model has no outputs", "A classifier with a class or more is needed.")
    many = getattr(config, "problem_type", None) == MULTI_LABEL
    if not many and len(names) > 1:
        if target is not None:
            raise AuditError(
                f"the model gives each text one of its classes, and the label {target!r} was asked for",
                "Leave --target-label out: all classes are audited together.",
            )
        return Head(names)
    if target is None:
        kind = "is a multi-label model" if many else "has one output, which is read by its sigmoid"
        raise AuditError(
            f"the model {kind}; its labels are {', '.join(names)}",
            f"Audit one label against the rest, for instance --target-label {names[0]!r}.",
        )
    if target not in names:
        raise AuditError(f"the model has no label {target!r}", f"Its labels are {', '.join(names)}.")
    return Head((f"not {target}", target), names.index(target))
