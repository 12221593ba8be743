"""`python -m auditor` is the `audit` command, also for `accelerate launch -m auditor`."""

from auditor.cli.main import main

main()
