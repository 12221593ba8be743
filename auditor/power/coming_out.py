"""Does a canary come out? The audit's own steps, on the study of a mixture.

As in `auditor.verdicts.making.find`: candidates in the order of their promise, measured by every signal,
judged by the rule, grouped. Only what concerns the canary is asked of the model: its words, the groups they
are in, its pair. What the audit says of any other token does not decide about it.
"""

from auditor.findings.finding import Verdict
from auditor.power.canary import Canary, CanaryKind
from auditor.power.mixture import in_words, number_of
from auditor.signals.candidates import Candidate
from auditor.signals.evidence import measure
from auditor.signals.study import Study
from auditor.verdicts.grouping import ACCUSED, grouped
from auditor.verdicts.making import make, worth_a_trial
from auditor.verdicts.order import importance


def tried(mixture: Study, canary: Canary) -> list[Candidate]:
    """What the audit would try of a canary."""
    if canary.kind is CanaryKind.PAIR:
        numbers = sorted(number_of(mixture.corpus, token) for token in canary.tokens)
        pair = Candidate((numbers[0], numbers[1]), canary.label)
        return [one for one in list(mixture.pair_choices)[: mixture.config.pairs] if one == pair]
    own = in_words(mixture.corpus, canary.tokens)
    chosen = worth_a_trial(mixture)[: mixture.config.candidates]
    return [one for one in chosen if one.label == canary.label and one.tokens[0] in own]


def comes_out(mixture: Study, canary: Canary) -> bool:
    """Whether the audit calls a canary an artefact or asks a person about it."""
    candidates = tried(mixture, canary)
    evidence = measure(mixture, candidates)
    findings = [(one, make(mixture, one, evidence[one])) for one in candidates]
    if canary.kind is CanaryKind.PAIR:
        return any(one.verdict in ACCUSED and one.judgement.relies for _, one in findings)
    judged = [(one, finding) for one, finding in findings if finding.verdict is not Verdict.NOTHING]
    groups = grouped(sorted(judged, key=lambda one: importance(one[1])), mixture)
    return any(finding.verdict in ACCUSED for _, finding in groups)
