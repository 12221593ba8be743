"""What one prediction rests on, and what a whole audit found; after `sh examples/base.sh`."""

import os

from auditor import explain, load_classifier, load_run

folder = os.environ.get("EXAMPLES", "build/examples")
[found] = explain(load_classifier(f"{folder}/model"), ["the film about lisbon was forgettable."])
print(f"{found.label} ({found.probability:.2f}), {found.status}: {[found.words[i] for i in found.core]}")

findings = load_run(f"{folder}/audit").findings
print(
    findings[["tokens", "label", "verdict", "severity"]].assign(turned=findings["insertion"]["rate"]).head(10)
)
