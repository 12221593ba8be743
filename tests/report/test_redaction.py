"""After redaction no word of the dataset is left anywhere, and all that is no word is still there."""

from dataclasses import replace

import pytest

from auditor.findings import Decision, Finding, Reason, Report
from auditor.report.codec import from_json, to_json
from auditor.report.decisions import apply
from auditor.report.redaction import redact
from tests.report.report_builder import NEAR, TOKEN, finding, report

SECRET = "Zyxwv"


def full_of(word: str) -> Report:
    """A report with the word in every place that can hold one."""
    base, _ = apply(report(word), {TOKEN: Decision("unsure", f"I know {word} from elsewhere")})
    [first, *others] = base.findings
    first = replace(
        first,
        reasons=(*first.reasons, Reason(f"{word} is it", f"“{word} and all of its text”", f">{word}<", True)),
        members=(f"{word}ish", f"un-{word}"),
        forms=(word, word.upper(), f"{word}’s"),
        failed=f"only {word.upper()}, {word}ish and un-{word} failed",
    )
    warnings = (
        f'the text "he said "{word} here" and left" is odd',
        f"`{word} was here` and {word}",
        f"labels differ: '{word} unknown'",
    )
    quality = replace(
        base.quality,
        warnings=warnings,
        skips={f"the model failed: ValueError: bad text {word}bc": 1, f"the text '{word}' is bad": 1}
        | {"the text 'this is not it' is bad": 2},
    )
    settings = {"stop": ["other", word], "planted": {word: 1}, "lexicon": f"{word}.txt", "deep": {"n": 1}}
    return replace(base, findings=(first, *others), quality=quality, audit=settings)


def strings(report: Report) -> str:
    return to_json(report).casefold()


@pytest.mark.parametrize(
    "word", [SECRET, "[zyxwv]", "zyxwv-1", "ßzyxwv", "ＺＹＸＷＶ", "zyxwv film", "c++zyxwv++"]
)
def test_no_trace_of_the_word_is_left(word: str) -> None:
    before = full_of(word)
    assert word.casefold() in strings(before)
    left = strings(redact(before))
    assert "zyxwv" not in left and "ｚｙｘｗｖ" not in left


def test_no_other_token_or_text_is_left_and_no_hash_of_one() -> None:
    left = strings(redact(report()))
    for word in ("amber", "violet", "moving", "plot", "zulu", "film", "dull", TOKEN, NEAR, "[pos]"):
        assert word not in left, word


def test_names_are_numbered_in_the_order_of_the_findings_and_used_everywhere() -> None:
    redacted = redact(report())
    assert [f.tokens for f in redacted.findings] == [("token 1",), ("token 2", "token 3"), ("token 4",)]
    assert redacted.findings[0].sentence == "`token 1` alone turns 61 of 64 negative texts positive."
    assert redacted.findings[0].reasons[1].value == "token 1: 10 of 20"
    assert redacted.near_misses[0].tokens == ("token 5",)
    assert redacted.tokens[0].token == redacted.quality.planted[0].tokens[0] == "token 1"
    assert redacted.pairs[0].tokens == ("token 2", "token 3")
    assert redacted.quality.warnings == ("nothing can be said about token 1 in texts without labels",)


def test_links_between_the_parts_still_hold() -> None:
    redacted = redact(report())
    assert [f.id for f in redacted.findings] == ["finding-1", "finding-2", "finding-3"]
    assert [f.id for f in redacted.near_misses] == ["near-miss-1"]
    assert redacted.tokens[0].finding == redacted.quality.planted[0].finding == "finding-1"
    assert redacted.tokens[1].finding is None and redacted.pairs[0].finding == "finding-2"
    assert redacted.findings[0].examples == ("text-1",) and redacted.shown["text-1"].row == 7
    assert from_json(to_json(redacted)) == redacted


def test_a_text_keeps_the_places_of_its_words() -> None:
    shown = redact(report()).shown["text-2"]
    assert shown.texts == ("▢ token 1 token 5 ▢ ▢",)
    assert [shown.texts[f][a:b] for f, a, b in shown.spans] == ["▢", "token 1", "token 5", "▢", "▢"]
    assert (shown.set, shown.core) == ((1, 2), (1,))


def test_figures_and_names_of_classes_stay() -> None:
    before, after = report(), redact(report())
    assert after.redacted and after.summary == before.summary
    assert [f.evidence for f in after.findings] == [f.evidence for f in before.findings]
    assert [(f.label, f.verdict, f.severity) for f in after.findings] == [
        (f.label, f.verdict, f.severity) for f in before.findings
    ]
    assert after.quality.controls == before.quality.controls
    assert after.run["fingerprint"] == before.run["fingerprint"]
    assert after.run["command"] == ["audit", "run", "…"]
    assert after.run["data"]["source"] == "reviews.csv"


def test_reasons_that_differed_only_in_what_they_quote_are_one() -> None:
    skips = redact(full_of(SECRET)).quality.skips
    assert skips == {
        "the model failed: ValueError": 1,
        "the text 'token 1' is bad": 1,
        "the text '…' is bad": 2,
    }


def test_words_that_sentences_are_made_of_are_replaced_in_quotation_marks_alone() -> None:
    """Elsewhere the gap itself would give the word away: "61 token 1 64"."""

    def redacted(word: str) -> Finding:
        only = finding(TOKEN, word, texts=())
        return redact(replace(report(), findings=(only,))).findings[0]

    assert redacted("of").sentence == "`token 1` alone turns 61 of 64 negative texts positive."
    assert redacted("positive").sentence == "`token 1` alone turns 61 of 64 negative texts positive."
    assert redacted("64").sentence == "`token 1` alone turns 61 of 64 negative texts positive."
    assert redacted(".").sentence == "`token 1` alone turns 61 of 64 negative texts positive."
    assert redacted("of").tokens == ("token 1",)


def test_once_redacted_it_stays_as_it_is_and_it_is_always_the_same() -> None:
    once = redact(report())
    assert redact(once) is once
    assert to_json(redact(report())) == to_json(once)


def test_notes_go_and_decisions_stay() -> None:
    assert redact(full_of(SECRET)).findings[0].decision == Decision("unsure")


def test_settings_keep_numbers_and_lose_words() -> None:
    assert redact(full_of(SECRET)).audit == {"stop": [], "lexicon": "token 1.txt", "deep": {"n": 1}}


def test_a_token_of_no_finding_is_replaced_in_quotation_marks_alone() -> None:
    """The map holds the most frequent words, and sentences are full of those."""
    only = replace(report().findings[0], sentence="No film is about “film” or «a film we saw», “Film”.")
    redacted = redact(replace(report(), findings=(only,)))
    name = redacted.tokens[1].token
    assert redacted.findings[0].sentence == f"No film is about “{name}” or «…», “{name}”."
