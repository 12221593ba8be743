"""The results of an audit in pandas; after `sh examples/base.sh`."""

import os

from auditor import load_run

run = load_run(os.environ.get("EXAMPLES", "build/examples") + "/audit")

# Findings: a group of columns for each signal; each figure has _low and _high (95 %), _n and _p (adjusted).
findings = run.findings[~run.findings.near_miss]
columns = [
    ("tokens", ""),
    ("label", ""),
    ("association", "share"),
    ("insertion", "rate"),
    ("insertion", "placebo"),
]
print(findings[findings.verdict == "artefact"][columns].to_string(index=False))

# Examples: the set of every text. Which words does the model need most often, class by class?
sets = run.examples.query("status == 'verified'")
words = [[words[i] for i in core] for words, core in zip(sets.words, sets.core, strict=True)]
needed = sets.assign(word=words).explode("word")
print(needed.groupby("label").word.value_counts().groupby(level=0).head(5))

# Tokens: every token that was tested. Which lean to a label and have least to do with the task?
tokens = run.tokens[run.tokens["association"]["p"] <= 0.05]
print(
    tokens.sort_values("score", ascending=False)[["token", "label", "documents", "meaning", "score"]].head()
)

# Are predictions wrong more often where a text holds an artefact?
artefacts = {token for tokens in findings[findings.verdict == "artefact"].tokens for token in tokens}
holds = run.examples.words.map(lambda words: bool(artefacts & {word.casefold() for word in words}))
wrong = run.examples.label != run.examples.gold
print(wrong.groupby(holds.rename("holds an artefact")).agg(["mean", "size"]))
