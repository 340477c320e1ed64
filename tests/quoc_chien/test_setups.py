"""Positions that can't be: a setup that writes one is refused, with its line and what was expected."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.scenarios.runner import run_file

FILE = (
    "game: quoc_chien\ntitle: t\nrules: []\nsetup:\n  players:\n    s1: {PLAYER}\n    s2: {}\n"
    "  used: {USED}\nsteps:\n  - expect: {dead: []}\n"
)


@pytest.mark.parametrize(
    ("player", "used", "said"),
    [
        ("equipment: [sha.S8]", "sha: 0", ":6: equipment: expected an equipment, found 'sha.S8'"),
        ("equipment: [qinggang-jian.S6, qilin-gong.H5]", "sha: 0", "there is a weapon already"),
        ("judgment: [sha.S8]", "sha: 0", ":6: judgment: expected a delayed trick, found 'sha.S8'"),
        ("judgment: [le-busi-shu.C6, le-busi-shu.H6]", "sha: 0", "there is a le-busi-shu already"),
        ("health: 5", "sha: 0", ":6: health: expected a whole number from 1 to 4, found 5"),
        ("health: 0", "sha: 0", ":6: health: expected a whole number from 1 to 4, found 0"),
        ("health: 3", "slash: 1", ":8: slash: expected sha, jiu or a skill, found 'slash'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(tmp_path: Path, player: str, used: str, said: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(FILE.replace("PLAYER", player).replace("USED", used), encoding="utf-8")
    with pytest.raises(InputFault) as caught:
        run_file(file)
    assert said in str(caught.value)
