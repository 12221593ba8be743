"""Every shard is claimed once, by whoever creates its claim first."""

import subprocess
import sys
from pathlib import Path

from auditor.sweep.claims import Claims


def test_every_shard_is_taken_once(tmp_path: Path) -> None:
    Claims(tmp_path / "claims", 0).begin()
    script = (
        "import sys; from pathlib import Path; from auditor.sweep.claims import Claims;"
        "claims = Claims(Path(sys.argv[1]), int(sys.argv[2]));"
        "print(*(n for n in range(300) if claims.take(n)))"
    )
    takers = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path / "claims"), str(member)],
            stdout=subprocess.PIPE, text=True,
        )
        for member in range(2)
    ]  # fmt: skip
    taken = [[int(n) for n in taker.communicate()[0].split()] for taker in takers]
    assert sorted(taken[0] + taken[1]) == list(range(300))
    owners = Claims(tmp_path / "claims", 0).owners()
    assert all(owners[n] == (0, member) for member in (0, 1) for n in taken[member])


def test_a_shard_can_be_claimed_again_once(tmp_path: Path) -> None:
    first, second = Claims(tmp_path / "claims", 0), Claims(tmp_path / "claims", 1)
    first.begin()
    assert first.take(7) and not second.take(7)
    assert second.take(7, 1) and not first.take(7, 1)
    assert first.owners() == {7: (1, 1)}
    (tmp_path / "claims" / "00009.0").touch()  # its owner died before it wrote its number
    assert first.owners()[9] == (0, -1)
    first.begin()
    assert first.owners() == {} and first.take(7)
    first.end()
    assert not (tmp_path / "claims").exists() and first.owners() == {}
