"""CIDR as its paper prints it: the method to compare ours with, not to improve on.

`printed` works on matrices alone: integrated gradients of every word (`ig`), and of every word with another
one removed (`without`). `asking` gets these matrices from a model. Nothing is verified on the model, nothing
is corrected, and where the paper can be read in two ways a `Reading` says which way (docs/paper.md).
"""
