"""Promises of the units that systemd runs a table by."""

import argparse
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dashboard.commands.parsing import argument_parser
from dashboard.commands.service import (
    expect_readable_by_all,
    installed_hall,
    installed_table,
    secrets_text,
)
from dashboard.installed.units import unit_name, unit_text
from engine.core.faults import InputFault

HIGHEST_EXPOSURE = 3.0
"""systemd-analyze's own scale ends at 10; below 3 it finds a service well closed off."""


def options(*words: str) -> argparse.Namespace:
    return argument_parser().parse_args(["service", "install", *words])


@pytest.fixture(
    params=[(), ("--system",), ("--hall",), ("--hall", "--system")],
    ids=["user", "system", "hall of a user", "hall of the system"],
)
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A unit as `service install` writes it."""
    is_hall = "--hall" in request.param
    more = ("--tables", "3") if is_hall else ()
    parsed = options("--table", 'a "b" 100% $x', "--bots", "all", *more, *request.param)
    one = installed_hall(parsed) if is_hall else installed_table(parsed)
    path = tmp_path / one.unit
    path.write_text(unit_text(one), encoding="utf-8")
    return path


def systemd_analyze(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("systemd-analyze isn't on this machine")
    env = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "XDG_RUNTIME_DIR": str(tmp_path), "HOME": str(tmp_path)}
    return subprocess.run([found, *words], capture_output=True, text=True, env=env, check=False)


def manager(path: Path) -> list[str]:
    return ["--user"] if "default.target" in path.read_text(encoding="utf-8") else []


def test_systemd_understands_every_line(written: Path, tmp_path: Path) -> None:
    found = systemd_analyze(tmp_path, "verify", *manager(written), str(written))
    assert (found.returncode, found.stderr) == (0, "")


def test_systemd_finds_the_table_well_closed_off(written: Path, tmp_path: Path) -> None:
    found = systemd_analyze(tmp_path, "security", "--offline=true", *manager(written), str(written))
    level = re.search(r"Overall exposure level for .*: ([0-9.]+)", found.stdout)
    assert level is not None, found
    assert float(level[1]) <= HIGHEST_EXPOSURE


def test_the_unit_waits_for_the_tables_word_and_watches_it(written: Path) -> None:
    lines = written.read_text(encoding="utf-8").splitlines()
    for line in ("Type=notify", "WatchdogSec=60", "Restart=always", "KillMode=mixed", "UMask=0077"):
        assert line in lines


def test_no_password_stands_in_the_unit() -> None:
    parsed = options("--broker", "mqtt://club:secret@h", "--camera", "rtsp://me:hidden@cam/1")
    unit = unit_text(installed_table(parsed))
    assert "secret" not in unit
    assert "hidden" not in unit
    assert secrets_text(parsed) == (
        'BOARDWARDEN_BROKER="mqtt://club:secret@h"\nBOARDWARDEN_CAMERA="rtsp://me:hidden@cam/1"\n'
    )


def test_a_hall_is_run_with_its_own_options_and_its_brokers_apart() -> None:
    parsed = options("--hall", "--broker", "mqtt://club:secret@h mqtt://other", "--https")
    hall = installed_hall(parsed)
    assert hall.unit == "boardwarden.hall.service"
    assert hall.command[4] == "hall"
    assert {"--http=127.0.0.1:8320", "--table=Table", "--https"} <= set(hall.command)
    assert "secret" not in unit_text(hall)
    assert secrets_text(parsed) == 'BOARDWARDEN_BROKER="mqtt://club:secret@h\nmqtt://other"\n'
    argument_parser().parse_args(hall.command[4:])
    with pytest.raises(InputFault, match="none was named"):
        installed_hall(options("--hall"))


def test_files_are_named_by_their_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "devices.yaml").touch()
    (tmp_path / "hall").mkdir()
    monkeypatch.chdir(tmp_path)
    command = installed_table(options("--devices", "devices.yaml", "--table", "hall")).command
    assert f"--devices={tmp_path / 'devices.yaml'}" in command
    assert "--table=hall" in command


def test_no_two_tables_share_a_unit() -> None:
    names = [
        unit_name("a"),
        unit_name("a", "vision"),
        unit_name("a-vision"),
        unit_name("a:vision"),
        unit_name("ä"),
        unit_name("hall"),
        unit_name("a", "hall"),
    ]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9:_.\\-]+\.service", name) for name in names)


def test_one_service_alone_is_run_by_its_own_unit() -> None:
    one = installed_table(options("--of", "vision", "--camera", "0", "--broker", "mqtt://h"))
    assert one.unit == "boardwarden-table:vision.service"
    assert one.command[4] == "vision"
    assert "--no-browser" not in one.command


def test_the_systems_user_must_be_able_to_read_the_program(tmp_path: Path) -> None:
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o700)
    with pytest.raises(InputFault, match="shut to others"):
        expect_readable_by_all(shut)
