"""Strangers' names, files and payloads can't steer the terminal of the person who reads them."""

import io
import logging
import sys
from pathlib import Path

import pytest

from dashboard.commands import BAD_INPUT, main
from dashboard.commands.plain_output import plain_output, steered
from engine.bus.kept_logs import keep_log, log_folder
from engine.bus.service import set_up_logging

CLEARS = "\x1b[2J\x1b]0;owned\x07"
TURNS = "\u202egpj.exe"
ENTRY = "x\n12:00:00 engine: forged"


@pytest.mark.parametrize("text", [CLEARS, TURNS, "\x9b2J", "a\rb", "\x7f"])
def test_a_key_in_a_file_is_shown_with_its_signs_spelt_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    spelt = "".join(sign if 0x1F < ord(sign) < 0x7F else f"\\u{ord(sign):04x}" for sign in text)
    path = tmp_path / "hostile.yaml"
    path.write_text(f'game: dozen_war\n"{spelt}": 1\n', encoding="utf-8")
    assert main(["scenario", str(path)]) == BAD_INPUT
    said = capsys.readouterr()
    assert spelt in said.err
    assert not any(sign in said.err + said.out for sign in "\x1b\x07\x7f\x9b\r\u202e")


def test_a_files_own_name_is_shown_with_its_signs_spelt_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["scenario", str(tmp_path / "x\x1b[31m.yaml")])
    assert "\\u001b[31m.yaml" in capsys.readouterr().err


def test_what_is_drawn_on_purpose_still_reaches_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := io.StringIO())
    with plain_output():
        sys.stderr.write("\x1b[K\n")
        steered(sys.stderr).write("\x1b[K\n")
    assert terminal.getvalue() == "\\u001b[K\n\x1b[K\n"
    assert sys.stderr is terminal


@pytest.mark.parametrize("journal", [False, True])
def test_a_name_in_a_log_makes_no_entry_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, journal: bool
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := io.StringIO())
    monkeypatch.setattr("engine.bus.service._goes_to_journal", lambda: journal)
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        set_up_logging("bridge")
        keep_log(tmp_path, "table", "bridge")
        logging.getLogger("board").warning("%s speaks, %s", ENTRY, CLEARS)
        logging.getLogger("board").error("it fell", exc_info=ValueError(CLEARS))
        for handler in root.handlers:
            handler.flush()
    finally:
        for handler in set(root.handlers) - set(before):
            handler.close()
        root.handlers[:] = before
        root.setLevel(level)
    (kept,) = (path.read_text("utf-8") for path in log_folder(tmp_path).iterdir())
    for said in (kept, terminal.getvalue()):
        assert "\n12:00:00" not in said
        assert ">12:00:00" not in said
        assert "  12:00:00 engine: forged speaks" in said
        assert "\x1b" not in said
        assert said.count("\\u001b") == 4
