"""The built-in corpus as a source: `builtin:reviews` and `builtin:reviews-reference`."""

from auditor.data.corpus.reviews import NAMES, reviews, reviews_reference, reviews_split
from auditor.data.sources.source import Row, Source
from auditor.errors import AuditError


def builtin_source(name: str, split: str | None) -> Source:
    """`reviews` or `reviews-reference`, whole or one split."""
    if name not in NAMES:
        known = ", ".join(f"builtin:{some}" for some in NAMES)
        raise AuditError(f"builtin:{name} is not a built-in dataset", f"Built-in datasets: {known}.")
    whole = reviews if name == "reviews" else reviews_reference
    examples = reviews_split(split, name=name) if split else whole()
    return Source(
        description=f"builtin:{name}" + (f" ({split})" if split else ""),
        columns=("text", "label"),
        rows=lambda _: (Row({"text": example.texts[0], "label": example.label}) for example in examples),
    )
