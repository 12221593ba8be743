"""Text in: words, labelled datasets from any source, and what is planted in them."""
