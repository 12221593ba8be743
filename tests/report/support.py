"""A hand-made explanation."""

from auditor.records.text import Explanation, Pair, Status

EXPLANATION = Explanation(
    texts=("a good film",),
    words=("a", "good", "film"),
    spans=((0, 0, 1), (0, 2, 6), (0, 7, 11)),
    label="positive",
    probability=0.9,
    probability_after=0.4,
    label_after="negative",
    probability_empty=0.3,
    evidence=3.0,
    evidence_after=0.4,
    status=Status.VERIFIED,
    set=(1, 2),
    core=(1,),
    pairs=(Pair((1, 2), ("good", "film"), 0.5, 0.7, -0.1),),
    attributions=(0.0, 0.4, -0.1),
    completeness_error=0.001,
    forwards=12,
    gradients=20,
    truncated=0,
)
