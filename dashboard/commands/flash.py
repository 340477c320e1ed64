"""`boardwarden flash`: puts MicroPython and the firmware on a board, or updates a running board's firmware.

Nothing is downloaded: the user gives the file with MicroPython.
"""

import argparse
import os
import random
import re
import shutil
import string
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from dashboard.commands import DONE
from engine.core.faults import InputFault, MissingFault
from engine.core.programs import find_program, last_line
from firmware_bridge.flashing import carry, expect_console
from firmware_bridge.ports import AUTO, FoundPort, find_ports
from firmware_bridge.texts import TEXTS
from firmware_bridge.updating import SOURCE, UpdateOutcome, UpdateTalk, firmware_files
from firmware_bridge.wiring import read_wiring
from hardware.firmware.warden.running import VERSION

_UF2, _BIN = ".uf2", ".bin"
_UF2_SIGN = "INFO_UF2.TXT"
"""The file that every bootloader's drive has, so it can be found (Microsoft UF2 specification)."""
_CHIP_OF_BIN = "esp32s3"
_DASHES_SINCE = 5
"""The first major version of esptool whose commands are written with a dash, as `erase-flash` (Espressif's
migration guide to v5)."""
_FORGET = """import os
for name in ("slot", "trial"):
    try:
        os.remove(name)
    except OSError:
        pass
"""
"""The program that removes two files from the board, which then starts the firmware of its first place."""

Run = Callable[[Sequence[str]], int]


def run(parsed: argparse.Namespace) -> int:
    """Put MicroPython or the firmware on a board; return 0 when it's there.

    Raises:
        InputFault: there is no such file, several ports or none may be meant, or no board can use the
            `--wiring` file.
        MissingFault: a drive, a tool or the port is missing, or the update failed.
    """
    if parsed.micropython:
        return put_micropython(Path(parsed.micropython), parsed.port or "", run=_run)
    board_json = _board_json(parsed.wiring)
    port = chosen_port(parsed.port or AUTO, find_ports())
    talk = UpdateTalk(random.SystemRandom().getrandbits(16), firmware_files(board_json), VERSION)
    carry(port, talk)
    if talk.outcome is UpdateOutcome.DONE and talk.hello is not None:
        print(f"{talk.hello.board} runs firmware {talk.hello.firmware} now")
        for fault in talk.hello.faults:
            print(fault)
        return DONE
    if talk.outcome is UpdateOutcome.SILENT and talk.hello is None:
        expect_console(port)
        return put_by_console(port, board_json, run=_run)
    raise MissingFault(TEXTS.say("devices.on_port", port=port, what=talk.why))


def chosen_port(choice: str, found: Iterable[FoundPort]) -> str:
    """Return the named port, or with `auto` the only port that may be a board.

    Raises:
        InputFault: there is no such port, or there are several.
    """
    if choice != AUTO:
        return choice
    there = list(found)
    ports = [one for one in there if one.ours] or there
    if len(ports) == 1:
        return ports[0].path
    if not there:
        raise InputFault(
            "found no board: plug it in, or name its port. A board without MicroPython needs "
            "boardwarden flash --micropython FILE first"
        )
    named = ", ".join(f"{one.path} ({one.about})" for one in ports)
    raise InputFault(f"expected one board, found {named}; name its port")


def put_micropython(file: Path, port: str, *, run: Run, drives: Iterable[Path] | None = None) -> int:
    """Put MicroPython on a bare board: copy a .uf2 file to the board's drive, or a .bin file by esptool.

    Raises:
        InputFault: there is no such file, it's of another kind, or a .bin file comes without a port.
        MissingFault: no board shows its drive, or esptool is missing or fails.
    """
    if not file.is_file():
        raise InputFault(f"{file}: no such file; download MicroPython for your board from micropython.org")
    if file.suffix == _UF2:
        places = _drives() if drives is None else drives
        drive = next((one for one in places if (one / _UF2_SIGN).is_file()), None)
        if drive is None:
            raise MissingFault(
                "no drive of a board: hold BOOTSEL while you plug it in, and let the drive open"
            )
        shutil.copyfile(file, drive / file.name)
        print(f"{file.name} is on {drive}; the board starts again by itself. Then: boardwarden flash")
        return DONE
    if file.suffix != _BIN:
        raise InputFault(f"{file}: expected a {_UF2} file (Pico) or a {_BIN} file (ESP32-S3)")
    if not port:
        raise InputFault("name the port of the ESP32-S3 that was plugged in with BOOT held")
    # Version 4 installs itself as `esptool.py`.
    tool = _tool("esptool", "esptool.py")
    joint = "-" if _major_version(tool) >= _DASHES_SINCE else "_"
    for order in ((f"erase{joint}flash",), (f"write{joint}flash", "0", str(file))):
        if run((tool, "--chip", _CHIP_OF_BIN, "--port", port, *order)):
            raise MissingFault(
                f"esptool {order[0]} failed; hold BOOT while you plug the board in, and try again"
            )
    print("MicroPython is on the board: unplug it and plug it in again. Then: boardwarden flash")
    return DONE


def put_by_console(port: str, board_json: str | None, *, run: Run) -> int:
    """Put the firmware on a board that runs plain MicroPython, through its console.

    Raises:
        InputFault: `board_json` is None; a bare board has no such file yet.
        MissingFault: mpremote is missing or fails, or this version's own firmware isn't whole.
    """
    if board_json is None:
        raise InputFault("a bare board needs its file; name it with --wiring hardware/boards/....json")
    tool = _tool("mpremote")
    firmware = SOURCE.parent
    start = [firmware / name for name in ("loader.py", "boot.py", "main.py")]
    absent = next((one for one in (SOURCE / "running.py", *start) if not one.is_file()), None)
    if absent is not None:
        raise MissingFault(f"{absent}: no such file; it comes with Boardwarden: install that again")
    with TemporaryDirectory() as folder:
        # Not the folder itself: beside the firmware it has what Python compiled, and types for checkers.
        for name, content in firmware_files(board_json).items():
            fresh = Path(folder) / name
            fresh.parent.mkdir(exist_ok=True)
            fresh.write_bytes(content)
        orders = (
            ("exec", _FORGET),
            ("cp", "-r", str(Path(folder) / SOURCE.name), ":"),
            ("cp", str(Path(folder) / "board.json"), ":board.json"),
            ("cp", str(start[0]), ":"),
            # Last: until these two are there the board stays at its console, even after an interruption.
            ("cp", *map(str, start[1:]), ":"),
        )
        for order in orders:
            if run((tool, "connect", port, *order)):
                raise MissingFault(
                    f"mpremote {order[0]} failed on {port}: is MicroPython on the board? "
                    "Put it there first with --micropython FILE"
                )
    # The port goes away with the restart, so mpremote's status doesn't count.
    run((tool, "connect", port, "reset"))
    print("the firmware is on the board; boardwarden doctor board tests its wiring")
    return DONE


def _board_json(wiring: Sequence[str] | None) -> str | None:
    if not wiring:
        return None
    if len(wiring) > 1:
        raise InputFault("expected one --wiring FILE, the board's own")
    return read_wiring(wiring[0])


def _drives() -> list[Path]:
    """Return the folders where Linux, macOS and Windows show drives."""
    if os.name == "nt":
        return [Path(f"{letter}:/") for letter in string.ascii_uppercase]
    places = ("/media", "/run/media", "/mnt", "/Volumes")
    return [
        one for place in places for one in sorted(Path(place).glob("*")) + sorted(Path(place).glob("*/*"))
    ]


def _tool(*names: str) -> str:
    found = find_program(*names)
    if found is None:
        raise MissingFault(f"{names[0]} isn't installed; pip install {names[0]}")
    return found


def _major_version(tool: str) -> int:
    """Return the major version that esptool prints, such as 5 of `esptool v5.1.0`.

    Raises:
        MissingFault: it prints none.
    """
    said = subprocess.run((tool, "version"), check=False, capture_output=True, text=True)  # noqa: S603 # the user's own tool
    found = re.search(r"\bv(\d+)\.", said.stdout)
    if found is None:
        got = last_line(said.stdout + said.stderr)
        raise MissingFault(f"{tool} version: expected a version; got '{got}'")
    return int(found[1])


def _run(command: Sequence[str]) -> int:
    print(" ".join(command), file=sys.stderr, flush=True)
    return subprocess.run(command, check=False).returncode  # noqa: S603 # the user's own tool
