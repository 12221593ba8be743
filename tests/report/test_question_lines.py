"""A question in the terminal: lines that hostile text cannot break."""

from dataclasses import replace

from auditor.report.question_lines import left_line, question_lines
from auditor.review.session import Session
from tests.report import states
from tests.report.many import make_report
from tests.report.test_hostile import obeyed


def test_a_question_by_hand() -> None:
    [pair] = [one for one in Session(make_report(12), {}).questions if len(one.lead.tokens) == 2]
    assert question_lines(pair) == [
        "matinee + lantern → negative   (medium severity)",
        "“matinee” and “lantern” point to negative only together. In the data, 181 of 187 texts with both "
        "are labelled negative, and 21 of 40 texts with only one of them. "
        "The model follows the pair: what one word does to its answer depends on the other (strength 0.92 of "
        "at most 2).",
        "  «matinee» «lantern» film",
        "  with both: negative, 97 % sure; without matinee: positive, 81 % sure; without lantern: positive, "
        "77 % sure; without both: negative, 64 % sure",
        "Suggested: shortcut. Neither word alone points to the class.",
    ]


def test_how_much_is_left() -> None:
    assert left_line(Session(make_report(12), {})) == (
        "5 questions left, about 3 min; 2 more of low severity can wait"
    )
    low = [one for one in make_report(12).findings if one.tokens == ("pretentious",)]
    report = replace(make_report(12), findings=tuple(low))
    assert left_line(Session(report, {})) == "1 question of low severity left, which can wait"
    assert (
        left_line(Session(make_report(5), {}))
        == "4 questions left, about 2 min; 1 more of low severity can wait"
    )
    assert left_line(Session(make_report(4), {})) == "4 questions left, about 2 min"
    assert left_line(Session(make_report(0), {})) == "Every question is answered."


def test_hostile_words_stay_on_their_line() -> None:
    for question in Session(states.hostile(), {}).questions:
        for line in question_lines(question):
            assert not obeyed(line) and len(line.splitlines()) == 1
