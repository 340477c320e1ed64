"""How dice come is chosen on the command line."""

from pathlib import Path

import pytest

from dashboard.commands import BAD_INPUT, main
from engine.core.board import find_board_file


def test_a_tray_that_the_board_has_no_place_for_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.yaml"
    lines = find_board_file("mativen").read_text(encoding="utf-8").splitlines(keepends=True)
    own.write_text("".join(line for line in lines if not line.startswith("tray:")), encoding="utf-8")
    given = ["--board", str(own), "--pieces", "mativen-pieces", "--dice", "tray", "--data", str(tmp_path)]
    assert main(["play", *given]) == BAD_INPUT
    assert "has no tray" in capsys.readouterr().err


def test_dice_that_come_otherwise_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", "--dice", "loaded"])
    assert left.value.code == BAD_INPUT
    assert "seed" in capsys.readouterr().err
