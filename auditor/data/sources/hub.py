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


ALIASES = {
    "sst2": Alias("stanfordnlp/sst2", "sentence", splits={"dev": "validation"}, default="dev"),
    "imdb": Alias("stanfordnlp/imdb", "text", splits={"dev": "test"}),
    "rotten_tomatoes": Alias(
        "cornell-movie-review-data/rotten_tomatoes", "text", splits={"dev": "validation"}
    ),
    "ag_news": Alias("fancyzhx/ag_news", "text", splits={"dev": "test"}),
    "yelp_polarity": Alias("fancyzhx/yelp_polarity", "text", splits={"dev": "test"}),
    "amazon_polarity": Alias("fancyzhx/amazon_polarity", "content", splits={"dev": "test"}),
    "dbpedia_14": Alias("fancyzhx/dbpedia_14", "content", splits={"dev": "test"}),
    "trec": Alias("CogComp/trec", "text", label="coarse_label", splits={"dev": "test"}),
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
    if alias is not None:
        wanted = split or alias.default
        identity, config = alias.id, alias.config
        split = alias.splits.get(wanted, wanted)
        suggested = {"text": alias.text, "label": alias.label}
        suggested |= {"text_pair": alias.text_pair} if alias.text_pair else {}
    else:
        identity, _, given = name.partition(":")
        config, suggested = given or None, {}
    with quiet():
        loaded = _fetch(identity, config, stream=stream)
        chosen, split = pick_split(identity, loaded, split)
    return dataset_source(f"{identity} ({split})", chosen, suggested=suggested)


def _fetch(identity: str, config: str | None, *, stream: bool) -> Any:
    import datasets

    try:
        if hub_reachable():
            return datasets.load_dataset(identity, config, streaming=stream)
        with _offline():
            return datasets.load_dataset(identity, config)
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
