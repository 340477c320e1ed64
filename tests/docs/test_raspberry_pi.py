"""The instructions for a Raspberry Pi: its first start, tried with stand-ins for pip and systemd."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from dashboard.commands.parsing import argument_parser
from tests.conftest import TOP

USER_DATA = (TOP / "docs" / "build-and-run" / "raspberry-pi" / "user-data").read_text(encoding="utf-8")
FOUND = yaml.safe_load(USER_DATA)
FILES = {one["path"]: one for one in FOUND["write_files"]}
SCRIPT = FILES["/usr/local/sbin/boardwarden-first-start"]
OPTIONS = FILES["/etc/boardwarden-table"]["content"]

STAND_IN = '#!/bin/sh\n{ printf %s "${0##*/}"; printf "|%s" "$@"; echo; } >> "$SAID"\n'
VENV = STAND_IN + 'for name in pip boardwarden; do cp "${0%/*}/systemctl" "$3/bin/$name"; done\n'


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A boot partition with two versions of the wheel, and stand-ins for the programs."""
    boot, programs = tmp_path / "boot", tmp_path / "programs"
    (tmp_path / "home" / "bin").mkdir(parents=True)
    for folder in (boot, programs):
        folder.mkdir()
    for name in ("boardwarden-0.9.0-py3-none-any.whl", "boardwarden-0.10.0-py3-none-any.whl"):
        (boot / name).touch()
    (boot / "requirements.txt").touch()
    for name, text in (("systemctl", STAND_IN), ("ln", STAND_IN), ("python3", VENV)):
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    return tmp_path


def first_start(card: Path, options: str = OPTIONS) -> "subprocess.CompletedProcess[str]":
    script, table = card / "first-start", card / "options"
    script.write_text(SCRIPT["content"])
    table.write_text(options)
    return subprocess.run(
        ["sh", str(script), str(card / "boot"), str(card / "home"), str(table)],
        env={"PATH": f"{card / 'programs'}:{os.environ['PATH']}", "SAID": str(card / "said")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_what_cloud_init_reads_and_runs_the_script_that_it_writes() -> None:
    assert USER_DATA.startswith("#cloud-config\n")
    assert FOUND["runcmd"] == [[SCRIPT["path"]]]
    assert SCRIPT["permissions"] == "0755"
    assert "python3-venv" in FOUND["packages"]


def test_the_first_start_installs_the_newest_wheel_by_its_hashes_and_starts_the_table(card: Path) -> None:
    done = first_start(card)
    assert done.returncode == 0, done.stderr
    said = [line.replace(str(card), "") for line in (card / "said").read_text().splitlines()]
    assert said[1:3] == [
        "python3|-m|venv|/home",
        "pip|install|--no-cache-dir|--only-binary|:all:|--require-hashes|--requirement|/boot/requirements.txt",
    ]
    assert said[3].endswith("|--no-deps|/boot/boardwarden-0.10.0-py3-none-any.whl")
    assert said[-1] == "boardwarden|service|install|--system|--camera|0|--http|0.0.0.0:8321"
    # The command line takes these words.
    argument_parser().parse_known(said[-1].split("|")[1:])


def test_an_option_with_blanks_stays_one_word_and_comments_are_left_out(card: Path) -> None:
    options = "# a name\n--table\nback room\n\n--camera\nrtsp://10.0.0.2/*\n"
    assert first_start(card, options).returncode == 0
    assert (card / "said").read_text().endswith("|--system|--table|back room|--camera|rtsp://10.0.0.2/*\n")


def test_a_card_without_the_wheel_says_what_is_missing_and_installs_nothing(card: Path) -> None:
    shutil.rmtree(card / "boot")
    (card / "boot").mkdir()
    done = first_start(card)
    assert done.returncode == 1
    assert "copy both there" in done.stderr
    assert not (card / "said").exists()
