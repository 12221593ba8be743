"""The outcome of `audit check` for other programs: one module a format, all over the same record."""
