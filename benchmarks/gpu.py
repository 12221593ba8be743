"""What a GPU is worth: the same texts on the CPU and on the first GPU, in one run.

    python -m benchmarks.gpu --model DIR [--texts 64]

Prints ratios for forwards, for all evaluations, for a sweep, and for one in bf16, with the share of texts
whose set is the same. On a machine without a GPU it says that there is none.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import torch

from auditor.config import CidrConfig, SweepConfig
from auditor.data.loading import load_dataset
from auditor.model.pretrained import load_classifier
from auditor.records.text import Outcome
from auditor.sweep.estimate import estimate
from auditor.sweep.sweeping import sweep


def swept(model: str, texts: int, device: str, precision: str) -> tuple[float, list[Outcome]]:
    """Seconds of a sweep, and what it found."""
    dataset = load_dataset("builtin:reviews", limit=texts)
    settings = SweepConfig(mixed_precision=precision)
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        store = sweep(
            _loader(model), dataset, CidrConfig.quick(), out=Path(folder), settings=settings, device=device
        )
        seconds = time.perf_counter() - begin
        return seconds, [] if store is None else list(store.outcomes())


def _loader(model: str) -> Callable[[str], object]:
    return lambda device: load_classifier(model, device=device)


def same(left: list[Outcome], right: list[Outcome]) -> float:
    """The share of texts whose set is the same."""
    pairs = list(zip(left, right, strict=True))
    alike = [a.explanation and b.explanation and a.explanation.set == b.explanation.set for a, b in pairs]
    return sum(map(bool, alike)) / max(1, len(pairs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--texts", type=int, default=64)
    options = parser.parse_args()
    if not torch.cuda.is_available():
        print(f"no GPU here: torch {torch.__version__} sees none, and nothing was measured")
        return
    print(f"{torch.cuda.get_device_name(0)}, torch {torch.__version__}, {options.texts} texts")
    dataset = load_dataset("builtin:reviews", limit=options.texts)
    expected = {
        device: estimate(_loader(options.model), dataset, device=device)  # type: ignore[arg-type]
        for device in ("cpu", "cuda")
    }
    print(f"one forward: {expected['cpu'].forward / expected['cuda'].forward:.1f} x")
    print(f"all evaluations, as estimated: {expected['cpu'].seconds / expected['cuda'].seconds:.1f} x")
    slow, wanted = swept(options.model, options.texts, "cpu", "no")
    for precision in ("no", "bf16"):
        swept(options.model, options.texts, "cuda", precision)  # the first run compiles kernels
        fast, found = swept(options.model, options.texts, "cuda", precision)
        print(f"whole sweep, precision {precision}: {slow / fast:.1f} x, same sets {same(wanted, found):.3f}")
    print(f"most memory: {torch.cuda.max_memory_allocated() / 2**20:.0f} MB")


if __name__ == "__main__":
    main()
