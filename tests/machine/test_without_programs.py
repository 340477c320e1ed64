"""Without browser, broker, compilers and node no test fails: those that need them are left out and named."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dashboard.lab.painted_page import CHROMIUMS
from engine.core.programs import ROOTS_FOLDERS, WITHOUT, find_program
from tests.needs import TOP, lines_of_left_out

HIDDEN = {*CHROMIUMS, "mosquitto", "avr-gcc", "avr-g++", "simavr", "node", "micropython"}


def path_without(hidden: set[str], into: Path) -> str:
    """Return a PATH of links to all programs that this machine has, but for those hidden."""
    folders = f"{os.environ['PATH']}:{ROOTS_FOLDERS}".split(":")
    # A user's PATH may name a folder of somebody else's, which nobody but its owner may look into.
    may_look = [Path(folder) for folder in folders if os.access(folder, os.R_OK | os.X_OK)]
    open_folders = [folder for folder in may_look if folder.is_dir()]
    for program in (program for folder in open_folders for program in folder.iterdir()):
        link = into / program.name
        if program.name not in hidden and not link.is_symlink():
            link.symlink_to(program)
    return str(into)


def test_a_hidden_program_is_not_found_wherever_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mosquitto").touch(mode=0o755)
    monkeypatch.delenv(WITHOUT, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_program("mosquitto") == str(tmp_path / "mosquitto")
    monkeypatch.setenv(WITHOUT, "chromium,mosquitto")
    assert find_program("mosquitto") is None


def test_what_was_left_out_ends_with_the_one_command_that_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WITHOUT, "chromium-headless-shell,chromium,chromium-browser,google-chrome,mosquitto")
    *_, command = lines = list(
        lines_of_left_out(
            [
                "for want of mosquitto; on Debian: sudo apt install mosquitto",
                "only Linux lists cameras as files",
            ]
            + ["for want of chromium-headless-shell; on Debian: sudo apt install chromium-headless-shell"] * 2
        )
    )
    assert lines[:-1] == [
        "    2 for want of chromium-headless-shell",
        "    1 for want of mosquitto",
        "    1 because only Linux lists cameras as files",
    ]
    assert command.startswith(
        "To run those that lack a program: sudo apt install mosquitto chromium-headless-shell"
    )


def test_where_nothing_lacks_a_program_no_command_is_said() -> None:
    assert list(lines_of_left_out(["only Linux has it"])) == ["    1 because only Linux has it"]


@pytest.mark.timeout(1200)
def test_without_the_programs_all_is_collected_and_nothing_that_has_to_do_with_them_fails(
    tmp_path: Path,
) -> None:
    kept = {
        name: text for name, text in os.environ.items() if not name.startswith(("PYTEST_", "BOARDWARDEN_"))
    }
    footage = {name: os.environ[name] for name in ("BOARDWARDEN_FOOTAGE",) if name in os.environ}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider"),
            *("-m", "programs and not slow", f"--ignore={__file__}"),
        ],
        cwd=TOP,
        env=kept | footage | {"PATH": path_without(HIDDEN, tmp_path), WITHOUT: ",".join(HIDDEN)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    *_, command, summary = done.stdout.splitlines()
    assert " passed, " in summary
    wanted = re.findall(r"^ +\d+ for want of (.+)", done.stdout, re.MULTILINE)
    named = {name for line in wanted for name in re.split(r"[, ]+", line)}
    assert {"chromium-headless-shell", "mosquitto", "avr-gcc", "node", "micropython"} <= named
    assert command.startswith("To run those that lack a program: sudo apt install ")
    assert {"mosquitto", "chromium-headless-shell", "gcc-avr"} <= set(command.split())
