"""`audit check MODEL --tests FILE`: behaviour tests on a model, with a table, JUnit and an exit code."""

from pathlib import Path

import click

from auditor.cli.console import progress


def check_behaviour(model: str, tests: Path, *, most_failing: float, junit: Path | None) -> bool:
    """Run the tests of a file, tell the terminal, write JUnit if asked to; whether every artefact passes."""
    from auditor.cidr.asking import Laboratory
    from auditor.files import write_text
    from auditor.model.pretrained import load_classifier
    from auditor.repair.behaviour import run_tests, tallied
    from auditor.repair.behaviour_file import read_tests
    from auditor.repair.comparing import Asked
    from auditor.report.behaviour_junit import junit as as_junit
    from auditor.report.wording.behaviour_lines import behaviour_lines

    known = read_tests(tests)
    classifier = load_classifier(model)
    asked = Asked(Laboratory(classifier, progress=progress(quiet=True)), classifier.labels)
    results = run_tests(asked, known)
    tallies = tallied(results, most_failing)
    for line in behaviour_lines(results, tallies, most_failing):
        click.echo(line)
    if junit is not None:
        write_text(junit, as_junit(results, tallies))
        click.echo(f"wrote {junit}")
    return all(tally.passes for tally in tallies)
