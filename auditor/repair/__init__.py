"""From a finding to a dataset that no longer leaks it, and the proof that a model trained on it is better.

The findings of an audit that count as artefacts (`artefacts`) are looked up in the rows of a dataset
(`marked_rows`). A way of repairing (`ways`: one file each) is a pure function from marked rows to repaired
ones. `comparing` asks two models the same questions, before and after; `behaviour` makes tests of the
findings that any later model can be put to.
"""
