"""Minimal feature sets: the words without which a prediction falls.

A set of words (or of word pairs) is a *minimal feature set* of a text when two things hold. *Essence*: with
the set removed, the model no longer predicts the class. *Minimality*: no part of the set does that. CIDR
(AAAI-24) proposes sets: integrated gradients give every word a score, cooperative integrated gradients every
pair, a knapsack decides what must go for the class to fall, and what recurs over many rounds is kept. Here
every proposal is then checked on the model, grown until essence holds and pruned until minimality does.
"""
