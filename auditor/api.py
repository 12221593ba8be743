"""The audit as a function: any kind of model, any kind of data, a `Run` as its result.

    from auditor import audit, explain

    run = audit("path/to/model", "reviews.csv")
    run = audit(pipeline, frame, text_column="review", label_column="stars")
    run = audit(my_function, texts, labels=golds, classes=["negative", "positive"])
    [found] = explain(my_function, "a moving and often funny film")

A run is kept in a temporary folder that goes with it, unless `out` names a folder that stays.
"""

import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from auditor.cidr.explain import explain as explain_texts
from auditor.config import CidrConfig, EvidenceConfig, RuleConfig, SweepConfig
from auditor.data.loading import Dataset, load_dataset
from auditor.data.sources.in_memory import memory_source, texts_of
from auditor.errors import AuditError
from auditor.model.asked.askable import check_picklable
from auditor.model.asked.text_model import Asking
from auditor.model.open_model import Opened, Wish, open_model
from auditor.pipeline import Extras, run_audit
from auditor.progress import Progress
from auditor.records.text import Explanation
from auditor.report.writing import write_report
from auditor.runs import Run
from auditor.sweep.store import ANSWERS, RunStore
from auditor.sweep.workers import SweepJob, sweep_in_processes


class Explanations(list[Explanation | AuditError]):
    """What came of each text, in their order; a notebook shows the texts with their sets marked."""

    def __repr__(self) -> str:
        return "\n".join(one.message if isinstance(one, AuditError) else repr(one) for one in self)

    def _repr_html_(self) -> str:
        """For notebooks."""
        from auditor.report.notebook import texts_html

        return texts_html(self)


def explain(
    model: Any,
    texts: Any,
    config: CidrConfig | None = None,
    *,
    tokenizer: Any = None,
    classes: Iterable[str] = (),
    mask_with: str | None = None,
    target_label: str | None = None,
    device: str = "auto",
) -> Explanations:
    """The minimal feature set of each text, or the reason why it has none.

    `texts` is one text, an iterable of texts, a Series or a column of a Dataset; a pair of texts is a tuple
    in such an iterable. `model` and what follows `config` are as in `audit`.
    """
    chosen = texts_of(texts)
    _check_kinds(config=(config, CidrConfig))
    settings = config or CidrConfig()
    fields = 2 if any(isinstance(text, tuple) for text in chosen) else 1
    asking = Asking("", labels=tuple(classes), mask=mask_with, target=target_label, fields=fields)
    with open_model(model, _wish(asking, settings), tokenizer=tokenizer).loaded(device) as answering:
        return Explanations(explain_texts(answering, chosen, settings))


def audit(
    model: Any,
    data: Any,
    *,
    labels: Iterable[Any] | None = None,
    split: str | None = None,
    text_column: str | None = None,
    text_pair_column: str | None = None,
    label_column: str | None = None,
    label_map: Mapping[Any, str] | None = None,
    limit: int | None = None,
    tokenizer: Any = None,
    classes: Iterable[str] = (),
    mask_with: str | None = None,
    target_label: str | None = None,
    max_calls: int | None = None,
    reference: Any = None,
    train_data: Any = None,
    task: str = "auto",
    lexicon: str | Path | None = None,
    seeds: Mapping[str, Iterable[str]] | None = None,
    encoder: str | None = None,
    out: str | Path | None = None,
    processes: int = 1,
    device: str = "auto",
    fresh: bool = False,
    method: CidrConfig | None = None,
    evidence: EvidenceConfig | None = None,
    rule: RuleConfig | None = None,
    progress: Progress | None = None,
    notify: Callable[[str], None] | None = None,
) -> Run:
    """Audit a classifier on a dataset: find what it leans on, test it, and judge it.

    `model` is a directory, a hub id, a loaded classifier, a transformers model with its `tokenizer`, a
    pipeline, an object with `predict_proba`, or a function from a list of texts to an array of class scores,
    whose columns `classes` names. `data` is a path or an alias, a DataFrame, a `datasets.Dataset` or
    DatasetDict, or a list of texts with their `labels`. `seeds` are a few words for each label, `notify`
    hears what is going on; all other arguments are the options of `audit run`.
    """
    _check_kinds(method=(method, CidrConfig), evidence=(evidence, EvidenceConfig), rule=(rule, RuleConfig))
    settings = method or CidrConfig.quick()
    columns = {"text_column": text_column, "text_pair_column": text_pair_column, "label_column": label_column}
    mapped = {str(old): new for old, new in (label_map or {}).items()}
    source = _source(data, labels=labels, split=split)
    dataset = _loaded(source, split, settings.seed, columns | {"label_map": mapped, "limit": limit})
    asking = Asking("", labels=tuple(classes), mask=mask_with, target=target_label, max_calls=max_calls)
    extras = Extras(
        reference=_other(reference, settings.seed),
        train_data=_other(train_data, settings.seed),
        task=task,
        lexicon=None if lexicon is None else Path(lexicon),
        seeds=tuple(f"{label}={','.join(words)}" for label, words in (seeds or {}).items()),
        encoder=encoder,
    )
    setup = _Setup(dataset, settings, device, processes=processes, fresh=fresh, out=out)
    watching = {"progress": progress, "notify": notify}
    return _run(model, tokenizer, asking, setup, evidence=evidence, rule=rule, extras=extras, **watching)


def _check_kinds(**given: tuple[Any, type]) -> None:
    """Refuse settings that are no record of settings: a second text, or a dict, passed in their place."""
    for name, (value, kind) in given.items():
        if value is not None and not isinstance(value, kind):
            raise AuditError(
                f"{name} is of the type {type(value).__name__}",
                f"Pass a {kind.__name__}, or leave it out. Two texts of one input are a pair: [(a, b)].",
            )


@dataclass(frozen=True)
class _Setup:
    """What is computed, and where."""

    dataset: Dataset
    method: CidrConfig
    device: str
    processes: int
    fresh: bool
    out: str | Path | None
    """Where the run stays; None: nowhere."""


def _run(model: Any, tokenizer: Any, asking: Asking, setup: _Setup, **options: Any) -> Run:
    """Sweep in as many processes as were asked for, then test and judge in this one."""
    if setup.processes < 1:
        raise AuditError(f"processes is {setup.processes}; at least 1 is needed")
    folder, keeper = _folder(setup.out)
    dataset = setup.dataset
    kept = None if setup.fresh or setup.out is None else folder / ANSWERS
    whole = replace(
        asking, fallback=dataset.label_names, fields=1 if dataset.columns.text_pair is None else 2
    )
    fresh = setup.fresh
    if setup.processes > 1:
        if not isinstance(model, str | Path):
            check_picklable(model)
        share, whole = _shared_out(whole, setup.processes)
        opened = open_model(model, _wish(share, setup.method, kept), tokenizer=tokenizer)
        _in_processes(opened, folder, setup)
        kept, fresh = folder / ANSWERS, False
    opened = open_model(model, _wish(whole, setup.method, kept), tokenizer=tokenizer)
    try:
        report = run_audit(
            opened.load,
            dataset,
            out=folder,
            name=opened.name,
            method=setup.method,
            device=setup.device,
            fresh=fresh,
            **options,
        )
    finally:
        opened.restore()
    if report is not None:  # this process is the one that speaks
        write_report(folder, report)
        RunStore(folder).forget()
    return Run(folder, keeper)


def _in_processes(opened: Opened, folder: Path, setup: _Setup) -> None:
    job = SweepJob(
        opened.load,
        setup.dataset,
        setup.method,
        SweepConfig(),
        folder.resolve(),
        device=setup.device,
        fresh=setup.fresh,
    )
    try:
        sweep_in_processes(job, setup.processes)
    finally:
        opened.restore()


def _shared_out(asking: Asking, processes: int) -> tuple[Asking, Asking]:
    """The calls of each process of a sweep, and what is left of them for the rest of the audit."""
    if asking.max_calls is None:
        return asking, asking
    each = asking.max_calls * 2 // 3 // processes
    return replace(asking, max_calls=each), replace(asking, max_calls=asking.max_calls - each * processes)


def _wish(asking: Asking, method: CidrConfig, answers: Path | None = None) -> Wish:
    return Wish(asking, replacement="mask" if method.removal == "mask" else "pad", answers=answers)


def _source(data: Any, *, labels: Iterable[Any] | None = None, split: str | None = None) -> Any:
    """What `load_dataset` reads: a name as it is, and anything else as rows in memory."""
    if isinstance(data, str | Path):
        if labels is not None:
            raise AuditError("labels were given beside a file", "Name the file's own with label_column=.")
        return data
    return memory_source(data, labels=labels, split=split)


def _loaded(source: Any, split: str | None, seed: int, options: Mapping[str, Any]) -> Dataset:
    named = split if isinstance(source, str | Path) else None
    return load_dataset(source, split=named, seed=seed, need_label=False, **options)


def _other(data: Any, seed: int) -> Dataset | None:
    """Another dataset, if there is one; of a built-in one, the part for training."""
    if data is None:
        return None
    split = "train" if str(data).startswith("builtin:") else None
    return load_dataset(_source(data), split=split, seed=seed)


def _folder(out: str | Path | None) -> tuple[Path, object]:
    """Where a run is kept, and what removes the folder when it is only temporary."""
    if out is not None:
        return Path(out), None
    folder = Path(tempfile.mkdtemp(prefix="audit-run-"))
    keeper = _Keeper()
    weakref.finalize(keeper, shutil.rmtree, folder, ignore_errors=True)
    return folder, keeper


class _Keeper:
    """Lives as long as its run."""
