"""Meaning: is a word part of the task?

No figure computed from a model and its labels can say what a task is about. What can say it: words that
somebody listed for the task, the kind of a token, and the company that a word keeps in an embedding space
that was learned from other text. The answer is `related`, `unrelated` or `unknown`, always with its source.
"""
