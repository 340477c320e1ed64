"""`boardwarden service`: has systemd start a table or a hall with the machine, and keep it running."""

import argparse
import grp
import os
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

import dashboard
from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE
from dashboard.commands.broker import BROKER_VARIABLE, chosen_broker, chosen_brokers
from dashboard.commands.cameras import CAMERA_VARIABLE, chosen_cameras
from dashboard.commands.options import (
    HALL_HTTP,
    HTTP,
    TABLE_OPTIONS,
    TOGETHER_OPTIONS,
    CommandOption,
    said,
    usual,
)
from dashboard.installed.systemd import Systemd
from dashboard.installed.units import HALL, JOURNAL, JOURNAL_SETTINGS, InstalledTable, unit_name, unit_text
from engine.bus.topics import checked_table_name
from engine.core.faults import InputFault
from engine.core.whole_file import put_whole
from vision.calibration.lenses import FOLDER_VARIABLE, lens_folder

_CODE = Path(dashboard.__file__).parent.parent
_SYSTEM_DATA = Path("/var/lib/boardwarden")
_HOMES = (Path("/home"), Path("/root"), Path("/run/user"))
_DEVICE_GROUPS = ("video", "input", "dialout", "uucp", "plugdev")
_OWN_WORDS = ("--data", "--broker", "--camera")
"""The options that aren't copied into the unit: its folder is set apart, the others may hold passwords."""


def run(parsed: argparse.Namespace) -> int:
    """Install a table's unit, remove it, or show its state or its log.

    Raises:
        InputFault: an option is unusable, there is no such unit, or the service's user couldn't read the
            program.
        MissingFault: this machine isn't run by systemd.
    """
    checked_table_name(parsed.table)
    if parsed.hall:
        parsed = argparse.Namespace(**{**vars(parsed), "runs": HALL})
    elif parsed.tables:
        raise InputFault("--tables: only a hall has tables of its own; add --hall")
    unit, systemd = unit_name(parsed.table, parsed.runs), Systemd(of_system=parsed.system)
    if parsed.action == "install":
        return _install(parsed, systemd)
    what_to_do = unit_alone(parsed.action, Path(parsed.into or "DIR") / unit, systemd)
    if parsed.into:
        raise InputFault(f"--into: `install` alone writes a unit there, and starts nothing; {what_to_do}")
    systemd.expect_there(f"for a unit that --into DIR wrote: {what_to_do}")
    if not (systemd.units / unit).exists():
        raise InputFault(
            f"{systemd.units / unit}: no such unit. `boardwarden service install` writes and starts it; "
            f"for a unit that --into DIR wrote: {what_to_do}"
        )
    if parsed.action == "uninstall":
        return _uninstall(systemd, unit)
    if parsed.action == "status":
        return DONE if systemd.show(unit) else DIDNT_HOLD
    journal = JOURNAL if parsed.system else ""
    return systemd.print_log(unit, lines=_lines(parsed.lines), follow=parsed.follow, journal=journal)


def unit_alone(action: str, unit: Path, systemd: Systemd) -> str:
    """Return the advice about a unit that was only written, in place of an action on it."""
    if action == "uninstall":
        return f"`rm {shlex.quote(str(unit))}` removes it"
    return (
        f"copy it to {systemd.units} of the machine that is to run it, and run "
        f"`{systemd.command} enable --now {unit.name}` there; `boardwarden service {action}` then works there"
    )


def installed_table(parsed: argparse.Namespace) -> InstalledTable:
    """Return the table that the options describe, as it's to be installed."""
    data, lenses = _folders(parsed)
    table_options = tuple(one for one in TABLE_OPTIONS if one.flags[0] not in _OWN_WORDS)
    words = said(_with_whole_paths(parsed, table_options), table_options)
    browser = ("--no-browser",) if parsed.runs == "play" else ()
    command = (sys.executable, "-P", "-m", "dashboard", parsed.runs, *words, f"--data={data}", *browser)
    return InstalledTable(
        parsed.table,
        parsed.runs,
        command,
        data,
        lenses,
        data / f".{unit_name(parsed.table, parsed.runs)}.env",
        of_system=parsed.system,
        groups=tuple(name for name in _DEVICE_GROUPS if _is_group(name)) if parsed.system else (),
        environment={"PYTHONPATH": str(_CODE), FOLDER_VARIABLE: str(lenses)},
        home_is_read=_is_at_home(words),
    )


def installed_hall(parsed: argparse.Namespace) -> InstalledTable:
    """Return the hall that the options describe, as it's to be installed.

    Raises:
        InputFault: a broker's URL is unusable, or there is neither a broker nor a table of the hall's own.
    """
    if not parsed.tables or parsed.broker:
        chosen_brokers((parsed.broker or "").split(), os.environ.get(BROKER_VARIABLE, ""))
    data, lenses = _folders(parsed)
    options = (*TOGETHER_OPTIONS, HTTP)
    given = _with_whole_paths(parsed, options)
    # Both commands have these options, and the hall's are usually others than a table's.
    if parsed.table == usual(TABLE_OPTIONS)["table"]:
        given.table = usual(TOGETHER_OPTIONS)["table"]
    if parsed.http == HTTP.settings["default"]:
        given.http = HALL_HTTP
    words = said(given, options)
    command = (sys.executable, "-P", "-m", "dashboard", HALL, *words, f"--data={data}")
    return InstalledTable(
        parsed.table,
        HALL,
        command,
        data,
        lenses,
        data / f".{unit_name(parsed.table, HALL)}.env",
        of_system=parsed.system,
        environment={"PYTHONPATH": str(_CODE)},
        home_is_read=_is_at_home(words),
    )


def secrets_text(parsed: argparse.Namespace) -> str:
    """Return the text of the private file with the broker's URL and the cameras' addresses as variables."""
    if parsed.hall:
        brokers = "\n".join((parsed.broker or os.environ.get(BROKER_VARIABLE, "")).split())
        return f"{BROKER_VARIABLE}={_in_file(brokers)}\n" if brokers else ""
    broker, cameras = chosen_broker(parsed.broker), chosen_cameras(parsed)
    given = {BROKER_VARIABLE: broker, CAMERA_VARIABLE: "\n".join(_whole_path(one) for one in cameras)}
    return "".join(f"{name}={_in_file(value)}\n" for name, value in given.items() if value)


def _is_at_home(words: Iterable[str]) -> bool:
    read = [Path(sys.executable), _CODE, *(Path(word.partition("=")[2]) for word in words)]
    return any(path.is_relative_to(home) for path in read for home in _HOMES)


def _install(parsed: argparse.Namespace, systemd: Systemd) -> int:
    one = installed_hall(parsed) if parsed.hall else installed_table(parsed)
    if parsed.into:
        folder = Path(parsed.into)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / one.unit).write_text(unit_text(one), encoding="utf-8")
        print(folder / one.unit)
        return DONE
    systemd.expect_there("--into DIR writes the unit alone, for a machine that is")
    if parsed.system:
        expect_readable_by_all(Path(sys.executable))
        expect_readable_by_all(_CODE)
    for folder in (one.data, one.lenses):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    put_whole(one.secrets, secrets_text(parsed).encode(), lasts=True)
    systemd.units.mkdir(parents=True, exist_ok=True)
    (systemd.units / one.unit).write_text(unit_text(one), encoding="utf-8")
    if parsed.system:
        Path(f"/etc/systemd/journald@{JOURNAL}.conf").write_text(JOURNAL_SETTINGS, encoding="utf-8")
    print(systemd.units / one.unit)
    if not systemd.keep_without_session():
        print(
            "boardwarden service: `loginctl enable-linger` was refused: the table stops when you sign out",
            file=sys.stderr,
        )
    if systemd.start(one.unit):
        print(f"{one.unit} runs, and starts with the machine; its matches are in {one.data}")
        return DONE
    print(f"boardwarden service: {one.unit} didn't come up; its last messages:", file=sys.stderr)
    systemd.print_log(one.unit, lines=20, follow=False, journal=JOURNAL if parsed.system else "")
    return BAD_INPUT


def _uninstall(systemd: Systemd, unit: str) -> int:
    path = systemd.units / unit
    systemd.stop(unit)
    for line in path.read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition("=")
        if name == "EnvironmentFile":
            Path(value.removeprefix("-").replace("%%", "%")).unlink(missing_ok=True)
    path.unlink()
    systemd.forget(unit)
    print(f"{unit} is gone; the matches stay where they are")
    return DONE


def _folders(parsed: argparse.Namespace) -> tuple[Path, Path]:
    """Return the absolute paths of the data folder and the folder of lenses."""
    if parsed.system:
        data = Path(parsed.data).absolute() if parsed.data else _SYSTEM_DATA / "matches"
        return data, _SYSTEM_DATA / "lenses"
    home = os.environ.get("XDG_DATA_HOME")
    usual = (Path(home) if home else Path.home() / ".local" / "share") / "boardwarden"
    return Path(parsed.data or usual).absolute(), lens_folder().absolute()


def _with_whole_paths(parsed: argparse.Namespace, options: tuple[CommandOption, ...]) -> argparse.Namespace:
    """Return the options with absolute paths to files, because the unit runs in another folder."""
    whole = argparse.Namespace(**vars(parsed))
    for one in options:
        name = one.flags[0].removeprefix("--")
        value = getattr(parsed, name)
        if isinstance(value, list):
            setattr(whole, name, [_whole_path(word) for word in value])
        elif isinstance(value, str):
            setattr(whole, name, _whole_path(value))
    return whole


def _whole_path(word: str) -> str:
    """Return the absolute path of a file or footage; any other word, such as a board's name, unchanged."""
    looks_like_one = os.sep in word or Path(word).suffix in (".yaml", ".yml", ".json", ".pem", ".crt", ".key")
    return str(Path(word).absolute()) if looks_like_one and Path(word).exists() else word


def expect_readable_by_all(path: Path) -> None:
    """Check that the service's own user could read the program.

    Raises:
        InputFault: other users may not enter a folder above it.
    """
    for folder in (path, *path.parents):
        # A folder's mode counts; a file's mode says nothing about the way to it.
        if not folder.stat().st_mode & 0o001 and folder.is_dir():
            raise InputFault(
                f"--system: its user couldn't read {path}, because {folder} is shut to others; install "
                "Boardwarden elsewhere, such as /opt/boardwarden, or leave --system out"
            )


def _is_group(name: str) -> bool:
    try:
        grp.getgrnam(name)
    except KeyError:
        return False
    return True


def _in_file(value: str) -> str:
    """Return a value quoted for a file of variables (systemd.exec(5), EnvironmentFile)."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("$", "\\$").replace("`", "\\`")
    return f'"{escaped}"'


def _lines(said_: str) -> int:
    if not (said_.isascii() and said_.isdigit()):
        raise InputFault(f"--lines '{said_}': expected a number of lines")
    return int(said_)
