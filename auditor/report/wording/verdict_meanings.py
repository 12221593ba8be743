"""What each verdict means, in a sentence: for rules of other programs and for cards."""

from auditor.findings.finding import Verdict

VERDICT_MEANINGS = {
    Verdict.ARTEFACT: "The dataset leaks it, and it is not part of the task: a shortcut.",
    Verdict.UNDECIDED: "It leaks or decides, and nothing says whether it is part of the task: for a person.",
    Verdict.KEYWORD: "Part of the task, and it decides alone.",
    Verdict.CONTEXT: "Used, though the labels do not favour it: what it does depends on its neighbours.",
    Verdict.TASK: "Part of the task, and used as such.",
    Verdict.NOTHING: "Neither leaked, nor obeyed, nor needed.",
}
