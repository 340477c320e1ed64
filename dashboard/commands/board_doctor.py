"""`boardwarden doctor board`: learn a board's wiring with a person, and write its `board.json`."""

import json
import shlex
import sys
import threading
from itertools import count
from pathlib import Path
from queue import Queue
from typing import Any

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.doctor.board import BoardLesson, Heard, PersonSaid, WalkAnswer, learnt_file
from engine.core.faults import InputFault
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from firmware_bridge.learning import WiringFault, learnt_lights, learnt_switches
from firmware_bridge.ports import AUTO, find_ports
from firmware_bridge.serial_line import SerialLine
from firmware_bridge.texts import TEXTS
from firmware_bridge.wiring import read_wiring
from hardware.firmware.warden import configuration

SWITCHES, LIGHTS = "switches", "lights"
WALKS = (SWITCHES, LIGHTS)


def learn(serial: str, wiring: str, walk: str, into: str) -> int:
    """Connect to the board, go through its cells with a person, name each fault, and write the learnt file.

    Args:
        serial: The board's port, or `auto`.
        wiring: The path of the `board.json` that is on the board.
        walk: `switches` or `lights`.
        into: The path of the file to write; empty: beside `wiring`, with the ending `.learnt.json`. A former
            file of that name is kept beside it under a number.

    Returns:
        1 when a fault can only be mended by soldering, else 0.

    Raises:
        InputFault: `walk` is neither, `wiring` can't be read or is another board's, or the board has no such
            parts.
        MissingFault: no board answers, or it was unplugged.
    """
    text, parts = _read(wiring)
    if walk not in WALKS:
        raise InputFault(f"--learn {walk}: expected {' or '.join(WALKS)}")
    order = [None if cell is None else Cell(cell) for cell in parts.get("cells", {}).get("order", ())]
    lamps = {Cell(cell): place for cell, place in parts.get("lamps", {}).get("cells", {}).items()}
    cells = [cell for cell in (lamps if walk == LIGHTS else order) if cell is not None]
    if not order:
        raise InputFault(
            f"--wiring {wiring}: expected a board with switches. One without them tests itself: hold a "
            "button of it for a second while you plug it in (docs/build-and-run/hardware.md)"
        )
    if not cells:
        raise InputFault(
            f"--wiring {wiring}: expected a board with lights in its cells; leave --learn lights out"
        )
    path = Path(into or Path(wiring).with_suffix(".learnt.json"))
    _expect_writable(path)
    heard: Queue[Heard] = Queue()
    line = SerialLine(_port(serial), heard)
    line.start()
    try:
        lesson = BoardLesson(line, heard, _print)
        hello = lesson.meet()
        number = configuration.number_of(text)
        if hello.configuration != number:
            raise InputFault(
                f"--wiring {wiring}: has number {number:08x}; "
                f"the board says that its own is {hello.configuration:08x}. Name the file that it has, or "
                f"put this one on it: boardwarden flash --wiring {shlex.quote(wiring)}"
            )
        for fault in hello.faults:
            print(fault)
        # Not earlier: a line that is typed before the first question is no answer.
        threading.Thread(target=_listen_to_person, args=(heard,), daemon=True).start()
        walked = lesson.walk(cells, by_light=bool(lamps))
    finally:
        line.stop()
    if walk == SWITCHES:
        switches = learnt_switches(walked)
        faults, fresh = switches.faults, learnt_file(text, switches.order(order), None)
    else:
        lights = learnt_lights(walked, lamps)
        faults, fresh = lights.faults, learnt_file(text, None, lights.places)
    return _finish(faults, fresh, path)


def _expect_writable(path: Path) -> None:
    """Refuse a file that can't be written, or kept, before a person goes through a whole board for it."""
    try:
        for one in (path, _kept_name(path)) if path.exists() else (path,):
            was_there = one.exists()
            one.open("a").close()
            if not was_there:
                one.unlink()
    except OSError as error:
        raise _unwritable(path, error) from error


def _finish(faults: "tuple[WiringFault, ...]", fresh: str, path: Path) -> int:
    for fault in faults:
        _print(fault.text)
    configuration.read(fresh)
    try:
        _keep_former(path, fresh)
        path.write_text(fresh, encoding="utf-8")
    except OSError as error:
        raise _unwritable(path, error) from error
    _print(TEXTS.say("wiring.written", path=str(path), number=f"{configuration.number_of(fresh):08x}"))
    return DIDNT_HOLD if any(fault.is_soldered for fault in faults) else DONE


def _keep_former(path: Path, fresh: str) -> None:
    """Give a file that is about to be replaced another name, unless it has the same content."""
    if not path.exists() or path.read_bytes() == fresh.encode():
        return
    kept = path.rename(_kept_name(path))
    _print(TEXTS.say("wiring.kept", path=str(path), kept=str(kept)))


def _kept_name(path: Path) -> Path:
    """Return the first free name beside a file, such as `duel.learnt.1.json`."""
    names = (path.with_name(f"{path.stem}.{number}{path.suffix}") for number in count(1))
    return next(name for name in names if not name.exists())


def _unwritable(path: Path, error: OSError) -> InputFault:
    return InputFault(f"{path}: can't be written: {error.strerror}; name another file with --into FILE")


def _read(wiring: str) -> tuple[str, dict[str, Any]]:
    if not wiring:
        raise InputFault("doctor board: name the file that is on the board with --wiring FILE")
    text = read_wiring(wiring)
    return text, json.loads(text)


def _port(serial: str) -> str:
    if serial != AUTO:
        return serial
    ours = [port.path for port in find_ports() if port.ours]
    if not ours:
        raise InputFault("--serial auto: found no board: plug it in, or name its port with --serial PORT")
    if len(ours) > 1:
        raise InputFault(f"--serial auto: expected one board, found {', '.join(ours)}; name its port")
    return ours[0]


def _listen_to_person(heard: "Queue[Heard]") -> None:
    for line in sys.stdin:
        heard.put(PersonSaid(line.rstrip("\n")))
    heard.put(PersonSaid(WalkAnswer.QUIT))


def _print(text: Phrase) -> None:
    print(text, flush=True)
