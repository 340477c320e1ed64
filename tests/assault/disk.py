"""A full disk, a data folder that is moved away, a wall clock that jumps; acknowledged actions looked up."""

import os
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from tests.assault.live import LiveTable, Pilot, live_table
from tests.assault.report import Budget, Row

SIZE_MB = 24
TRIES = 10
"""The actions that aren't acknowledged before it's enough."""

MOST = 100
"""The actions that are tried while the disk is full."""

_WITHIN_S = 3.0
_WALL = Path(__file__).parent / "wall.c"
_JUMPS_S = (86_400, -86_400, 0, 315_360_000, 0)


def full_disk(folder: Path, budget: Budget) -> Iterator[Row]:
    """Fill the disk, then move the data folder away; nothing is acknowledged then, and all goes on after."""
    del budget
    disk = folder / "disk"
    disk.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m", "tmpfs", str(disk))
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        yield Row("a full disk", 0, 0, "no small disk can be made here: it needs the right to mount")
        return
    try:
        with live_table(disk, "--serial", "/dev/null", "--evidence", "8MB") as table:
            pilot = Pilot(table)
            try:
                yield from _without_room(table, pilot, disk)
                yield from _moved_away(table, pilot)
            finally:
                pilot.end()
    finally:
        subprocess.run(("umount", "-l", str(disk)), check=False)


def _without_room(table: LiveTable, pilot: Pilot, disk: Path) -> Iterator[Row]:
    kept = [name for name in ("Full0", "Full1") if pilot.acts(name) is not None]
    fillers = [disk / f"filler{number}" for number in range(2)]
    for filler, size in zip(fillers, (65_536, 64), strict=True):
        with suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(bytes(size)):
                pass
    said, refused = list[str](), 0
    for number in range(MOST):
        # The journal's last block has room for some more.
        if pilot.acts(f"Fuller{number}", _WITHIN_S) is None:
            refused += 1
            if refused == TRIES:
                break
        else:
            said.append(f"Fuller{number}")
    false = [name for name in said if f'"name":"{name}"' not in table.journal()]
    lost = f"acknowledged, and not written: {false}" if false else "" if refused else "it was never full"
    seen = f"{refused} not acknowledged, {len(said)} written into what was left"
    yield Row("actions on a full disk", refused + len(said), refused + len(said) - len(false), lost, seen)
    for filler in fillers:
        filler.unlink(missing_ok=True)
    goes_on = pilot.acts("Room") is not None
    names = [*kept, *said, *(["Room"] if goes_on else [])]
    missing = [name for name in names if table.journal().count(f'"name":"{name}"') != 1]
    yield Row("acknowledged around a full disk", len(names), len(names) - len(missing), ", ".join(missing))
    yield Row("plays on once there's room", 1, int(goes_on), "" if goes_on else "no action in time")


def _moved_away(table: LiveTable, pilot: Pilot) -> Iterator[Row]:
    elsewhere = table.data.with_name("moved")
    table.data.rename(elsewhere)
    said = [name for number in range(3) if pilot.acts(name := f"Moved{number}", _WITHIN_S) is not None]
    # A folder may have been made in its place since.
    shutil.rmtree(table.data, ignore_errors=True)
    elsewhere.rename(table.data)
    goes_on = pilot.acts("Back") is not None
    yield Row(
        "actions while the data folder is away", 3, 3 - len(said), f"acknowledged: {said}" if said else ""
    )
    yield Row("plays on once it's back", 1, int(goes_on), "" if goes_on else "no action in time")


def wall_clock(folder: Path, budget: Budget) -> Iterator[Row]:
    """Set the wall clock of a table's processes back and forth, and kill the engine a day back."""
    del budget
    library, offset = folder / "wall.so", folder / "offset"
    compiler = sysconfig.get_config_var("CC") or "cc"
    made = subprocess.run(
        (compiler.split()[0], "-shared", "-fPIC", "-O1", "-o", str(library), str(_WALL), "-ldl"),
        check=False,
        capture_output=True,
        text=True,
    )
    if made.returncode:
        yield Row("a wall clock that jumps", 0, 0, f"no library can be made: {made.stderr[-100:]}")
        return
    offset.write_text("0")
    environment = {"LD_PRELOAD": str(library), "WALL_FILE": str(offset)}
    with live_table(
        folder, "--serial", "/dev/null", "--clock", "30m+10s,loses", environment=environment
    ) as table:
        pilot = Pilot(table)
        try:
            assert pilot.acts("Before") is not None, table.log.read_text()[-300:]
            processes, kept, lost = table.pids(), ["Before"], list[str]()
            for number, jump_s in enumerate(_JUMPS_S):
                _put(offset, jump_s)
                time.sleep(1)
                if pilot.acts(f"Jump{number}", 30) is None:
                    lost.append(f"no action at {jump_s:+} s")
                else:
                    kept.append(f"Jump{number}")
            if table.pids() != processes:
                lost.append("a process was started again")
            if pilot.view.get("outcome"):
                lost.append("the match ended")
            _put(offset, -86_400)
            os.kill(table.pids()["engine"], 9)
            said = list(
                islice(
                    (
                        name
                        for name in (f"DayBack{one}" for one in range(20))
                        if pilot.acts(name, 3) is not None
                    ),
                    1,
                )
            )
            kept += said
            if not said:
                lost.append("an engine killed a day back doesn't come again")
            _put(offset, 0)
            missing = [name for name in kept if table.journal().count(f'"name":"{name}"') != 1]
            lost += [f"{name} isn't there once" for name in missing]
            tried = len(_JUMPS_S) + 1
            yield Row("jumps of the wall clock", tried, tried - min(tried, len(lost)), "; ".join(lost))
        finally:
            pilot.end()


def _put(file: Path, seconds: int) -> None:
    new = file.with_suffix(".new")
    new.write_text(str(seconds))
    new.replace(file)
