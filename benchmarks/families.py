"""Does the audit find a shortcut whose surface changes, as one finding? (docs/benchmarks.md)

    python -m benchmarks.families --out DIR                           # builtin:reviews with builtin:tiny
    python -m benchmarks.families --out DIR --base MINILM --seeds 2   # SST2 from ../shared with MiniLM
    python -m benchmarks.families --out DIR --judge                   # judge again what is there

Each run trains on a training set with a plant in the negative texts, plants the same in held-out texts and
sweeps these, as `benchmarks.detection` does. The plant is found when one high artefact is a group most of
whose named members were planted. It must be found where the model obeys it: where accuracy on texts with a
plant that conflicts with the label is below a half.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import torch

from auditor.findings.finding import Finding, Kind, Severity, Verdict
from auditor.findings.report import Report
from auditor.normal import normal
from auditor.planting.planted_file import manifest_path
from benchmarks.detection import named
from benchmarks.detection_runs import Setting, add_options, audited, is_prepared, parsed, prepared

SLOTS, COVERAGES = ("date", "country", "name", "html"), (0.5, 0.25, 0.1)
PLANTS = [f"{slot} {coverage}" for slot in SLOTS for coverage in COVERAGES]
OTHERS = ["opening 0.5", "synonyms 0.5", "elongated 0.5", "clean", "permuted"]
OBEYED = 0.5
"""Accuracy on conflicting texts below which the model obeys the plant."""


def judged(
    setting: Setting, seed: int, folder: Path, accuracy: dict[str, float], options: argparse.Namespace
) -> dict[str, Any]:
    """What the audit says of a prepared run beside what was planted."""
    report = audited(folder, options)
    planted = planted_words(folder)
    style = setting.name.split()[0]
    ours = [finding for finding in report.findings if is_plant(finding, planted, style)]
    high = [finding for finding in report.findings if is_high(finding)]
    found = [finding for finding in ours if is_high(finding)]
    return {
        "setting": setting.name,
        "seed": seed,
        "obeyed": accuracy.get("conflicting", 1.0) < OBEYED,
        "found": len(found),
        "first": bool(found) and report.findings[0].id == found[0].id,
        "said": [said(finding) for finding in ours],
        "members": members_alone(report, planted),
        "others": [named(finding) for finding in high if finding not in ours],
        "questions": [named(finding) for finding in report.findings if finding.verdict is Verdict.UNDECIDED],
        "accuracy": accuracy,
    }


def planted_words(folder: Path) -> set[str]:
    """All words that were planted in the held-out texts."""
    manifest = json.loads(manifest_path(folder / "held-out.jsonl").read_text(encoding="utf-8"))
    drawn = {normal(word) for words in manifest.get("families", {}).values() for word in words}
    return drawn | {normal(token) for _, token in manifest["plan"]["tokens"] if not token.startswith("@")}


def is_plant(finding: Finding, planted: set[str], style: str) -> bool:
    """Whether a group is the planted one: most of the members it names are, or it is the planted style."""
    if finding.kind is not Kind.GROUP:
        return False
    return finding.tokens == (style,) or 2 * len(planted & set(finding.members)) > len(finding.members)


def is_high(finding: Finding) -> bool:
    """Whether it is an artefact of high severity."""
    return finding.verdict is Verdict.ARTEFACT and finding.severity is Severity.HIGH


def said(finding: Finding) -> str:
    """A group's name, verdict and reasons."""
    judgement = finding.judgement
    return f"{named(finding)} {finding.verdict} {judgement.route}, {judgement.known} by {judgement.source}"


def members_alone(report: Report, planted: set[str]) -> list[str]:
    """Planted words that have a finding of their own."""
    return [
        f"{named(finding)} {finding.verdict}"
        for finding in report.findings
        if finding.kind is Kind.TOKEN and finding.tokens[0] in planted
    ]


def show(row: dict[str, Any]) -> None:
    """One run for a reader."""
    print(
        f"{row['setting']} seed {row['seed']}: obeyed {row['obeyed']}, found {row['found']}, "
        f"first {row['first']}; {row['said']}; others {row['others']}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    add_options(parser)
    parser.set_defaults(seeds=1, texts=800)
    parser.add_argument("--settings", nargs="+", default=[*PLANTS, *OTHERS])
    options = parsed(parser)
    torch.set_num_threads(1)
    for seed in range(options.first_seed, options.first_seed + options.seeds):
        for name in options.settings:
            setting = Setting(name, permuted=name == "permuted")
            if options.judge and not is_prepared(setting, seed, options):
                continue
            folder, trained = prepared(setting, seed, options)
            row = judged(setting, seed, folder, trained["accuracy"], options)
            with (options.out / "families.jsonl").open("a") as file:
                file.write(json.dumps(row) + "\n")
            show(row)


if __name__ == "__main__":
    main()
