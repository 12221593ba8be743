"""A report without the dataset's words: tokens are renamed in the records, texts are emptied, figures stay.

Tokens become `token 1` and so on, in the order of the findings. Of a text the places of its words stay, with
the names of those in the minimal set, or of those that were written in or taken out. Ids are hashes of words,
which can be guessed, so they are numbered anew; a row number still leads whoever has the dataset to the text.
Names of classes and of files stay. Of the run's manifest and the settings, only what is known to hold no text
is kept. Every output is then rendered from the renamed records.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from auditor.config import EvidenceConfig
from auditor.findings.finding import Finding
from auditor.findings.report import Quality, Report, Shown
from auditor.normal import normal
from auditor.signals.evidence import Evidence
from auditor.signals.pieces import NAME as PIECES
from auditor.signals.pieces import Pieces
from auditor.signals.strata import NAME as STRATA
from auditor.signals.strata import Strata
from auditor.signals.trials import Trial

HIDDEN = "▢"
"""A word without a name."""
GONE = "…"
"""A quotation, or the rest of a command."""
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
_CHOICES = frozenset(field.name for field in fields(EvidenceConfig))
"""Settings whose values are numbers or one of a few words of ours."""
_QUOTED = re.compile(r"""(?<!\w)['"`“‘«‹](?:.*['"`”’»›](?!\w)|.*)""", re.DOTALL)
"""From the first quotation mark to the last: what is quoted may hold quotation marks of its own."""
_WORD = re.compile(r"\S+")
_FAILED = re.compile(r"^(the \w+ failed: \w+): .*", re.DOTALL)
"""The message of a library's exception can hold anything."""


@dataclass(frozen=True)
class Names:
    """The new names of tokens, findings and texts."""

    tokens: dict[str, str]
    """By a token's normal form."""
    findings: dict[str, str]
    """By id."""
    texts: dict[str, str]
    """By id."""
    groups: dict[str, str]
    """Of the data: authors, sites."""

    def token(self, token: str) -> str:
        """The name of a token, however it is written."""
        return self.tokens.get(normal(token), HIDDEN)

    def finding(self, id_: str | None) -> str | None:
        """The new id of a finding, if there is one."""
        return self.findings.get(id_ or "")


def redact(report: Report) -> Report:
    """The report without texts and tokens; once redacted, it stays as it is."""
    if report.redacted:
        return report
    names = _names(report)
    return replace(
        report,
        run=_run(report.run),
        audit=_settings(report.audit),
        rule={name: value for name, value in report.rule.items() if isinstance(value, int | float)},
        quality=_quality(report.quality, names),
        findings=tuple(_finding(finding, names) for finding in report.findings),
        near_misses=tuple(_finding(finding, names) for finding in report.near_misses),
        shown={names.texts[id_]: _shown(shown, names) for id_, shown in report.shown.items()},
        tokens=tuple(
            replace(point, token=names.token(point.token), finding=names.finding(point.finding))
            for point in report.tokens
        ),
        pairs=tuple(
            replace(
                link,
                tokens=(names.token(link.tokens[0]), names.token(link.tokens[1])),
                finding=names.finding(link.finding),
            )
            for link in report.pairs
        ),
        likeness={
            names.findings[one]: {
                names.findings[other]: cosine for other, cosine in like.items() if other in names.findings
            }
            for one, like in report.likeness.items()
            if one in names.findings
        },
        redacted=True,
        signature=None,  # what was signed is not what is left
    )


def _names(report: Report) -> Names:
    listed = (*report.findings, *report.near_misses)
    findings = _numbered("finding-", (finding.id for finding in report.findings))
    near_misses = _numbered("near-miss-", (finding.id for finding in report.near_misses))
    named = (id_ for finding in listed for id_ in (*finding.examples, *finding.counterexamples))
    texts = (*named, *sorted(report.shown, key=lambda id_: report.shown[id_].row))
    groups = sorted({one.name for finding in listed for one in finding.evidence.of(Strata).groups})
    return Names(
        _token_names(report), findings | near_misses, _numbered("text-", texts), _numbered("group ", groups)
    )


def _token_names(report: Report) -> dict[str, str]:
    """Tokens of findings first; a form of a token has the token's name."""
    listed = (*report.findings, *report.near_misses)
    tokens = [token for finding in listed for token in finding.tokens]
    tokens += [token for finding in listed for token in finding.members]
    tokens += [token for planted in report.quality.planted for token in planted.tokens]
    tokens += [point.token for point in report.tokens]
    tokens += [token for link in report.pairs for token in link.tokens]
    names = _numbered("token ", map(normal, tokens))
    forms = {normal(form): names[normal(finding.tokens[0])] for finding in listed for form in finding.forms}
    return forms | names


def _numbered(prefix: str, keys: Iterable[str]) -> dict[str, str]:
    return {key: f"{prefix}{number}" for number, key in enumerate(dict.fromkeys(keys), 1)}


def _finding(finding: Finding, names: Names) -> Finding:
    return replace(
        finding,
        id=names.findings[finding.id],
        tokens=tuple(map(names.token, finding.tokens)),
        members=tuple(map(names.token, finding.members)),
        source="" if finding.group == "family" else finding.source,
        forms=(),
        examples=tuple(names.texts[text] for text in finding.examples),
        counterexamples=tuple(names.texts[text] for text in finding.counterexamples),
        evidence=_evidence(finding.evidence, names),
        decision=replace(finding.decision, note="") if finding.decision else None,
    )


def _evidence(evidence: Evidence, names: Names) -> Evidence:
    """The same with other names for the groups of the data, and trials and pieces of words hidden."""
    parts = {
        name: replace(part, trials=tuple(_trial(trial, names) for trial in part.trials))
        if getattr(part, "trials", ())
        else part
        for name, part in evidence.parts.items()
    }
    found = evidence.of(Strata)
    if found.groups:
        groups = tuple(replace(one, name=names.groups[one.name]) for one in found.groups)
        parts[STRATA] = replace(found, groups=groups)
    pieces = evidence.of(Pieces)
    if pieces.pieces:
        parts[PIECES] = replace(pieces, pieces=tuple(HIDDEN for _ in pieces.pieces))
    return Evidence(parts)


def _trial(trial: Trial, names: Names) -> Trial:
    """The text as a row of hidden words, with names for those that it is about."""
    text, words, position = "", [], 0
    for start, end in trial.words:
        before = _WORD.sub(HIDDEN, trial.text[position:start])
        word = names.token(trial.text[start:end])
        words.append((len(text) + len(before), len(text) + len(before) + len(word)))
        text, position = f"{text}{before}{word}", end
    text += _WORD.sub(HIDDEN, trial.text[position:])
    return replace(trial, text=text, words=tuple(words), other=_WORD.sub(HIDDEN, trial.other))


def _shown(shown: Shown, names: Names) -> Shown:
    """The text as a row of hidden words, with names for those of the minimal set."""
    texts, spans = [""] * len(shown.texts), []
    for place, (field, start, end) in enumerate(shown.spans):
        word = names.token(shown.texts[field][start:end]) if place in shown.set else HIDDEN
        begin = len(texts[field]) + 1 if texts[field] else 0
        texts[field] = f"{texts[field]} {word}".lstrip()
        spans.append((field, begin, begin + len(word)))
    return replace(shown, id=names.texts[shown.id], texts=tuple(texts), spans=tuple(spans))


def _quality(quality: Quality, names: Names) -> Quality:
    planted = (
        replace(one, tokens=tuple(map(names.token, one.tokens)), finding=names.finding(one.finding))
        for one in quality.planted
    )
    cautions = tuple(replace(one, named=tuple(HIDDEN for _ in one.named)) for one in quality.cautions)
    return replace(quality, skips=_reasons(quality.skips), planted=tuple(planted), cautions=cautions)


def _reasons(counts: Any) -> dict[str, int]:
    """Reasons without what they quote; those that differed only in that are one."""
    found: Counter[str] = Counter()
    for reason, count in counts.items() if isinstance(counts, dict) else ():
        found[_QUOTED.sub(GONE, _FAILED.sub(r"\1", str(reason)))] += count
    return dict(found)


def _run(run: Mapping[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for name, value in run.items():
        if name in _RUN:
            kept[name] = value
        elif name == "command" and isinstance(value, list):
            kept[name] = [*value[:2], *([GONE] if len(value) > 2 else [])]
        elif name == "skips":
            kept[name] = _reasons(value)
        elif name == "data" and isinstance(value, dict):
            kept[name] = {key: part for key, part in value.items() if key in _DATA}
            kept[name] |= {"unreadable": _reasons(value.get("unreadable"))}
    return kept


def _settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers, and the settings that are one of a few words of ours."""
    return {
        name: value
        for name, value in settings.items()
        if value is None or isinstance(value, int | float) or (name in _CHOICES and isinstance(value, str))
    }
