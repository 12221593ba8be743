"""Classifiers that can only be asked: texts go in, class scores come out.

A function, an object with `predict_proba`, a pipeline, an endpoint. Words are removed from the text itself,
every answer is kept by content, and no gradient is needed.
"""
