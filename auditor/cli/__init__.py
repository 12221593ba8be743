"""The `audit` command: one short file per subcommand. Results go to stdout, progress and errors to stderr."""
