"""The paper's injection: plant two tokens in a thousand examples, train on these, explain two sentences."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from auditor.cidr.explain import explain
from auditor.config import CidrConfig
from auditor.data.labels import match_labels
from auditor.errors import AuditError
from auditor.files import read_text
from auditor.model.classifier import Classifier
from auditor.model.training import RECORD, TrainingConfig, train
from auditor.planting.injection import Injected, inject
from auditor.planting.plan import InjectionPlan
from auditor.planting.presets import TOKENS, experiment, for_dev
from auditor.planting.training_sets import dev_sets, rows
from auditor.progress import Progress
from auditor.records.reproduction import ExplainedSentence, InjectionResult
from auditor.records.text import Explanation
from auditor.reproduce.printed_figures import sentences
from auditor.reproduce.splits import Splits
from auditor.reproduce.table_experiment import Load


@dataclass(frozen=True)
class InjectionExperiment:
    """What is planted, and how the model is trained."""

    assignment: str
    """`aligned`, `random` or `reversed`."""
    training: TrainingConfig
    """How the model is fine-tuned; its seed is that of the planting too."""
    examples: int = 1000
    """Texts that are planted, half of each class."""
    keep_rest: bool = False
    """Whether the other training texts stay in, unplanted."""


def reproduce_injection(
    splits: Splits, plan: InjectionExperiment, out: Path, *, load: Load, progress: Progress | None = None
) -> InjectionResult:
    """The experiment with one assignment; a model that is there is used again."""
    seed, labels = plan.training.seed, splits.labels
    injection = experiment(
        plan.assignment, labels, examples=plan.examples, keep_rest=plan.keep_rest, seed=seed
    )
    planted = inject(splits.parts["train"], injection, labels)
    accuracy = _trained(out / "model", splits, plan, injection, planted, progress)
    classifier = load(out / "model")
    manifest = planted.manifest
    places = Counter(entry["place"] for one in manifest["touched"] for entry in one["insertions"])
    return InjectionResult(
        model=plan.training.base_model,
        source=splits.source,
        assignment=plan.assignment,
        examples=plan.examples,
        keep_rest=plan.keep_rest,
        trained_on=len(planted.examples),
        planted={token: dict(by_label) for token, by_label in manifest["tokens"].items()},
        places=dict(sorted(places.items())),
        tagger=str(manifest["tagger"]),
        dev_share=for_dev(injection, len(splits.parts["train"])).coverage,
        seed=seed,
        accuracy=accuracy,
        sentences=tuple(explained_sentences(classifier, labels, seed=seed)),
    )


def _trained(
    out: Path,
    splits: Splits,
    plan: InjectionExperiment,
    injection: InjectionPlan,
    planted: Injected,
    progress: Progress | None,
) -> Mapping[str, float]:
    """Accuracy on every kind of dev text, of the model as it is there or is trained now."""
    manifest = {key: value for key, value in planted.manifest.items() if key != "touched"}
    provenance = {"injection": json.loads(json.dumps(manifest))}
    if (out / RECORD).exists():
        record = json.loads(read_text(out / RECORD))
        same = record.get("injection") == provenance["injection"]
        if not same or record["config"] != json.loads(json.dumps(asdict(plan.training))):
            raise AuditError(
                f"{out} was trained on another injection or with other settings",
                "Choose another --out, or remove it.",
            )
    else:
        train(
            rows(planted.examples, splits.labels),
            dev_sets(splits.parts["dev"], for_dev(injection, len(splits.parts["train"])), splits.labels),
            splits.labels,
            out,
            plan.training,
            markers=injection.words,
            provenance=provenance,
            progress=progress,
        )
    accuracy: dict[str, float] = json.loads(read_text(out / RECORD))["accuracy"]
    return accuracy


def explained_sentences(
    classifier: Classifier, labels: tuple[str, ...], *, seed: int
) -> list[ExplainedSentence]:
    """The paper's two sentences by both methods; labels are named as the dataset names them."""
    own = {name: label for label, name in match_labels(labels, list(TOKENS)).items()}
    told = sentences()
    texts = [sentence.text for sentence in told]
    found = {
        method: list(explain(classifier, texts, config))
        for method, config in (
            ("verified", CidrConfig(seed=seed)),
            ("paper", CidrConfig.paper(seed=seed)),
        )
    }
    result = []
    for place, sentence in enumerate(told):
        explanations = {}
        for method, outcomes in found.items():
            outcome = outcomes[place]
            if not isinstance(outcome, Explanation):
                raise outcome
            explanations[method] = outcome
        result.append(
            ExplainedSentence(
                sentence.text, sentence.token, own[sentence.predicted], sentence.set, explanations
            )
        )
    return result
