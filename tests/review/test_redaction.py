"""After redaction a report is the same whatever words the dataset had, and its figures are still there."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from auditor.findings.finding import Choice, Decision
from auditor.findings.report import Caution, PairLink, Planted, Report, TokenPoint
from auditor.findings.report_file import from_json, to_json
from auditor.normal import normal
from auditor.review.decisions import apply
from auditor.review.redaction import redact
from auditor.signals.evidence import Evidence
from auditor.signals.insertion import Insertion
from auditor.signals.interaction import Interaction
from auditor.signals.statistics import rate
from auditor.signals.strata import Strata, Stratum
from tests.findings.builder import NEAR, PAIR, TOKEN, WORD, a_finding, a_report, a_text, a_trial

LABELS = ("negative", "positive")
COUNT = 10
"""Words that `made_of` needs."""
NEUTRAL = [f"qx{number}zj" for number in range(COUNT)]
"""Words that nobody writes."""


def made_of(words: list[str]) -> Report:
    """A report with these words in every place that can hold a word of the dataset."""
    word, first, second, task, near, member, rest, planted, other, form = words
    base = a_report(word)
    marked = a_finding(TOKEN, word)
    findings = (
        replace(marked, members=(member,), forms=(word, form)),
        replace(a_finding(PAIR, first, second), members=(), forms=(first,)),
        replace(a_finding(WORD, task), members=(), forms=(task,)),
    )
    missed = replace(a_finding(NEAR, near), members=(), forms=(near,))
    skips = {
        f"the text {f'{word} {rest}'!r} has no words": 1,
        f'the text "{rest}" is “{other}”': 2,
        f"the model failed: ValueError: {word} {rest}": 1,
    }
    quality = replace(
        base.quality,
        skips=skips,
        planted=(Planted((word,), LABELS[1], TOKEN, "artefact"), Planted((planted,), LABELS[0], None, "")),
        cautions=(Caution("unknown-seeds", 2, named=(word, rest)),),
    )
    run = base.run | {
        "command": ["audit", "run", word, rest],
        "injection": {"tokens": {LABELS[1]: planted}, "touched": [rest]},
        "skips": skips,
        "data": {"source": "reviews.csv", "unreadable": {f"the label '{rest}' is not known": 1}},
    }
    made = replace(
        base,
        run=run,
        audit={"candidates": 120, "correction": "bh", "ignored": [word], "words": {rest: 1}, "lexicon": rest},
        quality=quality,
        findings=findings,
        near_misses=(missed,),
        shown={
            "t1": a_text("t1", 7, rest, word, other),
            "t2": a_text("t2", 9, other, form, near, rest, first),
        },
        tokens=(
            TokenPoint(word, LABELS[1], 64, 4.2, 0.9, TOKEN),
            TokenPoint(other, LABELS[0], 9, None, 0.1, None),
        ),
        pairs=(PairLink((first, second), LABELS[0], 12, PAIR), PairLink((word, other), LABELS[1], 9, None)),
        likeness={TOKEN: {WORD: 0.4, NEAR: 0.3}},
    )
    noted, _ = apply(made, {TOKEN: Decision(Choice.UNSURE, f"I know {word} {rest}")})
    return noted


EXPECTED = to_json(redact(made_of(NEUTRAL)))
LETTERS = st.characters(codec="utf-8", exclude_categories=("Z", "C"))
WORDS = st.lists(st.text(LETTERS, min_size=1, max_size=9), min_size=COUNT, max_size=COUNT, unique_by=normal)


@settings(max_examples=40)
@given(WORDS)
def test_the_dataset_s_words_leave_no_trace(words: list[str]) -> None:
    """The redacted file is the same, byte for byte, whatever words the dataset had."""
    assume(all(len(normal(word).split()) == 1 for word in words))  # a few signs fold into blanks
    assert to_json(redact(made_of(words))) == EXPECTED


def test_of_a_text_that_was_tried_only_the_places_of_its_words_are_left() -> None:
    first, pair, *_ = redact(made_of(NEUTRAL)).findings
    one, other = first.evidence.of(Insertion).trials
    assert (one.text, other.text) == ("▢ ▢ token 1 ▢ ▢", "▢ token 1 ▢ ▢")
    assert [one.text[start:end] for start, end in one.words] == ["token 1"]
    assert [answer.label for answer in one.said] == ["negative", "positive"]
    [both] = pair.evidence.of(Interaction).trials
    assert both.text == "token 2 token 3 ▢"
    assert [both.text[start:end] for start, end in both.words] == ["token 2", "token 3"]


def test_a_word_that_was_put_in_and_has_no_name_is_hidden() -> None:
    report = made_of(NEUTRAL)
    trials = (a_trial("kenya", before="seen in"),)
    evidence = replace(report.findings[0].evidence.of(Insertion), trials=trials)
    parts = report.findings[0].evidence.parts | {"insertion": evidence}
    first = replace(report.findings[0], evidence=Evidence(parts))
    [hidden] = redact(replace(report, findings=(first,))).findings[0].evidence.of(Insertion).trials
    assert hidden.text == "▢ ▢ ▢ ▢ ▢" and hidden.words == ((4, 5),)


def words_of(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def test_no_word_of_the_dataset_is_in_the_json() -> None:
    before, left = to_json(made_of(NEUTRAL)), EXPECTED
    assert set(NEUTRAL) <= words_of(before)
    assert not set(NEUTRAL) & words_of(left)
    for id_ in (TOKEN, PAIR, WORD, NEAR):
        assert id_ not in left  # a hash of a word can be guessed


@pytest.mark.parametrize(
    "word", ["of", "positive", "64", ".", "token", "the", "zyxwv-1", "ＺＹＸＷＶ", "c++"]
)
def test_words_that_our_own_sentences_use_are_hidden_like_any_other(word: str) -> None:
    assert to_json(redact(made_of([word, *NEUTRAL[1:]]))) == EXPECTED


def test_no_rendered_file_depends_on_the_dataset_s_words(tmp_path: Path) -> None:
    for module in ("page", "markdown"):
        pytest.importorskip(f"auditor.report.{module}", exc_type=ImportError)
    from auditor.report.writing import write_report

    hostile = ["of", "text", "<b>x</b>", "positive", "64", "{{x}}", "is", "model", "the", "zyxwv"]
    contents = []
    for name, words in (("neutral", NEUTRAL), ("hostile", hostile)):
        files = write_report(tmp_path / name, redact(made_of(words)))
        contents.append({file.name: file.read_text(encoding="utf-8") for file in files})
    assert contents[0] == contents[1]
    assert {"index.html", "summary.md", "report.json"} == contents[0].keys()
    assert not any(set(NEUTRAL) & words_of(text) for text in contents[0].values())


def test_names_are_numbered_in_the_order_of_the_findings_and_used_everywhere() -> None:
    redacted = redact(a_report())
    assert [f.tokens for f in redacted.findings] == [("token 1",), ("token 2", "token 3"), ("token 4",)]
    assert redacted.near_misses[0].tokens == ("token 5",)
    assert redacted.findings[0].members == ("token 6",) and redacted.findings[0].forms == ()
    assert redacted.tokens[0].token == redacted.quality.planted[0].tokens[0] == "token 1"
    assert redacted.pairs[0].tokens == ("token 2", "token 3")


def test_links_between_the_parts_still_hold() -> None:
    redacted = redact(a_report())
    assert [f.id for f in redacted.findings] == ["finding-1", "finding-2", "finding-3"]
    assert [f.id for f in redacted.near_misses] == ["near-miss-1"]
    assert redacted.tokens[0].finding == redacted.quality.planted[0].finding == "finding-1"
    assert redacted.tokens[1].finding is None and redacted.pairs[0].finding == "finding-2"
    assert redacted.findings[0].examples == ("text-1",) and redacted.shown["text-1"].row == 7
    assert from_json(to_json(redacted)) == redacted


def test_a_text_keeps_the_places_of_its_words() -> None:
    shown = redact(a_report()).shown["text-2"]
    assert shown.texts == ("▢ token 1 token 5 ▢ ▢",)
    assert [shown.texts[f][a:b] for f, a, b in shown.spans] == ["▢", "token 1", "token 5", "▢", "▢"]
    assert (shown.set, shown.core) == ((1, 2), (1,))


def test_figures_judgements_and_names_of_classes_stay() -> None:
    before, after = a_report(), redact(a_report())
    assert after.redacted and after.summary == before.summary and after.rule == before.rule
    for hidden, shown in zip(after.findings, before.findings, strict=True):
        assert hidden.evidence.figures(pair=True) == shown.evidence.figures(pair=True)
    assert [(f.label, f.judgement) for f in after.findings] == [
        (f.label, f.judgement) for f in before.findings
    ]
    assert after.near_misses[0].near == before.near_misses[0].near
    assert after.quality.controls == before.quality.controls
    assert after.quality.cautions == before.quality.cautions
    assert after.run["fingerprint"] == before.run["fingerprint"]
    assert after.run["command"] == ["audit", "run", "…"]
    assert after.run["data"]["source"] == "reviews.csv"


def test_reasons_that_differed_only_in_what_they_quote_are_one() -> None:
    reasons = {
        "the text 'one' is bad": 1,
        "the text 'it's \"two\"' is bad": 2,
        "the model's text 'cut off is": 1,
        "the model failed: ValueError: bad text one": 1,
        "the text is empty": 5,
    }
    base = a_report()
    skips = redact(replace(base, quality=replace(base.quality, skips=reasons))).quality.skips
    assert skips == {
        "the text … is bad": 3,
        "the model's text …": 1,
        "the model failed: ValueError": 1,
        "the text is empty": 5,
    }


def test_once_redacted_it_stays_as_it_is_and_it_is_always_the_same() -> None:
    once = redact(a_report())
    assert redact(once) is once
    assert to_json(redact(a_report())) == to_json(once)


def test_notes_go_and_decisions_stay() -> None:
    assert redact(made_of(NEUTRAL)).findings[0].decision == Decision(Choice.UNSURE)


def test_settings_keep_numbers_and_lose_words() -> None:
    redacted = redact(made_of(NEUTRAL))
    assert redacted.audit == {"candidates": 120, "correction": "bh"}
    assert json.dumps(redacted.rule) == json.dumps(a_report().rule)


def test_groups_of_the_data_are_numbered() -> None:
    """They may be authors."""
    base = a_report()
    groups = (Stratum("Zoe", rate(20, 20), 0.5), Stratum("Ann", rate(5, 20), 0.5))
    seen = Evidence(
        base.findings[0].evidence.parts | {"strata": Strata("one-group", rate(5, 20), 0.5, groups)}
    )
    found = redact(replace(base, findings=(replace(base.findings[0], evidence=seen), *base.findings[1:])))
    after = found.findings[0].evidence.of(Strata)
    assert [(one.name, one.share) for one in after.groups] == [
        ("group 2", rate(20, 20)),
        ("group 1", rate(5, 20)),
    ]
    assert after.answer == "one-group" and not {"Zoe", "Ann"} & words_of(to_json(found))
