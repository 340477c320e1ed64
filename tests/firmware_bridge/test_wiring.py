"""The configurations that a table expects its boards to have."""

import re
from pathlib import Path

import pytest

from engine.core.faults import InputFault
from firmware_bridge.wiring import load_wiring
from hardware.drawing import BOARDS
from hardware.firmware.warden import configuration


def test_a_wiring_is_known_by_the_number_that_its_board_tells() -> None:
    path = BOARDS / "smallest.json"
    (number,) = load_wiring([str(path)])
    assert number == configuration.number_of(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "said"), [(None, "can't be read"), ("{", "no JSON"), ("{}", "board's name")]
)
def test_an_unusable_wiring_is_refused_with_its_file(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / "board.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(InputFault, match=f"--wiring {re.escape(str(path))}: .*{said}"):
        load_wiring([str(path)])


def test_a_file_in_which_a_key_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.json"
    path.write_text('{"board": "one", "buttons": [], "board": "two"}', encoding="utf-8")
    with pytest.raises(InputFault, match="the key 'board' stands twice"):
        load_wiring([str(path)])


@pytest.mark.parametrize(
    ("path", "said"),
    [("/dev/zero", "at most"), ("/dev/full", "at most"), ("/", "can't be read: Is a directory")],
)
def test_what_is_no_file_is_refused_in_plain_words(path: str, said: str) -> None:
    with pytest.raises(InputFault, match=f"^--wiring {path}: .*{said}[^\\[]*$"):
        load_wiring([path])
