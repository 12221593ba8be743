"""Judging: the verdict of the rule on any finding, and on a stored report again with another rule."""

from dataclasses import asdict, replace

from auditor.config import RuleConfig
from auditor.findings.finding import Finding, Judgement, Kind
from auditor.findings.report import Report, counts_of
from auditor.signals.evidence import Evidence
from auditor.verdicts.order import importance
from auditor.verdicts.pair_rule import judge_pair
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
    summary = replace(report.summary, counts=counts_of(ordered))
    return replace(
        report, findings=ordered, near_misses=near, summary=summary, rule=asdict(rule), judged_again=True
    )


def _judged(finding: Finding, rule: RuleConfig) -> Finding:
    return replace(finding, judgement=judge(finding.kind, finding.evidence, finding.reach, rule))
