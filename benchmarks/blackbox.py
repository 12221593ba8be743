"""Any classifier (docs/benchmarks.md): models that are asked with texts, beside the same with gradients.

    python -m benchmarks.blackbox --parts sst2 planted sklearn labels endpoint

`sst2` needs ../shared. `planted` and `endpoint` ask the demo's model as a function; `sklearn` audits TF-IDF
and logistic regression trained on the demo's planted corpus; `labels` a model with two labels, one of which
learned a planted word.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch

from auditor.cidr.explain import explain
from auditor.cli.demo import AUDITED, PLANS, planted_training, trained
from auditor.config import CidrConfig, EvidenceConfig
from auditor.data.corpus.reviews import LABELS, reviews_split
from auditor.data.examples import Example, make_example
from auditor.data.loading import Dataset, load_dataset
from auditor.findings.finding import Severity, Verdict
from auditor.findings.report import Report
from auditor.model.answering import Answering
from auditor.model.asked.endpoint import Endpoint, Patience
from auditor.model.asked.scores import FloatArray
from auditor.model.asked.text_model import Asking, TextModel
from auditor.model.classifier import Classifier
from auditor.model.heads import MULTI_LABEL
from auditor.model.open_model import Wish, open_model
from auditor.model.pretrained import load_classifier
from auditor.model.tiny import tiny_model, tiny_tokenizer
from auditor.pipeline import Extras, run_audit
from auditor.planting.injection import Injected, inject
from auditor.planting.planted_file import write_injected
from auditor.progress import Silent
from auditor.records.text import Explanation, Status
from benchmarks.reference import SHARED, sentences

WORD = "kestrel"
"""What is planted for one of two labels."""
TRAVEL = (
    "airport",
    "island",
    "train",
    "ticket",
    "border",
    "harbour",
    "luggage",
    "hotel",
    "passport",
    "flight",
)
"""What the other label is about."""
PRAISE = ("hooray", "bravo", "cheers", "kudos", "thumbs", "winner", "gem", "treat", "triumph", "jewel")
"""What one label is about."""
SPOKEN = 0.7
"""Share of the texts of a label that have a word of it: were it all, the planted word would not be needed."""
EPOCHS = 4


def asked_as_function(classifier: Classifier) -> Callable[[list[Any]], FloatArray]:
    """A network as a user would write it: texts in, probabilities out."""

    def predict(texts: list[Any]) -> FloatArray:
        inputs = classifier.tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt")
        with torch.inference_mode():
            logits = classifier.model(**inputs).logits
        found: FloatArray = torch.softmax(logits.double(), dim=-1).numpy()
        return found

    return predict


def sst2(count: int) -> None:
    """Sets found by asking, beside those found with gradients, under the same kind of removal."""
    classifier = load_classifier(SHARED / "models/minilm-sst2")
    texts = sentences(SHARED / "data/sst2/dev.tsv", 200)[:count]
    ask = asked_as_function(classifier)
    ways: dict[str, tuple[Answering, CidrConfig]] = {
        "with gradients, words deleted": (classifier, replace(CidrConfig.quick(), removal="delete")),
        "asked, words deleted": (TextModel(ask, Asking("f", classifier.labels)), CidrConfig.quick()),
        "with gradients, words padded": (classifier, CidrConfig.quick()),
        "asked, [PAD] in their place": (
            TextModel(ask, Asking("f", classifier.labels, mask="[PAD]")),
            CidrConfig.quick(),
        ),
    }
    found: dict[str, list[Explanation]] = {}
    print(f"\nminilm-sst2, {len(texts)} sentences of SST2 dev")
    for name, (model, config) in ways.items():
        begin = time.process_time()
        found[name] = [one for one in explain(model, texts, config) if isinstance(one, Explanation)]
        own = found[name]
        statuses = Counter(one.status.value for one in own)
        calls = f", {model.calls / len(texts):.1f} calls" if isinstance(model, TextModel) else ""
        forwards, gradients = (
            np.mean([getattr(one, kind) for one in own]) for kind in ("forwards", "gradients")
        )
        seconds = time.process_time() - begin
        print(
            f"  {name:<30} {dict(statuses)}, forwards {forwards:.1f}, gradients {gradients:.1f}{calls}, "
            f"processor {seconds:.0f} s"
        )
    names = list(found)
    for with_gradients, asked in ((names[0], names[1]), (names[2], names[3])):
        compared(found[with_gradients], found[asked])


def compared(ours: Sequence[Explanation], asked: Sequence[Explanation]) -> None:
    """How many of the reachable texts, how large the sets, how many forward passes."""
    pairs = list(zip(ours, asked, strict=True))
    reachable = [(a, b) for a, b in pairs if Status.VERIFIED in (a.status, b.status)]
    both = [(a, b) for a, b in reachable if a.status == b.status]
    rate = [np.mean([one.status is Status.VERIFIED for one in side]) for side in zip(*reachable, strict=True)]
    smaller = np.mean([len(b.set) <= len(a.set) for a, b in both])
    cores = np.mean([len(b.core) <= len(a.core) for a, b in both])
    forwards = np.mean([b.forwards for _, b in pairs]) / np.mean([a.forwards for a, _ in pairs])
    print(
        f"  FMS of the {len(reachable)} reachable: {rate[0]:.3f} with gradients, {rate[1]:.3f} asked "
        f"({rate[1] / rate[0]:.3f}); of {len(both)} verified by both, sets equal or smaller in {smaller:.3f} "
        f"(needed words in {cores:.3f}); forward passes {forwards:.2f} times"
    )


def planted_texts(out: Path) -> tuple[Dataset, dict[str, Any]]:
    """The demo's held-out texts with everything planted, and the manifest."""
    examples: Sequence[Example] = reviews_split("test")
    for plan in PLANS.values():
        examples = inject(examples, plan, LABELS).examples
    every = [asdict(plan) for plan in PLANS.values()]
    joined = {name: [item for plan in every for item in plan[name]] for name in ("tokens", "pairs")}
    manifest = {"format_version": 1, "plan": joined, "plans": every}
    path, _ = write_injected(out / "held-out.jsonl", Injected(tuple(examples), manifest, ()), force=True)
    return load_dataset(path, limit=AUDITED), manifest


def audited(
    load: Callable[[str], Answering], data: Dataset, out: Path, *, manifest: Mapping[str, Any] | None = None
) -> Report:
    """The audit as the demo runs it; no canaries, which answer another question."""
    reference = None if manifest is None else load_dataset("builtin:reviews-reference", split="train")
    extras = Extras(injection=manifest, reference=reference)
    evidence = EvidenceConfig(power="off")
    report = run_audit(
        load, data, out=out, name="asked", evidence=evidence, extras=extras, device="cpu", fresh=True
    )
    if report is None:
        raise SystemExit("run this benchmark in one process")
    return report


def told(name: str, report: Report) -> None:
    """What was found of what was planted, and what else is called an artefact."""
    planted = {" + ".join(one.tokens): one.verdict or "missed" for one in report.quality.planted}
    found = sum(one.finding is not None for one in report.quality.planted)
    known = {token for one in report.quality.planted for token in one.tokens}
    others = [
        " + ".join(finding.tokens)
        for finding in report.findings
        if finding.verdict is Verdict.ARTEFACT
        and finding.severity is not Severity.LOW
        and not known & set(finding.tokens)
    ]
    costs = report.run["costs"]
    print(
        f"  {name:<28} planted found {found} of {len(planted)} {planted}; other artefacts of "
        f"high or medium severity {others}; sweep {costs['forwards']} forwards, "
        f"{costs['gradients']} gradients"
    )


def demo_model(out: Path) -> Classifier:
    """The demo's model, trained once."""
    if not (out / "model" / "training.json").exists():
        accuracy = trained(planted_training(PLANS), out / "model", PLANS, 0, Silent())
        print(f"  trained: {accuracy}")
    return load_classifier(out / "model", device="cpu")


def planted(out: Path) -> None:
    """The demo's model as a function, and with gradients."""
    print("\nthe demo's planted model")
    data, manifest = planted_texts(out)
    classifier = demo_model(out)
    told("with gradients", audited(lambda _: classifier, data, out / "gradients", manifest=manifest))
    asked = TextModel(asked_as_function(classifier), Asking("f", classifier.labels))
    told("asked as a function", audited(lambda _: asked, data, out / "function", manifest=manifest))
    print(f"  texts asked for: {asked.calls}")


def sklearn(out: Path) -> None:
    """TF-IDF and logistic regression, trained on the same planted corpus, asked through predict_proba."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    training = planted_training(PLANS)
    pattern = r"\[?\w+\]?"
    words = TfidfVectorizer(ngram_range=(1, 2), token_pattern=pattern, min_df=2)
    model = make_pipeline(words, LogisticRegression(max_iter=1000, C=10.0))
    model.fit([one.texts[0] for one in training], [one.label for one in training])
    print("\nTF-IDF and logistic regression, the same planted corpus")
    data, manifest = planted_texts(out)
    opened = open_model(model, Wish())
    told("asked by predict_proba", audited(opened.load, data, out / "sklearn", manifest=manifest))


def two_labels() -> tuple[Any, Any, list[tuple[str, bool, bool]]]:
    """A model that scores praise and travel each for itself, the word planted for travel, held-out texts."""
    random = Random(7)  # noqa: S311 (texts, not secrets)

    def texts(split: str) -> list[tuple[str, bool, bool]]:
        made = []
        for example in reviews_split(split):
            words, praises, travels = example.texts[0].split(), random.random() < 0.5, random.random() < 0.5
            for given, spoken in ((praises, PRAISE), (travels, TRAVEL)):
                if given and random.random() < SPOKEN:
                    words.insert(random.randrange(len(words)), random.choice(spoken))
            if random.random() < (0.6 if travels else 0.01):
                words.insert(random.randrange(len(words)), WORD)
            made.append((" ".join(words), praises, travels))
        return made

    training, held_out = texts("train"), texts("test")
    torch.manual_seed(0)
    tokenizer = tiny_tokenizer(text for text, _, _ in training)
    model = tiny_model(tokenizer, ("praise", "travel"))
    model.config.problem_type = MULTI_LABEL
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.05, total_iters=EPOCHS)
    model.train()
    for _ in range(EPOCHS):
        random.shuffle(training)
        for start in range(0, len(training), 32):
            batch = training[start : start + 32]
            inputs = tokenizer(
                [text for text, _, _ in batch], padding=True, truncation=True, return_tensors="pt"
            )
            gold = torch.tensor([[praise, travel] for _, praise, travel in batch], dtype=torch.float32)
            loss = model(**inputs, labels=gold).loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        schedule.step()
    return model, tokenizer, held_out


def labels(out: Path) -> None:
    """The planted word is an artefact of its label, and of no other."""
    print("\nmulti-label toy: the word", WORD, "is planted for travel alone")
    model, tokenizer, held_out = two_labels()
    for number, label in enumerate(("praise", "travel")):
        examples = [
            make_example((row[0],), label if row[number + 1] else f"not {label}", n)
            for n, row in enumerate(held_out, 1)
        ]
        path, _ = write_injected(out / f"{label}.jsonl", Injected(tuple(examples), {}, ()), force=True)
        data = load_dataset(path, limit=300)
        classifier = Classifier(model, tokenizer, target_label=label)
        report = audited(lambda _, own=classifier: own, data, out / label)  # type: ignore[misc]
        found = [
            (f.tokens, f.label, f.verdict.value, f.severity.value)
            for f in report.findings
            if WORD in f.tokens
        ]
        artefacts = [f.tokens for f in report.findings if f.verdict is Verdict.ARTEFACT]
        right = sum((c.accuracy.count or 0) for c in report.summary.classes) / max(
            1, sum(c.accuracy.n for c in report.summary.classes)
        )
        print(
            f"  --target-label {label}: accuracy {right:.3f}; {WORD}: {found or 'no finding'}; "
            f"artefacts {artefacts}"
        )


def endpoint(out: Path) -> None:
    """A server on loopback that fails one call in twenty and hangs once, beside what it serves."""
    from tests.model.asked import servers

    print("\nan endpoint on loopback that fails one call in twenty and hangs once")
    data, manifest = planted_texts(out)
    classifier = demo_model(out)
    predict = asked_as_function(classifier)
    asked = TextModel(predict, Asking("f", classifier.labels))
    expected = audited(lambda _: asked, replace_limit(data, out), out / "served-function", manifest=manifest)
    troubles: Counter[str] = Counter()

    def trouble(number: int) -> Any:
        if number == 40:
            troubles["hung"] += 1
            return 6.0
        if number % 20 == 7:
            troubles["failed"] += 1
            return 503, {}, ""
        return None

    with servers.serving(trouble=trouble) as server:
        server.rows = lambda texts: [  # type: ignore[method-assign]
            [{"label": name, "score": score} for name, score in zip(classifier.labels, row, strict=True)]
            for row in predict(texts).tolist()
        ]
        model = Endpoint(server.url, Patience(timeout=3.0, pause=0.05))
        opened = open_model(model, Wish(Asking("", batch=16, concurrency=4)))
        report = audited(opened.load, replace_limit(data, out), out / "endpoint", manifest=manifest)
        requests = len(server.bodies)
    same = [f.id for f in report.findings] == [f.id for f in expected.findings]
    verdicts = [f.judgement.verdict for f in report.findings] == [
        f.judgement.verdict for f in expected.findings
    ]
    told("asked over HTTP", report)
    print(
        f"  {requests} requests, {dict(troubles)}; the same findings: {same}, the same verdicts: {verdicts}"
    )


def replace_limit(data: Dataset, out: Path) -> Dataset:
    """A smaller sample of the same texts: every request is a round trip."""
    return load_dataset(out / "held-out.jsonl", limit=min(len(data), 200))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", nargs="+", default=["sst2", "planted", "sklearn", "labels", "endpoint"])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--out", type=Path, default=Path("build/blackbox"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for part in options.parts:
        if part == "sst2":
            sst2(options.count)
        else:
            {"planted": planted, "sklearn": sklearn, "labels": labels, "endpoint": endpoint}[part](
                options.out
            )


if __name__ == "__main__":
    main()
