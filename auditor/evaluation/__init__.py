"""How good is an explanation? The paper's table, and what it leaves out.

An explanation names words; the model is asked what happens without them. *Log-odds* (LO) and
*comprehensiveness* (Comp) remove the K best pairs (or the 2K best words) and look how far the class falls;
*sufficiency* keeps only those. *FMS* is the share of texts whose set is a minimal feature set: essential (the
class is lost without it) and minimal (no part of it does that); see `auditor.evaluation.measures` for how
it is counted. K = min(0.1 n, |set|), with n the number of words and |set| the number of pairs in the set of a
reference method, so that every ranking removes as many words.

Each text is first given to every method; what the methods name is then removed on the model, under one
explicit convention (see `auditor.evaluation.conventions`). The tables and the page of an evaluation are made
here as well.
"""
