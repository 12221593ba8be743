"""What people see: terminal, JSON and HTML, made from records alone (no torch, no model)."""
