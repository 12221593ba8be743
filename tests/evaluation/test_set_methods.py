"""Each variant of CIDR is the settings that its name says."""

import pytest

from auditor.config import CidrConfig
from auditor.evaluation.set_methods import REFERENCE, SET_METHODS, SETS

BASE = CidrConfig(beta=0.4, epsilon=0.6, threshold=0.7, refine=False, cooperate=False, verify=False)


@pytest.mark.parametrize("method", SET_METHODS, ids=lambda method: method.name)
def test_a_variant_is_what_its_name_says(method: object) -> None:
    """Whatever the file says of verification, refinement and cooperation: the row decides."""
    one = SETS[method.name]  # type: ignore[attr-defined]
    config = one.config(BASE, removal="pad", seed=3)
    assert config.verify is one.name.startswith("cidr-verified")
    assert config.refine is not one.name.endswith("-no-refine")
    without = one.name.endswith("-no-cooperation")
    assert (config.beta == 0 or not config.cooperate) is without
    assert one.seeded is config.refine
    assert (config.removal, config.seed, config.fallback) == ("pad", 3, False)
    assert (config.epsilon, config.threshold) == (0.6, 0.7)
    assert config.beta == 0.4 or without


def test_removal_comes_from_the_convention() -> None:
    assert SETS["cidr-verified"].config(BASE, removal="delete", seed=0).removal == "delete"


def test_each_ablation_exists_at_equal_verification() -> None:
    for base in ("cidr", "cidr-verified", "cidr-unverified"):
        assert {base, f"{base}-no-refine", f"{base}-no-cooperation"} <= SETS.keys()
    assert len(SETS) == len(SET_METHODS) == 9
    assert REFERENCE in SETS
