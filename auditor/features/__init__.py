"""Features: what the audit counts, tests, intervenes on and judges, beyond the single word.

A word is the simplest feature. The others gather words: by what they look like (`kinds`), by what they mean
(`families`), by a known list (`lists`), by where they stand (`place`); or they measure the whole text
(`form`). All of them end as a `Feature`, and `extend` makes each one more token of the counted corpus.
"""
