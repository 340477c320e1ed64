"""How dice come is chosen on the command line."""

from argparse import Namespace
from pathlib import Path

import pytest

from dashboard.commands import BAD_INPUT, main
from dashboard.commands.terms import chosen_dice
from engine.core.board import find_board_file, load_board
from engine.core.dice import Dice
from engine.core.faults import InputFault


def test_a_tray_that_the_board_has_no_place_for_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    lines = find_board_file("mativen").read_text(encoding="utf-8").splitlines(keepends=True)
    own.write_text("".join(line for line in lines if not line.startswith("tray:")), encoding="utf-8")
    asked = Namespace(dice="tray")
    assert chosen_dice(asked, load_board("mativen")) is Dice.TRAY
    with pytest.raises(InputFault, match="has no tray"):
        chosen_dice(asked, load_board(str(own)))


def test_dice_that_come_otherwise_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", "--dice", "loaded"])
    assert left.value.code == BAD_INPUT
    assert "seed" in capsys.readouterr().err
