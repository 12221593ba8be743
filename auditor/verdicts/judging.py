"""Judging: the verdict of the rule on any finding, and on a stored report again with another rule."""

from collections.abc import Iterable
from dataclasses import asdict, replace

from auditor.config import RuleConfig
from auditor.findings.finding import Finding, Judgement, Kind, Verdict
from auditor.findings.report import Report, counts_of
from auditor.signals.evidence import Evidence
from auditor.verdicts.order import importance
from auditor.verdicts.pair_rule import judge_pair
from auditor.verdicts.planted import look_up
from auditor.verdicts.tokens import judge_token


def judge(kind: Kind, evidence: Evidence, reach: float, rule: RuleConfig) -> Judgement:
    """The verdict on one candidate: a pure function of stored evidence and the rule."""
    return judge_pair(evidence, rule) if kind is Kind.PAIR else judge_token(evidence, reach, rule)


def judge_again(report: Report, rule: RuleConfig) -> Report:
    """The same evidence under another rule; neither model nor data are needed."""
    findings, near = (
        tuple(_judged(finding, rule) for finding in listed)
        for listed in (report.findings, report.near_misses)
    )
    ordered = tuple(sorted(findings, key=importance))
    same = _artefacts(ordered) == _artefacts(report.findings)
    summary = replace(
        report.summary,
        counts=counts_of(ordered),
        artefact_texts=report.summary.artefact_texts if same else None,
    )
    planted = tuple(look_up(one.tokens, one.label, ordered) for one in report.quality.planted)
    return replace(
        report,
        findings=ordered,
        near_misses=near,
        summary=summary,
        quality=replace(report.quality, planted=planted),
        rule=asdict(rule),
        judged_again=True,
    )


def _artefacts(findings: Iterable[Finding]) -> set[str]:
    return {finding.id for finding in findings if finding.verdict is Verdict.ARTEFACT}


def _judged(finding: Finding, rule: RuleConfig) -> Finding:
    return replace(finding, judgement=judge(finding.kind, finding.evidence, finding.reach, rule))
