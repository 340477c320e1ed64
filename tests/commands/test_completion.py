"""Each shell completes what the table of commands has."""

import re
import subprocess
from pathlib import Path

import pytest

from dashboard.commands import DONE, main
from dashboard.commands.completion import SHELLS
from dashboard.commands.table import COMMANDS
from engine.core.board import board_names
from engine.games.registry import GAMES

ASK = """\
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
compopt() { :; }
_boardwarden
echo "${COMPREPLY[*]}"
"""


def offered(script: Path, *words: str) -> list[str]:
    """Return the completions that bash offers for the last of some words."""
    asked = ["bash", "-c", ASK, "bash", str(script), "boardwarden", *words]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()


@pytest.fixture
def bash(tmp_path: Path) -> Path:
    script = tmp_path / "boardwarden.bash"
    script.write_text(SHELLS["bash"](), encoding="utf-8")
    return script


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shells_script_has_every_command_and_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == DONE
    script = capsys.readouterr().out
    for command in COMMANDS:
        assert re.search(rf"\b{command.name}\b", script)
        for one in command.options:
            for flag in one.flags:
                bare = flag.removeprefix("--")
                assert not flag.startswith("--") or flag in script or f"-l {bare} " in script
    assert all(name in script for name in GAMES)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("rej",), ["rejudge"]),
        (("play", "--gam"), ["--game"]),
        (("play", "--game", ""), [*GAMES]),
        (("print", "--board", ""), [*board_names()]),
        (("play", "--dice", "t"), ["tray", "typed"]),
        (("completion", ""), ["bash", "zsh", "fish"]),
        (("play", "--delay", ""), []),
    ],
)
def test_bash_offers_commands_options_and_names(
    bash: Path, words: tuple[str, ...], expected: list[str]
) -> None:
    assert offered(bash, *words) == expected


def test_bash_offers_folders_where_a_folder_is_asked_for(bash: Path, tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    (tmp_path / "match.txt").touch()
    assert offered(bash, "matches", "--data", str(tmp_path / "mat")) == [str(tmp_path / "matches")]
