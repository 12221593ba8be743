"""The hub, without one: what is known about datasets there, and what is said where it cannot be reached."""

import pytest

from auditor.data.sources import hub
from auditor.data.sources.hub import ALIASES, hub_source
from auditor.errors import AuditError

Asked = tuple[str, str | None, str | None]
"""Id, configuration and revision."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What the hub is asked for; it holds two hundred texts in every split, numbered from 0."""
    import datasets

    calls: list[Asked] = []
    alias = {column for one in ALIASES.values() for column in (one.text, one.text_pair, one.label) if column}
    row = {column: [str(place) for place in range(200)] for column in sorted(alias)}
    splits = ("train", "validation", "validation_matched", "test")
    made = {name: datasets.Dataset.from_dict(row) for name in splits}

    def fetch(identity: str, config: str | None, revision: str | None, *, stream: bool) -> object:
        assert stream
        calls.append((identity, config, revision))
        return made

    monkeypatch.setattr(hub, "_fetch", fetch)
    return calls


@pytest.mark.parametrize("name", ALIASES)
def test_every_alias_names_columns_and_a_split(name: str, asked: list[Asked]) -> None:
    alias = ALIASES[name]
    source = hub_source(name, split=None, stream=True)
    assert asked == [(alias.id, alias.config, alias.revision)]
    assert source.suggested["text"] == alias.text and source.suggested["label"] == alias.label
    assert source.suggested.get("text_pair") == alias.text_pair
    assert source.description.startswith(f"{alias.id} (")
    train = hub_source(name, split="train", stream=True).description
    assert train == f"{alias.id} (train{' without dev' if alias.held_out else ''})"


@pytest.mark.parametrize("name", ALIASES)
def test_dev_is_neither_trained_nor_tested_on(name: str, asked: list[Asked]) -> None:
    """A split of its own, or a part of the training rows that `train` leaves out."""
    alias = ALIASES[name]
    assert asked == []
    train, dev = (
        {row.values[alias.text] for row in hub_source(name, split=split, stream=True).rows([alias.text])}
        for split in ("train", "dev")
    )
    assert alias.splits.get("dev", "dev") != "test"
    if alias.held_out:
        assert not train & dev and len(train | dev) == 200
        assert len(dev) == 200 // alias.held_out
        assert min(map(int, dev)) == alias.held_out - 1
    else:
        assert alias.splits["dev"].startswith("validation")


def test_the_papers_datasets_are_pinned(asked: list[Asked]) -> None:
    for name in ("sst2", "imdb", "rotten_tomatoes"):
        hub_source(name, split="test", stream=True)
    assert [len(revision or "") for _, _, revision in asked] == [40, 40, 40]
    assert asked[0][0] == "SetFit/sst2"  # 6,920 / 872 / 1,821 sentences, not the 67,349 phrases


def test_a_configuration_stands_behind_a_colon(asked: list[Asked]) -> None:
    source = hub_source("owner/name:some", split="dev", stream=True)
    assert asked == [("owner/name", "some", None)] and source.description == "owner/name (validation)"
    assert source.suggested == {}


def test_without_a_network_it_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasets.config.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(AuditError, match="is not a local file, and the hub cannot be reached") as caught:
        hub_source("imbd", split=None, stream=True)
    assert caught.value.hint == "Did you mean 'imdb'?"
