"""The figures of a finding: each estimate of its evidence with a short name and a plain title."""

from dataclasses import dataclass
from typing import Any

from auditor.findings import Estimate, Finding


@dataclass(frozen=True)
class Figure:
    """One estimate of a finding's evidence."""

    name: str
    """Short, for columns and JSON."""
    title: str
    """For people."""
    path: str
    """Where it stands in the evidence."""
    ratio: bool = False
    """Whether 1, not 0, stands for nothing."""
    pairs_only: bool = False

    def of(self, finding: Finding) -> Estimate:
        """The estimate; empty where this kind of finding has none."""
        part: Any = finding.evidence
        for name in self.path.split("."):
            part = getattr(part, name, None)
        return part if isinstance(part, Estimate) else Estimate()


FIGURES = (
    Figure("share", "P(label | present)", "association.share"),
    Figure("odds_ratio", "odds ratio", "association.odds_ratio", ratio=True),
    Figure("enrichment", "needed, against chance", "reliance.enrichment", ratio=True),
    Figure("share_of_sets", "share of the label's sets", "reliance.share_of_sets"),
    Figure(
        "beyond_members", "needed, beyond its members", "reliance.beyond_members", ratio=True, pairs_only=True
    ),
    Figure("deletion", "deleted: predictions lost", "intervention.deletion.rate"),
    Figure("deletion_placebo", "deleted: placebo", "intervention.deletion.placebo"),
    Figure("deletion_effect", "deleted: mean effect", "intervention.deletion.effect"),
    Figure("evidence_lost", "deleted: evidence lost", "intervention.evidence_lost"),
    Figure("insertion", "inserted: predictions turned", "intervention.insertion.rate"),
    Figure("insertion_placebo", "inserted: placebo", "intervention.insertion.placebo"),
    Figure("insertion_effect", "inserted: mean effect", "intervention.insertion.effect"),
    Figure("second_difference", "second difference", "interaction.second_difference", pairs_only=True),
    Figure("second_difference_placebo", "second difference: placebo", "interaction.placebo", pairs_only=True),
    Figure("share_apart", "P(label | one of the two)", "interaction.share_apart", pairs_only=True),
    Figure("reference_share", "P(label | present), reference", "task.reference_share"),
    Figure("agreement", "accuracy where it agrees", "harm.agreement"),
    Figure("conflict", "accuracy where it conflicts", "harm.conflict"),
    Figure("followed", "followed where it conflicts", "harm.followed"),
    Figure("worst_group", "accuracy of the worst group", "harm.worst_group"),
)
"""In the order in which the questions are asked: dataset, model, cause, task, harm."""
