"""Text in: what a word is, where it stands, and (later) whole datasets of labelled texts."""
