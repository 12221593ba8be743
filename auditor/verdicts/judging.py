"""Judging: the verdict of the rule on any finding, and on a stored report again with another rule."""

from collections.abc import Iterable
from dataclasses import asdict, replace

from auditor.config import RuleConfig
from auditor.findings.finding import Choice, Finding, Judgement, Kind, Verdict
from auditor.findings.report import Report, counts_of
from auditor.signals.evidence import Evidence
from auditor.verdicts.order import importance
from auditor.verdicts.pair_rule import judge_pair
from auditor.verdicts.planted import look_up_again
from auditor.verdicts.tokens import judge_token


def judge(
    kind: Kind, evidence: Evidence, reach: float, rule: RuleConfig, decision: Choice | None = None
) -> Judgement:
    """The verdict on one candidate: a pure function of stored evidence, the rule and a decision."""
    if kind is Kind.PAIR:
        return judge_pair(evidence, rule, decision)
    return judge_token(evidence, reach, rule, decision)


def judge_again(report: Report, rule: RuleConfig) -> Report:
    """The same evidence under another rule; neither model nor data are needed."""
    findings, near = (
        tuple(judged(finding, rule) for finding in listed) for listed in (report.findings, report.near_misses)
    )
    changed = with_findings(report, findings)
    # What the audit would have found is that of the other rule.
    return replace(changed, near_misses=near, rule=asdict(rule), judged_again=True, power=None)


def judged(finding: Finding, rule: RuleConfig) -> Finding:
    """A finding under a rule, with the decision that it has."""
    decision = finding.decision.decision if finding.decision else None
    return replace(finding, judgement=judge(finding.kind, finding.evidence, finding.reach, rule, decision))


def with_findings(report: Report, findings: Iterable[Finding]) -> Report:
    """A report with other judgements of its findings: in their order, and counted again."""
    ordered = tuple(sorted(findings, key=importance))
    same = _artefacts(ordered) == _artefacts(report.findings)
    summary = replace(
        report.summary,
        counts=counts_of(ordered),
        artefact_texts=report.summary.artefact_texts if same else None,
    )
    planted = tuple(look_up_again(one, ordered) for one in report.quality.planted)
    return replace(
        report, findings=ordered, summary=summary, quality=replace(report.quality, planted=planted)
    )


def _artefacts(findings: Iterable[Finding]) -> set[str]:
    return {finding.id for finding in findings if finding.verdict is Verdict.ARTEFACT}
