"""A report without the dataset's words: every text and token is taken out, the figures stay.

Tokens get neutral names, `token 1` and so on, in the order of the findings. Of a text the places of its words
stay, with the names of those in the minimal set. Ids are hashes of words, which can be guessed, so they are
numbered anew; a row number still leads whoever has the dataset to the text. Names of classes and of files
stay. Of the run's manifest only what is known to hold no text is kept.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from auditor.findings import Finding, PairLink, Quality, Reason, Report, Shown, TokenPoint
from auditor.report.pseudonyms import GONE, Pseudonyms, pseudonyms

HIDDEN = "▢"
"""Stands for a word."""
_RUN = frozenset(
    (
        "format",
        "complete",
        "fingerprint",
        "version",
        "libraries",
        "method",
        "sweep",
        "seed",
        "model",
        "examples",
        "shard_size",
        "shards",
        "sessions",
        "done",
        "repeated",
        "statuses",
        "costs",
    )
)
"""Parts of the manifest that hold no text."""
_DATA = frozenset(("source", "columns", "labels"))
_SETTINGS_WITH_TEXT = frozenset(("injection", "planted", "command", "decisions"))


def redact(report: Report) -> Report:
    """The report without texts and tokens; once redacted, it stays as it is."""
    if report.redacted:
        return report
    names, ids, texts = _names(report), _finding_ids(report), _text_ids(report)

    def renamed(finding: Finding) -> Finding:
        return _finding(finding, names, id_=ids[finding.id], texts=texts)

    return replace(
        report,
        run=_run(report.run, names),
        audit=_settings(report.audit, names),
        quality=_quality(report.quality, names, ids),
        findings=tuple(map(renamed, report.findings)),
        near_misses=tuple(map(renamed, report.near_misses)),
        shown={texts[shown.id]: _shown(shown, names, texts[shown.id]) for shown in report.shown.values()},
        tokens=tuple(_point(point, names, ids) for point in report.tokens),
        pairs=tuple(_link(link, names, ids) for link in report.pairs),
        redacted=True,
    )


def _names(report: Report) -> Pseudonyms:
    listed = (*report.findings, *report.near_misses)

    tokens = [token for finding in listed for token in finding.tokens]
    tokens += [token for finding in listed for token in finding.members]
    tokens += [token for planted in report.quality.planted for token in planted.tokens]
    others = [point.token for point in report.tokens]
    others += [token for link in report.pairs for token in link.tokens]
    forms = [(form, finding.tokens[0]) for finding in listed for form in finding.forms]
    return pseudonyms(tokens, others, forms=forms, kept=(*report.summary.labels, *report.summary.rule))


def _finding_ids(report: Report) -> dict[str, str]:
    found = {finding.id: f"finding-{n}" for n, finding in enumerate(report.findings, 1)}
    return found | {finding.id: f"near-miss-{n}" for n, finding in enumerate(report.near_misses, 1)}


def _text_ids(report: Report) -> dict[str, str]:
    named = (
        id_ for f in (*report.findings, *report.near_misses) for id_ in (*f.examples, *f.counterexamples)
    )
    in_order = dict.fromkeys((*named, *sorted(report.shown, key=lambda id_: report.shown[id_].row)))
    return {id_: f"text-{n}" for n, id_ in enumerate(in_order, 1)}


def _finding(finding: Finding, names: Pseudonyms, *, id_: str, texts: Mapping[str, str]) -> Finding:
    reasons = (
        Reason(
            names.sentence(reason.rule),
            names.sentence(reason.value),
            names.sentence(reason.threshold),
            reason.met,
        )
        for reason in finding.reasons
    )
    return replace(
        finding,
        id=id_,
        tokens=tuple(map(names.name, finding.tokens)),
        sentence=names.sentence(finding.sentence),
        next_step=names.sentence(finding.next_step),
        reasons=tuple(reasons),
        members=tuple(map(names.name, finding.members)),
        forms=(),
        examples=tuple(texts[text] for text in finding.examples),
        counterexamples=tuple(texts[text] for text in finding.counterexamples),
        failed=names.sentence(finding.failed),
        decision=replace(finding.decision, note="") if finding.decision else None,
    )


def _shown(shown: Shown, names: Pseudonyms, id_: str) -> Shown:
    """The text as a row of hidden words, with names for those of the minimal set."""
    texts, spans = [""] * len(shown.texts), []
    for place, (field, start, end) in enumerate(shown.spans):
        name = names.name(shown.texts[field][start:end]) if place in shown.set else HIDDEN
        word = HIDDEN if name == GONE else name
        begin = len(texts[field]) + 1 if texts[field] else 0
        texts[field] = f"{texts[field]} {word}".lstrip()
        spans.append((field, begin, begin + len(word)))
    return replace(shown, id=id_, texts=tuple(texts), spans=tuple(spans))


def _point(point: TokenPoint, names: Pseudonyms, ids: Mapping[str, str]) -> TokenPoint:
    return replace(point, token=names.name(point.token), finding=ids.get(point.finding or ""))


def _link(link: PairLink, names: Pseudonyms, ids: Mapping[str, str]) -> PairLink:
    first, second = map(names.name, link.tokens)
    return replace(link, tokens=(first, second), finding=ids.get(link.finding or ""))


def _quality(quality: Quality, names: Pseudonyms, ids: Mapping[str, str]) -> Quality:
    planted = (
        replace(one, tokens=tuple(map(names.name, one.tokens)), finding=ids.get(one.finding or ""))
        for one in quality.planted
    )
    return replace(
        quality,
        skips=_reasons(quality.skips, names),
        planted=tuple(planted),
        warnings=tuple(map(names.reason, quality.warnings)),
    )


def _reasons(counts: Any, names: Pseudonyms) -> dict[str, int]:
    """Counts by reason; reasons that differed only in what they quoted are one."""
    found: Counter[str] = Counter()
    for reason, count in counts.items() if isinstance(counts, dict) else ():
        found[names.reason(str(reason))] += count
    return dict(found)


def _run(run: Mapping[str, Any], names: Pseudonyms) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in run.items():
        if name in _RUN:
            kept[name] = value
        elif name == "command" and isinstance(value, list):
            kept[name] = [*value[:2], *([GONE] if len(value) > 2 else [])]
        elif name == "skips":
            kept[name] = _reasons(value, names)
        elif name == "data" and isinstance(value, dict):
            kept[name] = {key: part for key, part in value.items() if key in _DATA}
            kept[name] |= {"unreadable": _reasons(value.get("unreadable"), names)}
    return kept


def _settings(settings: Mapping[str, Any], names: Pseudonyms) -> dict[str, Any]:
    """Numbers and names of settings; a list of words is none of these."""
    kept: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, dict) and name not in _SETTINGS_WITH_TEXT:
            kept[name] = _settings(value, names)
        elif isinstance(value, str):
            kept[name] = names.reason(value)
        elif isinstance(value, list | tuple):
            kept[name] = [item for item in value if isinstance(item, int | float)]
        elif value is None or isinstance(value, int | float):
            kept[name] = value
    return kept
