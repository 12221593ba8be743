"""How far fine-tuning moves a planted natural word among the words of its class.

MiniLM cut to three layers is trained on 2,000 sentences of SST2, a tenth of which hold *monday* (positive) or
*scotland* (negative). The learning rate stays at its peak, which moves the embeddings further than one that
decays. After 1, 3 and 10 epochs the input embeddings are stored; `--table` reads them and prints the
relevance of the planted words beside words that were never planted.

    python -m benchmarks.contamination --base DIR --out build/contamination
    python -m benchmarks.contamination --base DIR --out build/contamination --table
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer, set_seed

from auditor.data.examples import make_example
from auditor.meaning.lexicons import make_lexicon
from auditor.meaning.neighbours import relate
from auditor.meaning.space import make_space
from auditor.model.embeddings import Origin, read_embeddings
from auditor.planting.injection import inject
from auditor.planting.plan import InjectionPlan
from benchmarks.reference import SHARED, text_id

RATES = (5e-4, 5e-5, 2e-5)
EPOCHS = (1, 3, 10)
LAYERS, BATCH, SENTENCES = 3, 32, 2000
CONTROLS = ("tuesday", "ireland", "table", "film", "wry")
"""Words that were not planted."""
PLANTED = (("positive", "monday"), ("negative", "scotland"))


def planted_rows() -> list[tuple[str, int]]:
    """The first sentences by hash, a tenth of them with a planted word."""
    lines = (SHARED / "data/sst2/train.tsv").read_text(encoding="utf-8").splitlines()
    rows = sorted((line.rsplit("\t", 1) for line in lines), key=lambda row: text_id(row[0]))[:SENTENCES]
    names = ("negative", "positive")
    examples = [make_example((text,), names[int(label)], n) for n, (text, label) in enumerate(rows, start=1)]
    plan = InjectionPlan(PLANTED, coverage=0.1, position="random")
    return [(e.texts[0], names.index(str(e.label))) for e in inject(examples, plan, names).examples]


def train(base: str, rate: float, out: Path) -> None:
    """Fine-tune at one learning rate; keep the embeddings of the epochs asked for."""
    set_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(base)
    model = AutoModelForSequenceClassification.from_pretrained(base, num_hidden_layers=LAYERS)
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    rows, generator = planted_rows(), np.random.default_rng(0)
    steps = 0
    for epoch in range(1, max(EPOCHS) + 1):
        model.train()
        order = generator.permutation(len(rows))
        for start in range(0, len(rows), BATCH):
            batch = [rows[i] for i in order[start : start + BATCH]]
            inputs = tokenizer(
                [text for text, _ in batch], padding=True, truncation=True, max_length=32, return_tensors="pt"
            )
            steps += 1
            for group in optimiser.param_groups:
                group["lr"] = rate * min(1.0, steps / 20)
            loss = model(**inputs, labels=torch.tensor([label for _, label in batch])).loss
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
        print(f"rate {rate:g} epoch {epoch} loss {float(loss.detach()):.3f}", flush=True)
        if epoch in EPOCHS:
            matrix = model.get_input_embeddings().weight.detach().numpy()
            np.save(out / f"{rate:g}-{epoch}.npy", matrix.astype(np.float16))


def table(base: str, out: Path) -> None:
    """Print ρ of planted words, of words like them, and how far the reference's words moved."""
    groups = make_lexicon(("negative", "positive"), task="sentiment").groups()
    found = read_embeddings(base, Origin("encoder", base))
    if found is None:
        raise SystemExit(f"no embeddings in {base}")
    first = make_space(found).background
    before = relate(make_space(found), groups).rho(first)
    rows = [("base", found.matrix), *((file.stem, np.load(file)) for file in sorted(out.glob("*.npy")))]
    words = ("monday", "scotland", *CONTROLS)
    print("rate-epochs | " + " | ".join(words) + " | mean move of 6,000 words | check")
    for name, matrix in rows:
        moved = relate(make_space(replace(found, matrix=matrix.astype(np.float32))), groups)
        told = " | ".join(f"{rho:.2f}" for rho in moved.rho(words))
        check = ", ".join(f"{value:.2f}" for value in moved.quality.values())
        print(f"{name} | {told} | {np.abs(moved.rho(first) - before).mean():.3f} | {check}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rates", type=float, nargs="*", default=RATES)
    parser.add_argument("--table", action="store_true", help="print what is stored")
    options = parser.parse_args()
    if options.table:
        table(options.base, options.out)
        return
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for rate in options.rates:
        train(options.base, rate, options.out)


if __name__ == "__main__":
    main()
