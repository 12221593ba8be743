"""Words last: the one place that turns the codes and numbers of a report into sentences.

`sentences` says what a finding is and what to do about it, `conditions` what the rule asked and what it saw,
`rule` the whole rule, `notices` what cannot be concluded, `answers` what was answered in words.
"""
