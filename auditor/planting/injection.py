"""Plant tokens in a dataset, and keep a record of it that later steps can score an audit against."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from auditor.data.examples import Example, draw, fingerprint, make_example
from auditor.data.labels import sort_labels
from auditor.data.words import split_words
from auditor.errors import AuditError, among
from auditor.planting.assignment import KINDS, Assignment, assign, assign_all
from auditor.planting.placement import KINDS_OF_PLACE, Insertion, insert
from auditor.planting.plan import InjectionPlan, resolve_labels
from auditor.planting.slots import fill, has_slot
from auditor.planting.styles import restyle
from auditor.planting.tagging import Tagger, Tags, load_tagger

FORMAT_VERSION = 1


@dataclass(frozen=True)
class Injected:
    """A dataset with tokens planted in it."""

    examples: tuple[Example, ...]
    """The examples in their order, the touched ones with new texts and ids; all, or with
    `keep_rest=False` the touched ones alone."""
    manifest: dict[str, Any]
    """What was planted where: plain values, ready for JSON."""
    warnings: tuple[str, ...]
    """What the user should know: tokens that were there before, a plan that could not be met."""


def inject(
    examples: Iterable[Example],
    plan: InjectionPlan,
    labels: Sequence[str] | None = None,
    tagger: Tagger | None = None,
) -> Injected:
    """The examples with the plan carried out; labels default to those that occur."""
    before = list(examples)
    labels, plan = _labels(before, plan, labels)
    assignment = assign(before, plan, labels)
    tagger = _tagger(plan, tagger)
    after, touched = list(before), []
    families = {mark: Counter[str]() for _, mark in plan.marks if has_slot(mark)}
    for place, made in _insert_all(before, assignment, plan, tagger):
        after[place] = made.example
        touched.append(_entry(before[place], made, assignment, place))
        for mark, drawn in made.drawn:
            families[mark].update(drawn)
    existing = count_existing(before, plan.words)
    warnings = [
        f"the token {token!r} already occurs in {count} of {len(before)} texts"
        for token, count in existing.items()
        if count
    ]
    same = sum(after[place].texts == before[place].texts for place in assignment.plantings)
    if same:
        warnings.append(f"{same} of {len(assignment.plantings)} texts had the style already")
    if not plan.keep_rest:
        after = [after[place] for place in sorted(assignment.plantings)]
    manifest = {
        "format_version": FORMAT_VERSION,
        "plan": asdict(plan),
        "tagger": tagger.name if tagger else None,
        "labels": list(labels),
        "realised": _realised(len(after), assignment),
        "counts": _counts(before, labels, assignment),
        "tokens": _token_counts(before, assignment, plan, labels),
        "pairs": assignment.cells,
        "families": {mark: dict(sorted(drawn.items())) for mark, drawn in families.items()},
        "already_there": existing,
        "touched": touched,
        "input": fingerprint(before),
        "output": fingerprint(after),
        "warnings": [*warnings, *assignment.warnings],
    }
    return Injected(tuple(after), manifest, (*warnings, *assignment.warnings))


def variant(
    examples: Iterable[Example],
    plan: InjectionPlan,
    kind: str,
    labels: Sequence[str] | None = None,
    tagger: Tagger | None = None,
    *,
    touched_only: bool = False,
) -> list[Example]:
    """The examples `clean`, `aligned` (each with its own label's token) or `conflicting` (with another's).

    A text of LABEL is aligned with a pair by both words, any other text by one of them. Where only some
    labels have a token, a text that gets none stays as it is, or is left out with `touched_only`.
    """
    among("variant", kind, KINDS)
    before = list(examples)
    labels, plan = _labels(before, plan, labels)
    if kind == "clean":
        return before
    assignment = assign_all(before, plan, labels, agrees=kind == "aligned")
    changed = {
        place: made.example for place, made in _insert_all(before, assignment, plan, _tagger(plan, tagger))
    }
    return [
        changed.get(place, old) for place, old in enumerate(before) if place in changed or not touched_only
    ]


def count_existing(examples: Iterable[Example], tokens: Sequence[str]) -> dict[str, int]:
    """In how many texts each token already occurs as a word (or a run of words), whatever its case."""
    counts = dict.fromkeys(tokens, 0)
    parts = {token: [word.text.lower() for word in split_words(token)] for token in tokens}
    for example in examples:
        whole = "\n".join(example.texts).lower()
        found = [token for token in tokens if token.lower() in whole]
        words = [word.text.lower() for text in example.texts for word in split_words(text)] if found else []
        for token in found:
            run = parts[token]
            counts[token] += any(words[at : at + len(run)] == run for at in range(len(words)))
    return counts


def _labels(
    examples: Sequence[Example], plan: InjectionPlan, labels: Sequence[str] | None
) -> tuple[tuple[str, ...], InjectionPlan]:
    seen = {example.label for example in examples if example.label is not None}
    known = tuple(labels) if labels is not None else sort_labels(seen)
    if not seen <= set(known):
        raise AuditError(f"the label {sorted(seen - set(known))[0]!r} is not among {', '.join(known)}")
    if not seen:
        raise AuditError(
            "there is no labelled text to inject into", "Check the dataset and its label column."
        )
    present = tuple(label for label in known if label in seen)
    return present, resolve_labels(plan, present)


def _tagger(plan: InjectionPlan, tagger: Tagger | None) -> Tagger | None:
    """The tagger, where the position needs one."""
    return (tagger or load_tagger()) if plan.position in KINDS_OF_PLACE else None


@dataclass(frozen=True)
class _Planted:
    """A text with its plants."""

    example: Example
    insertions: list[Insertion] = field(default_factory=list)
    drawn: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    """For each plant with slots the words that fill them."""


def _insert_all(
    examples: Sequence[Example], assignment: Assignment, plan: InjectionPlan, tagger: Tagger | None
) -> Iterator[tuple[int, _Planted]]:
    places = sorted(assignment.plantings)
    styled = {place: _styled(examples[place], assignment, place, plan) for place in places}
    split = {place: [split_words(text) for text in styled[place].texts] for place in places}
    tags: Iterator[Tags] = iter(())
    if tagger is not None:
        tags = tagger.tag(words for place in places for words in split[place])
    for place in places:
        known = [next(tags) for _ in split[place]] if tagger is not None else None
        old, fields = styled.pop(place), split.pop(place)
        tokens, drawn = _filled(old, assignment, place, plan)
        texts, insertions = insert(old, tokens, plan, fields=fields, tags=known)
        yield place, _Planted(make_example(texts, old.label, old.row), insertions, drawn)


def _styled(example: Example, assignment: Assignment, place: int, plan: InjectionPlan) -> Example:
    """The text in the style that it was assigned, under its old id."""
    known = {style for _, style in plan.styles}
    for style in (one.token for one in assignment.plantings[place] if one.token in known):
        key = draw(plan.seed, f"style {style}", example.id)
        example = replace(example, texts=tuple(restyle(text, style, key) for text in example.texts))
    return example


def _filled(
    example: Example, assignment: Assignment, place: int, plan: InjectionPlan
) -> tuple[list[tuple[str, str]], list[tuple[str, tuple[str, ...]]]]:
    """What is inserted and where, with every slot filled; and the words that fill them."""
    openings, styles = ({mark for _, mark in marks} for marks in (plan.openings, plan.styles))
    tokens, drawn = [], []
    for mark in (one.token for one in assignment.plantings[place] if one.token not in styles):
        text = mark
        if has_slot(mark):
            text, words = fill(mark, draw(plan.seed, f"member {mark}", example.id))
            drawn.append((mark, words))
        tokens.append((text, "start" if mark in openings else plan.position))
    return tokens, drawn


def _entry(old: Example, made: _Planted, assignment: Assignment, place: int) -> dict[str, Any]:
    plantings = assignment.plantings[place]
    return {
        "id": made.example.id,
        "original_id": old.id,
        "row": old.row,
        "label": old.label,
        "agrees": all(planting.agrees for planting in plantings),
        "planted": [planting.token for planting in plantings],
        "insertions": [asdict(insertion) for insertion in made.insertions],
    }


def _realised(kept: int, assignment: Assignment) -> dict[str, float]:
    """Shares as they came out: of the examples in the new dataset, and of the touched ones that agree."""
    touched = list(assignment.plantings.values())
    agreeing = sum(all(planting.agrees for planting in plantings) for plantings in touched)
    return {"coverage": len(touched) / kept, "agreement": agreeing / max(len(touched), 1)}


def _counts(
    examples: Sequence[Example], labels: Sequence[str], assignment: Assignment
) -> dict[str, dict[str, int]]:
    totals = Counter(example.label for example in examples)
    touched = Counter(examples[place].label for place in assignment.plantings)
    return {label: {"examples": totals[label], "touched": touched[label]} for label in labels}


def _token_counts(
    examples: Sequence[Example], assignment: Assignment, plan: InjectionPlan, labels: Sequence[str]
) -> dict[str, dict[str, int]]:
    """For each token, opening and style the texts of each label that got it."""
    marks = (*(mark for _, mark in plan.marks), *plan.words)
    counts = {mark: dict.fromkeys(labels, 0) for mark in marks}
    for place, plantings in assignment.plantings.items():
        for planting in plantings:
            counts[planting.token][str(examples[place].label)] += 1
    return counts
