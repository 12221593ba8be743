"""One thing is one finding: a group of words, inflections of a word, tokens that always stand together."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from auditor.features.form import Form
from auditor.features.kinds import style_of
from auditor.features.place import OPEN, AtEnd, Opening
from auditor.features.written import Written
from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.meaning.english import stem
from auditor.signals.candidates import Candidate
from auditor.signals.study import Study
from auditor.verdicts.explained import is_explained, texts_of
from auditor.verdicts.pair_rule import TOGETHER
from auditor.verdicts.tokens import IGNORED_LEAK

OVERLAP = 0.9
"""Share of texts in common (Jaccard) from which two tokens count as standing together."""
STEM = 4
"""Letters a stem has at least, so that words are forms of one."""
SHARED = 0.5
"""Share of the smaller group's members from which two groups say the same."""
SEVERAL = 3
"""Members with the label from which words are a group."""
MOSTLY = 0.6
"""Share of a group's labelled texts, or of its sets, from which one word is all of it."""
ACCUSED = (Verdict.ARTEFACT, Verdict.UNDECIDED)
"""Verdicts that a group is reported with, and that its words are swallowed with."""
IGNORED_GUESS = ("family", Verdict.UNDECIDED, IGNORED_LEAK)
"""Group, verdict and route of a family by meaning that nothing but the labels speaks for."""
Judged = tuple[Candidate, Finding]
"""A candidate and what was found about it."""
Group = tuple[list[Candidate], Finding]
"""The candidates of a finding, the one that speaks for them first, and the finding."""


def grouped(findings: Sequence[Judged], study: Study) -> list[Group]:
    """One finding for what is one thing: a group of words, its words; inflections; inseparable tokens.

    `findings` come in order of importance; the first of several speaks for them. Groups of words and places
    come first, and take the words that say no more than they do; then words; then the form of texts, where it
    is no by-product of either.
    """
    features = _features_that_count(findings, study)
    words = [one for one in findings if one[1].kind is Kind.TOKEN]
    kept: list[Group] = []
    for candidate, finding in features:
        inside, words = _inside(study, candidate, finding, words)
        kept.append(([candidate, *inside], finding))
    texts = [one for group in kept for one in group[0]]
    texts += [one for one, finding in words if finding.verdict in ACCUSED and finding.judgement.leaks]
    for candidate, finding in _forms_that_count(findings, study, texts):
        inside, words = _inside(study, candidate, finding, words)
        kept.append(([candidate, *inside], finding))
    for candidate, finding in words:
        lead = next((k for k, other in enumerate(kept) if _same(other, (candidate, finding), study)), None)
        if lead is None:
            kept.append(([candidate], finding))
        else:
            members, first = kept[lead]
            kept[lead] = [*members, candidate], replace(first, members=(*first.members, finding.tokens[0]))
    return kept


def _inside(
    study: Study, candidate: Candidate, finding: Finding, words: list[Judged]
) -> tuple[list[Candidate], list[Judged]]:
    """The accused words that a group or a feature of texts takes with it, and the words that are left."""
    [token] = candidate.tokens
    own = set(study.corpus.members(token).tolist())
    whole = study.corpus.properties.get(token)
    held = texts_of(study, [candidate])

    def taken(one: Judged) -> bool:
        word, other = one
        if other.verdict not in ACCUSED:
            return False
        if whole is None or isinstance(whole, AtEnd):
            return other.label == finding.label and word.tokens[0] in own
        if isinstance(whole, Written) and _is_so_written(study, word.tokens[0], whole.style):
            return other.label == finding.label
        return obeyed(finding) and is_explained(study, word, held)

    return [one[0] for one in words if taken(one)], [one for one in words if not taken(one)]


def _is_so_written(study: Study, word: int, style: str) -> bool:
    """Whether a word, which the audited texts need not hold, is always written in a style."""
    return all(style_of(form) == style for form in study.corpus.forms[word])


def _features_that_count(findings: Sequence[Judged], study: Study) -> list[Judged]:
    """Groups and places that say more than their strongest word, without those that say what another says.

    Of those with words or texts in common, the one comes first that is of higher severity, then the one whose
    words more sets of its class need, then the one that more texts hold.
    """
    kept: list[tuple[Judged, frozenset[int]]] = []
    accused = sorted(_accused(findings, study, forms=False), key=_order(study))
    words = [one for one in findings if one[1].kind is Kind.TOKEN and one[1].verdict in ACCUSED]
    for candidate, finding in accused:
        [token] = candidate.tokens
        own, placed = frozenset(study.corpus.members(token).tolist()), token in study.corpus.properties
        rivals = [one for one, _ in kept if placed or one[0].tokens[0] in study.corpus.properties]
        if isinstance(study.corpus.properties.get(token), AtEnd) and not _place_matters(finding):
            continue
        if rivals and is_explained(study, candidate, texts_of(study, [one for one, _ in rivals])):
            continue
        if placed and _is_part_of_another(study, (candidate, finding), [*accused, *words]):
            continue
        groups = () if placed else (other for one, other in kept if one not in rivals)
        apart = not any(overlap(own, other) for other in groups)
        if apart and (placed or _is_several(study, candidate)):
            kept.append(((candidate, finding), own))
    return [one for one, _ in kept]


def beside_pairs(groups: Sequence[Group], pairs: Sequence[Judged], study: Study) -> list[Group]:
    """The groups without what a pair of words that is an artefact explains.

    Where two words decide together, one of them alone turns texts, often to the other label, though no label
    goes with it, and texts that begin with one of them lean as well: the pair says why.
    """
    words = {token for pair, finding in pairs if finding.verdict is Verdict.ARTEFACT for token in pair.tokens}
    return [one for one in groups if not (_is_half(one, words) or _is_made_of(study, one[0][0], words))]


def _is_half(group: Group, words: set[int]) -> bool:
    """Whether a finding accuses these words alone, which no label favours."""
    candidates, finding = group
    own = {token for candidate in candidates for token in candidate.tokens}
    accused = finding.kind is Kind.TOKEN and finding.verdict in ACCUSED
    return accused and own <= words and not finding.judgement.leaks


def _is_made_of(study: Study, candidate: Candidate, words: set[int]) -> bool:
    """Whether an opening cannot do without such a word, or most of what stands at an end is one."""
    whole = study.corpus.properties.get(candidate.tokens[0])
    if isinstance(whole, Opening):
        return bool(words & {part for part in whole.parts if part != OPEN})
    if not isinstance(whole, AtEnd):
        return False
    members = [int(member) for member in whole.of.members]
    weight = study.frequency[members]
    return bool(weight[[member in words for member in members]].sum() > MOSTLY * weight.sum())


def overlap(one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether two groups are mostly the same words, as many as the smaller one has."""
    return len(one & other) >= SHARED * max(1, min(len(one), len(other)))


def _is_part_of_another(study: Study, place: Judged, others: Sequence[Judged]) -> bool:
    """Whether a place says what a word of it, a group or a wider place says, which say more than it."""
    candidate, finding = place
    ranks = list(Severity)
    held = texts_of(study, [candidate])
    for other, found in others:
        serious = ranks.index(found.severity) <= ranks.index(finding.severity)
        counts = not isinstance(study.corpus.properties.get(other.tokens[0]), AtEnd) or _place_matters(found)
        if other == candidate or not serious or not counts:
            continue
        explained = is_explained(study, candidate, texts_of(study, [other]))
        if explained and not is_explained(study, other, held):
            return True
    return False


def _forms_that_count(findings: Sequence[Judged], study: Study, others: list[Candidate]) -> list[Judged]:
    """Forms of texts whose leak holds beyond the texts of others, and of the forms before them."""
    kept: list[Judged] = []
    for candidate, finding in sorted(_accused(findings, study, forms=True), key=_order(study)):
        covered = texts_of(study, [*others, *(one for one, _ in kept)])
        if not is_explained(study, candidate, covered):
            kept.append((candidate, finding))
    return kept


def _accused(findings: Sequence[Judged], study: Study, *, forms: bool) -> list[Judged]:
    """Accused groups: the forms among them, or the others; no family that nobody knows and the model ignores.

    Such a family is a guess: its words stand for themselves.
    """
    return [
        one
        for one in findings
        if one[1].kind is Kind.GROUP
        and one[1].verdict in ACCUSED
        and (one[1].group, one[1].verdict, one[1].judgement.route) != IGNORED_GUESS
        and isinstance(study.corpus.properties.get(one[0].tokens[0]), Form) is forms
    ]


def _order(study: Study) -> Callable[[Judged], tuple[int, int, int, int]]:
    def order(one: Judged) -> tuple[int, int, int, int]:
        candidate, finding = one
        rank = list(Severity).index(finding.severity)
        needed = int(study.reliance.observed[candidate.cell])
        return list(Verdict).index(finding.verdict), rank, -needed, -finding.documents

    return order


def _place_matters(finding: Finding) -> bool:
    """Whether a word at an end says more than the word: the labels favour it, and elsewhere it turns less."""
    return obeyed(finding) and finding.judgement.leaks is True


def obeyed(finding: Finding) -> bool:
    """Whether the model follows it when it is put into other texts."""
    return any(one.code == "obeyed" and one.met for one in finding.judgement.conditions)


def _is_several(study: Study, candidate: Candidate) -> bool:
    """Whether a group has several members, none of which is most of its labelled texts or of its sets."""
    members = study.corpus.members(candidate.tokens[0])
    if (study.association.observed[members, candidate.label] > 0).sum() < SEVERAL and study.corpus.labelled:
        return False
    for tests in (study.association, study.reliance):
        whole = int(tests.observed[candidate.cell])
        if whole and int(tests.observed[members, candidate.label].max()) > MOSTLY * whole:
            return False
    return True


def pairs_that_count(pairs: Sequence[Judged], study: Study) -> list[Judged]:
    """Pairs of groups only where the labels follow the two together, and no pairs of their members then."""
    corpus = study.corpus
    wide = [
        one
        for one in pairs
        if any(token in corpus.groups for token in one[0].tokens) and one[1].judgement.route == TOGETHER
    ]

    def is_inside(pair: Candidate) -> bool:
        return any(
            set(pair.tokens)
            <= set(np.concatenate([corpus.members(token) for token in group.tokens]).tolist())
            for group, _ in wide
        )

    plain = [one for one in pairs if not any(token in corpus.groups for token in one[0].tokens)]
    kept = {one[0] for one in (*wide, *(one for one in plain if not is_inside(one[0])))}
    return [one for one in pairs if one[0] in kept]


def _are_a_family(study: Study, one: Candidate, other: Candidate) -> bool:
    """Whether two words are in one family by meaning; words that each decide alone are then one shortcut."""
    corpus, both = study.corpus, {one.tokens[0], other.tokens[0]}
    families = (group for group in corpus.groups if corpus.vocabulary[group].kind == "family")
    return any(both <= set(corpus.members(family).tolist()) for family in families)


def _same(known: Group, new: Judged, study: Study) -> bool:
    ([lead, *_], one), (candidate, other) = known, new
    if one.kind is not Kind.TOKEN or (one.fields, one.label) != (other.fields, other.label):
        return False
    if one.verdict is not other.verdict:
        return False
    if stem(one.tokens[0], shortest=STEM) == stem(other.tokens[0], shortest=STEM):
        return True
    if one.severity is other.severity is Severity.HIGH and _are_a_family(study, lead, candidate):
        return True
    first, second = study.documents(lead), study.documents(candidate)
    common = len(np.intersect1d(first, second, assume_unique=True))
    return common > 0 and common >= OVERLAP * (len(first) + len(second) - common)
