"""Review: a reviewer's decisions, the gate, the difference of two reports, redaction, one finding by name."""
