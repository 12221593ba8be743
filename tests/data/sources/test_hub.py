"""The hub, without one: what is known about datasets there, and what is said where it cannot be reached."""

import pytest

from auditor.data.sources import hub
from auditor.data.sources.hub import ALIASES, hub_source
from auditor.errors import AuditError


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str | None]]:
    """What the hub is asked for; it holds one text in every split."""
    import datasets

    calls: list[tuple[str, str | None]] = []
    alias = {column for one in ALIASES.values() for column in (one.text, one.text_pair, one.label) if column}
    row = {column: ["a"] for column in sorted(alias)}
    splits = ("train", "validation", "validation_matched", "test")
    made = {name: datasets.Dataset.from_dict(row) for name in splits}

    def fetch(identity: str, config: str | None, *, stream: bool) -> object:
        assert stream
        calls.append((identity, config))
        return made

    monkeypatch.setattr(hub, "_fetch", fetch)
    return calls


@pytest.mark.parametrize("name", ALIASES)
def test_every_alias_names_columns_and_a_split(name: str, asked: list[tuple[str, str | None]]) -> None:
    alias = ALIASES[name]
    source = hub_source(name, split=None, stream=True)
    assert asked == [(alias.id, alias.config)]
    assert source.suggested["text"] == alias.text and source.suggested["label"] == alias.label
    assert source.suggested.get("text_pair") == alias.text_pair
    assert source.description.startswith(f"{alias.id} (")
    assert hub_source(name, split="train", stream=True).description == f"{alias.id} (train)"


def test_a_configuration_stands_behind_a_colon(asked: list[tuple[str, str | None]]) -> None:
    source = hub_source("owner/name:some", split="dev", stream=True)
    assert asked == [("owner/name", "some")] and source.description == "owner/name (validation)"
    assert source.suggested == {}


def test_without_a_network_it_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasets.config.HF_HUB_OFFLINE", True)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(AuditError, match="is not a local file, and the hub cannot be reached") as caught:
        hub_source("imbd", split=None, stream=True)
    assert caught.value.hint == "Did you mean 'imdb'?"
