"""The classifier under audit: loading it, encoding text for it, asking it for logits and gradients."""
