"""Settings: which layer wins, and what is said when one is wrong."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest

from auditor.config import CHOICES, CidrConfig, EvidenceConfig, layered
from auditor.errors import AuditError


def settings(
    tmp_path: Path, text: str | None = None, variables: dict[str, str] | None = None, **flags: Any
) -> CidrConfig:
    file = None
    if text is not None:
        file = tmp_path / "audit.toml"
        file.write_text(text, encoding="utf-8")
    return layered(CidrConfig, "cidr", flags=flags, file=file, environment=variables or {})


def test_each_layer_overrides_the_one_before(tmp_path: Path) -> None:
    text = "[cidr]\nbeta = 0.4\nepsilon = 0.4\nrounds = 4"
    variables = {"AUDIT_EPSILON": "0.6", "AUDIT_ROUNDS": "6"}
    found = settings(tmp_path, text, variables, rounds=8, seed=None)
    assert (found.beta, found.epsilon, found.rounds) == (0.4, 0.6, 8)
    assert found.seed == CidrConfig().seed  # a flag that was not given overrides nothing
    assert found.threshold == CidrConfig().threshold


def test_defaults_when_nothing_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert settings(tmp_path) == CidrConfig()
    (tmp_path / "audit.toml").write_text("[cidr]\nseed = 3\n[sweep]\nshard_size = 9")
    assert settings(tmp_path).seed == 3  # the file in the working directory


def test_the_process_environment_is_the_default_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AUDIT_SEED", "17")
    assert layered(CidrConfig, "cidr", flags={}).seed == 17


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", True), ("TRUE", True), ("yes", True), ("0", False), ("False", False), ("no", False)],
)
def test_switches_in_the_environment(tmp_path: Path, text: str, value: bool) -> None:
    assert settings(tmp_path, variables={"AUDIT_VERIFY": text}).verify is value


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ({"text": "[cidr]\nepsilonn = 0.5"}, ("'epsilonn'", "'epsilon'")),
        ({"rond": 5}, ("'rond'", "'rounds'")),
        ({"text": "[cidr]\nzzz = 1"}, ("'zzz'", "beta, ")),
        ({"text": "[audits]\npairs = 3"}, ("'audits'", "'audit'")),
        ({"text": "[cidr]\nseed = 3\n[other]\nkey = 1"}, ("'other'", "audit, cidr, engine, rule, sweep")),
        ({"text": "beta = 0.4"}, ("'beta'", "audit, cidr, engine, rule, sweep")),
    ],
)
def test_an_unknown_key_names_the_nearest(
    tmp_path: Path, given: dict[str, Any], names: tuple[str, str]
) -> None:
    with pytest.raises(AuditError) as caught:
        settings(tmp_path, **given)
    assert names[0] in caught.value.message
    assert names[1] in caught.value.hint


@pytest.mark.parametrize(
    "given",
    [
        {"text": '[cidr]\nbeta = "half"'},
        {"text": "[cidr]\nrounds = 2.5"},
        {"text": "[cidr]\nrounds = true"},
        {"text": "[cidr]\nverify = 1"},
        {"text": "[cidr]\nunit = 3"},
        {"text": "[cidr]\nbeta = [0.5]"},
        {"variables": {"AUDIT_BETA": "half"}},
        {"variables": {"AUDIT_ROUNDS": "2.5"}},
        {"variables": {"AUDIT_VERIFY": "perhaps"}},
        {"steps": "many"},
    ],
    ids=str,
)
def test_a_wrong_type_names_the_setting_and_the_type(tmp_path: Path, given: dict[str, Any]) -> None:
    with pytest.raises(AuditError, match=r"a value of type (int|float|bool|str) is needed"):
        settings(tmp_path, **given)


def test_whole_numbers_serve_as_real_ones(tmp_path: Path) -> None:
    assert settings(tmp_path, "[cidr]\nbeta = 1").beta == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("beta", -0.1),
        ("beta", 1.1),
        ("beta", float("nan")),
        ("epsilon", 2.0),
        ("threshold", -1.0),
        ("tolerance", 0.0),
        ("rounds", 0),
        ("seed", -1),
        ("seed", 2**32),
        ("steps", 0),
        ("removal_steps", -1),
        ("forward_budget", 0),
    ],
)
def test_out_of_range_names_the_value_and_the_range(name: str, value: float) -> None:
    with pytest.raises(AuditError, match=f"{name} is {value}; it must lie between"):
        CidrConfig(**{name: value})


@pytest.mark.parametrize("name", sorted(CHOICES))
def test_a_choice_lists_what_is_allowed(name: str) -> None:
    with pytest.raises(AuditError) as caught:
        CidrConfig(**{name: "nonsense"})
    assert all(choice in caught.value.message for choice in CHOICES[name])


def test_the_range_holds_whatever_layer_a_value_comes_from(tmp_path: Path) -> None:
    for given in ({"text": "[cidr]\nbeta = 3"}, {"variables": {"AUDIT_BETA": "3"}}, {"beta": 3.0}):
        with pytest.raises(AuditError, match="between 0 and 1"):
            settings(tmp_path, **given)


@pytest.mark.parametrize("text", ["[cidr", "cidr = 3", "cidr = [1]", "[[cidr]]\nbeta = 0.5"])
def test_a_file_that_cannot_be_read_as_settings(tmp_path: Path, text: str) -> None:
    with pytest.raises(AuditError, match=r"audit\.toml"):
        settings(tmp_path, text)


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    file = tmp_path / "audit.toml"
    file.write_bytes("[cidr]\n# caf\u00e9".encode("latin-1"))
    with pytest.raises(AuditError, match="not UTF-8 text"):
        layered(CidrConfig, "cidr", flags={}, file=file, environment={})


def test_a_file_that_was_asked_for_must_exist(tmp_path: Path) -> None:
    with pytest.raises(AuditError, match="does not exist") as caught:
        layered(CidrConfig, "cidr", flags={}, file=tmp_path / "none.toml", environment={})
    assert "--config" in caught.value.hint


def test_settings_that_may_be_absent() -> None:
    @dataclass(frozen=True)
    class Other:
        limit: int | None = None

    def build(**options: Any) -> Other:
        return layered(Other, "other", **{"flags": {}, "environment": {}, **options})

    assert build() == Other(None)
    assert build(flags={"limit": 3}) == Other(3)
    assert build(environment={"AUDIT_LIMIT": "4"}) == Other(4)
    for given in ({"flags": {"limit": "x"}}, {"environment": {"AUDIT_LIMIT": "x"}}):
        with pytest.raises(AuditError, match=r"limit.* is 'x'|LIMIT is 'x'"):
            build(**given)


def test_every_setting_is_documented_and_frozen() -> None:
    source = (Path(__file__).parents[1] / "auditor" / "config.py").read_text(encoding="utf-8")
    for field in fields(CidrConfig):
        declaration = source.index(f"    {field.name}: ")
        assert source[declaration:].splitlines()[1].strip().startswith('"""'), field.name
    with pytest.raises(AttributeError):
        CidrConfig().beta = 0.1  # type: ignore[misc]


def test_what_interventions_take_at_most() -> None:
    few = EvidenceConfig(candidates=2, deletions=5, insertions=7, pairs=1, together=4)
    assert few.forwards == 2 * (6 * 5 + 2 * 7) + 7 * 4


def test_the_printed_method_keeps_what_the_paper_varies_and_refuses_the_rest(tmp_path: Path) -> None:
    config = CidrConfig.paper(beta=0.6, epsilon=0.3, rounds=5, threshold=0.4, seed=2, refine=False)
    assert (config.method, config.beta, config.verify, config.fallback) == (
        "paper",
        0.6,
        False,
        False,
    )
    for name, value in {"verify": True, "removal": "delete", "leading": 6}.items():
        with pytest.raises(AuditError, match=f"{name} is {value!r}, which contradicts method 'paper'"):
            CidrConfig.paper(**{name: value})
    with pytest.raises(AuditError, match="unknown reading"):
        CidrConfig.paper(reading="nonsense")
    with pytest.raises(AuditError, match="the method is 'verified'"):
        settings(tmp_path, reading="ordered")
