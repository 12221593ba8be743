"""The sentences and tables of a reproduction, for the terminal, Markdown and the page alike."""

import math
from dataclasses import dataclass

from auditor.records.evaluation import metric
from auditor.records.reproduction import (
    ANOTHER_SETTING,
    NOT_PRINTED,
    NOT_REPRODUCED,
    REPRODUCED,
    TOO_FEW,
    Compared,
    ExplainedSentence,
    InjectionResult,
    TableResult,
)
from auditor.report.numbers import counted
from auditor.report.visible_text import visible
from auditor.reproduce.printed_figures import facts, is_printed, rows

VERDICTS = {
    REPRODUCED: "the printed figure lies in our 95 % interval",
    NOT_REPRODUCED: "the printed figure lies outside our 95 % interval",
    TOO_FEW: "it lies inside, but the interval is too wide to say anything",
    ANOTHER_SETTING: "another model or dataset: printed is the range over the paper's models",
    NOT_PRINTED: "the paper has no such figure",
}
METHODS = {"verified": "ours (verified)", "paper": "as the paper prints it"}


@dataclass(frozen=True)
class ShownTable:
    """A table as text."""

    title: str
    """What it shows."""
    headings: tuple[str, ...]
    """Of the columns."""
    rows: tuple[tuple[str, ...], ...]
    """The cells."""


@dataclass(frozen=True)
class Told:
    """A reproduction in words."""

    title: str
    """What was reproduced."""
    line: str
    """What came out, in a sentence."""
    facts: tuple[tuple[str, str], ...]
    """What was run."""
    tables: tuple[ShownTable, ...]
    """The figures."""
    notes: tuple[tuple[str, str], ...]
    """How to read them: a word of the tables, and what it means."""
    sentences: tuple[ExplainedSentence, ...] = ()
    """Sentences to show with their sets marked."""


def number(value: float, *, signed: bool = False) -> str:
    """Three digits; a dash where there is none."""
    if not math.isfinite(value):
        return "–"
    return f"{value:+.3f}" if signed else f"{value:.3f}"


def tell_table(found: TableResult) -> Told:
    """One setting of the paper's table."""
    model = facts()["models"].get(found.model, found.model)
    counts = {code: sum(one.verdict == code for one in found.figures) for code in VERDICTS}
    judged = counts[REPRODUCED] + counts[NOT_REPRODUCED] + counts[TOO_FEW]
    if is_printed(found.model, found.dataset):
        line = f"{counts[REPRODUCED]} of {judged} printed figures are reproduced"
        line += f", {counts[NOT_REPRODUCED]} are not, and {counts[TOO_FEW]} ask for more texts."
    else:
        line = "This setting is not one of the paper's nine: figures are shown beside theirs, and not judged."
    notes = [(code, VERDICTS[code]) for code in VERDICTS if counts[code]]
    if math.isfinite(found.empty):
        notes.append(
            (
                "K",
                f"the paper's method finds no set for {found.empty:.0%} of the texts. K is at most the "
                "number of pairs in the reference's set: where it has none, LO and Comp remove nothing",
            )
        )
    notes.append((metric("fms").heading, metric("fms").meaning))
    tables = (_by_metric(found), _models(found))
    return Told(
        f"{visible(model)} on {visible(found.dataset)}", line, tuple(_facts(found)), tables, tuple(notes)
    )


def _by_metric(found: TableResult) -> ShownTable:
    headings = (
        "method",
        "figure",
        "ours",
        "95 %",
        "sd training",
        "sd draws",
        "printed",
        "difference",
        "verdict",
    )
    return ShownTable("Figures", headings, tuple(_compared(one) for one in found.figures))


def _compared(one: Compared) -> tuple[str, ...]:
    printed = number(one.printed_low)
    if one.printed_high > one.printed_low:
        printed += f" to {number(one.printed_high)}"
    return (
        rows().get(one.method, one.method),
        metric(one.metric).heading,
        number(one.value),
        f"{number(one.low)} to {number(one.high)}",
        number(one.training_sd),
        number(one.draws_sd),
        printed,
        number(one.difference, signed=True),
        one.verdict,
    )


def _models(found: TableResult) -> ShownTable:
    headings = ("training seed", "accuracy dev", "accuracy test", "beta", "epsilon", "FMS dev")
    return ShownTable(
        "Models, and what was chosen for them on dev",
        headings,
        tuple(
            (
                str(one.seed),
                number(one.accuracy["dev"]),
                number(one.accuracy["test"]),
                f"{one.tuned.beta:g}",
                f"{one.tuned.epsilon:g}",
                number(one.tuned.fms),
            )
            for one in found.models
        ),
    )


def _facts(found: TableResult) -> list[tuple[str, str]]:
    parts = ", ".join(f"{name} {size:,}" for name, size in found.sizes.items())
    sizes = f"{parts}; {counted(found.dropped, 'text')} left out as they are in a later part too"
    if found.printed_sizes:
        sizes += f"; in the paper {', '.join(f'{size:,}' for size in found.printed_sizes.values())}"
    return [
        ("Data", f"{visible(found.source)}: {sizes}"),
        ("Trained", f"{counted(len(found.models), 'model')} on {counted(found.trained_on, 'text')} each"),
        ("Tuned", f"beta and epsilon on {counted(found.tuned_on, 'text')} of dev"),
        (
            "Measured",
            f"{counted(found.texts, 'text')} of test, {found.words:.1f} words on average, "
            f"{found.short_texts} too short for K; {counted(found.draws, 'draw')}",
        ),
        ("Convention", found.convention),
    ]


def tell_injection(found: InjectionResult) -> Told:
    """The injection with one assignment."""
    shown = [
        f"{sum(sentence.as_printed(method) for sentence in found.sentences)} of {len(found.sentences)} {name}"
        for method, name in METHODS.items()
    ]
    line = f"Sentences with the class and the token as printed: {'; '.join(shown)}."
    labels = sorted({label for counts in found.planted.values() for label in counts})
    planted = tuple(
        (token, *(str(counts.get(label, 0)) for label in labels)) for token, counts in found.planted.items()
    )
    accuracy = tuple((name, number(value)) for name, value in found.accuracy.items())
    tables = (
        ShownTable("Tokens in the training set, by class of their texts", ("token", *labels), planted),
        ShownTable("Accuracy on dev", ("texts", "accuracy"), accuracy),
        _sentences(found),
    )
    notes = (
        ("dev", "planted as the training set is"),
        ("clean", "without tokens"),
        ("aligned", "the token of its own class in every text"),
        ("conflicting", "the token of the other class in every text"),
        ("assignment", "the paper does not say which token goes into which text, nor which model it trains"),
    )
    title = f"Injection, {found.assignment}: {visible(found.model)} on {visible(found.source)}"
    return Told(title, line, tuple(_planting(found)), tables, notes, found.sentences)


def _planting(found: InjectionResult) -> list[tuple[str, str]]:
    rest = "the rest kept, unplanted" if found.keep_rest else "the rest left out"
    places = ", ".join(f"{place} {count:,}" for place, count in found.places.items())
    return [
        ("Assignment", found.assignment),
        ("Planted", f"{counted(found.examples, 'text')}, half of each class, {rest}"),
        ("Places", f"{places} (tagger {found.tagger})"),
        ("Trained", f"on {counted(found.trained_on, 'text')}, seed {found.seed}"),
        ("Dev", f"{found.dev_share:.0%} of its texts are planted"),
    ]


def _sentences(found: InjectionResult) -> ShownTable:
    headings = ("sentence", "method", "predicted", "printed", "set", "printed set", "token in the set")
    cells: list[tuple[str, ...]] = []
    for sentence in found.sentences:
        for method, name in METHODS.items():
            one = sentence.explanations[method]
            cells.append(
                (
                    visible(sentence.text),
                    name,
                    f"{visible(one.label)} ({one.probability:.3f} → {one.probability_after:.3f})",
                    visible(sentence.printed_label),
                    visible(" ".join(one.words[place] for place in one.core)) or "–",
                    " ".join(sentence.printed_set),
                    "yes" if sentence.holds_token(method) else "no",
                )
            )
    return ShownTable("The paper's two sentences", headings, tuple(cells))
