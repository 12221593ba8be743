"""Datasets of the Hugging Face hub.

The hub is streamed: nothing but the rows in hand is kept, and nothing is written to disk. Where it cannot be
reached, a copy in the usual cache is used.
"""

import difflib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from auditor.data.sources.arrow_rows import dataset_source, pick_split, quiet
from auditor.data.sources.source import Source
from auditor.errors import AuditError, first_line
from auditor.network import hub_reachable


@dataclass(frozen=True)
class Alias:
    """What is known about a dataset of the hub."""

    id: str
    """Its id there."""
    text: str
    """Column of the text."""
    text_pair: str | None = None
    """Column of the second text."""
    label: str = "label"
    """Column of the class."""
    config: str | None = None
    """Name of the configuration, where there are several."""
    splits: Mapping[str, str] = field(default_factory=dict)
    """What `train`, `dev` and `test` are called there, where it is something else."""
    default: str = "test"
    """The split that is audited unless another is named: a labelled one that was not trained on."""
    revision: str | None = None
    """The commit that is read, where figures depend on it; otherwise the newest."""
    held_out: int = 0
    """Where there is no split for it, `dev` is every so manyth row of the training split, and `train` the
    rest: the test split stays out of everything."""


ALIASES = {
    "sst2": Alias(
        "SetFit/sst2",
        "text",
        label="label_text",
        splits={"dev": "validation"},
        revision="00ea8ccb7a54b4e3780a3e51aa3f80361ff849c0",
    ),
    "imdb": Alias(
        "stanfordnlp/imdb", "text", held_out=5, revision="e6281661ce1c48d982bc483cf8a173c1bbeb5d31"
    ),
    "rotten_tomatoes": Alias(
        "cornell-movie-review-data/rotten_tomatoes",
        "text",
        splits={"dev": "validation"},
        revision="aa13bc287fa6fcab6daf52f0dfb9994269ffea28",
    ),
    "ag_news": Alias("fancyzhx/ag_news", "text", held_out=20),
    "yelp_polarity": Alias("fancyzhx/yelp_polarity", "text", held_out=50),
    "amazon_polarity": Alias("fancyzhx/amazon_polarity", "content", held_out=200),
    "dbpedia_14": Alias("fancyzhx/dbpedia_14", "content", held_out=50),
    "trec": Alias("CogComp/trec", "text", label="coarse_label", held_out=10),
    "emotion": Alias("dair-ai/emotion", "text", config="split", splits={"dev": "validation"}),
    "tweet_hate": Alias("cardiffnlp/tweet_eval", "text", config="hate", splits={"dev": "validation"}),
    "tweet_offensive": Alias(
        "cardiffnlp/tweet_eval", "text", config="offensive", splits={"dev": "validation"}
    ),
    "cola": Alias("nyu-mll/glue", "sentence", config="cola", splits={"dev": "validation"}, default="dev"),
    "snli": Alias("stanfordnlp/snli", "premise", "hypothesis", splits={"dev": "validation"}),
    "mnli": Alias(
        "nyu-mll/glue",
        "premise",
        "hypothesis",
        config="mnli",
        splits={"dev": "validation_matched", "validation": "validation_matched"},
        default="dev",
    ),
    "qnli": Alias(
        "nyu-mll/glue", "question", "sentence", config="qnli", splits={"dev": "validation"}, default="dev"
    ),
    "qqp": Alias(
        "nyu-mll/glue", "question1", "question2", config="qqp", splits={"dev": "validation"}, default="dev"
    ),
    "mrpc": Alias("nyu-mll/glue", "sentence1", "sentence2", config="mrpc", splits={"dev": "validation"}),
    "rte": Alias(
        "nyu-mll/glue", "sentence1", "sentence2", config="rte", splits={"dev": "validation"}, default="dev"
    ),
}


def hub_source(name: str, *, split: str | None, stream: bool) -> Source:
    """A dataset of the hub by alias or id; `id:config` names a configuration."""
    alias = ALIASES.get(name)
    if alias is None:
        identity, _, given = name.partition(":")
        return _source(Alias(identity, "", config=given or None), split, stream=stream)
    suggested = {"text": alias.text, "label": alias.label}
    suggested |= {"text_pair": alias.text_pair} if alias.text_pair else {}
    return _source(alias, split or alias.default, stream=stream, suggested=suggested)


def _source(
    alias: Alias, split: str | None, *, stream: bool, suggested: Mapping[str, str] | None = None
) -> Source:
    with quiet():
        loaded = _fetch(alias.id, alias.config, alias.revision, stream=stream)
        every, keep = alias.held_out, None
        if every and split in ("train", "dev"):
            chosen, _ = pick_split(alias.id, loaded, "train")
            dev = split == "dev"
            keep = lambda place: (place % every == every - 1) == dev  # noqa: E731
            split = f"dev: row {every} of every {every} of train" if dev else "train without dev"
        else:
            chosen, split = pick_split(alias.id, loaded, alias.splits.get(split or "", split))
    return dataset_source(f"{alias.id} ({split})", chosen, suggested=suggested, keep=keep)


def _fetch(identity: str, config: str | None, revision: str | None, *, stream: bool) -> Any:
    import datasets

    try:
        if hub_reachable():
            return datasets.load_dataset(identity, config, revision=revision, streaming=stream)
        with _offline():
            return datasets.load_dataset(identity, config, revision=revision)
    except ConnectionError as error:
        raise AuditError(
            f"{identity} is not a local file, and the hub cannot be reached",
            _near(identity) or "Check the network, or give a local file or builtin:reviews.",
        ) from error
    except Exception as error:
        raise AuditError(
            f"{identity} cannot be loaded from the hub: {first_line(error)}",
            _near(identity) or f"Give a local file, a hub id, or an alias: {', '.join(ALIASES)}.",
        ) from error


def _near(identity: str) -> str:
    near = difflib.get_close_matches(identity, [name for name in ALIASES if name != identity], n=1)
    return f"Did you mean {near[0]!r}?" if near else ""


@contextmanager
def _offline() -> Iterator[None]:
    """Only the cache is asked inside: no further attempts at a network that is not there."""
    import datasets
    import huggingface_hub.constants as constants

    before = (datasets.config.HF_HUB_OFFLINE, constants.HF_HUB_OFFLINE)
    datasets.config.HF_HUB_OFFLINE = constants.HF_HUB_OFFLINE = True
    try:
        yield
    finally:
        datasets.config.HF_HUB_OFFLINE, constants.HF_HUB_OFFLINE = before
