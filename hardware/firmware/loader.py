"""A board's choice when it gets power: run, test itself, or leave the console to a person (MicroPython).

A person holds a button while plugging the board in. If the button is let go within three seconds, the
self-test starts. If it is held for longer, the firmware doesn't start, and the console answers `mpremote` as
on a bare board.
"""

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.firmware.warden.running import Running
    from hardware.firmware.warden.shapes import Machine, Port, Restarting, Time
    from hardware.firmware.warden.updating import Updating

RUN, TEST, CONSOLE = "run", "test", "console"

HELD_MS, LOOK_MS, SETTLE_MS = 3000, 10, 30
"""How long a button is held for the console, how often it is looked at, and how long a press must last."""


TRIAL_MS = 60_000
"""How long new firmware may run before a host has said that it is to be kept."""
AGAIN_MS = 2000
"""How often a board whose firmware can't start says why."""
KNOCK, KNOCKED = b"boardwarden?", b"boardwarden!"


def word_in(root: str, name: str) -> str:
    """The word in a file, or empty."""
    try:
        with open(root + name) as file:
            return file.read().strip()
    except OSError:
        return ""


def slot_to_start(root: str) -> "tuple[str, bool]":
    """Return the folder of the firmware to start (empty: the first place), and whether it's a trial.

    The note of the trial is removed before the trial begins. So the next start runs the old firmware,
    whatever ends the trial.
    """
    trial = word_in(root, "trial")
    if trial:
        os.remove(root + "trial")
        return trial, True
    return word_in(root, "slot"), False


def text_of(root: str, slot: str) -> str:
    """The `board.json` that came with the firmware of a folder, or the board's own."""
    return word_in(root + slot + "/", "board.json") or word_in(root, "board.json")


def turn_to(folder: str) -> None:
    """Let the firmware be imported from this folder.

    For the name on USB, boot.py has imported a part of the firmware from the first place. MicroPython keeps a
    package's folder with the package, so what follows would come from there, too.
    """
    for name in [one for one in sys.modules if one.split(".")[0] == "warden"]:
        del sys.modules[name]
    sys.path.insert(0, folder)


def run(running: "Running", updating: "Updating", time: "Time", machine: "Restarting") -> None:
    """Run the board until new firmware is to be tried, or until a trial has taken too long; then restart."""
    began = time.ticks_ms()
    while True:
        wait = running.turn()
        if updating.begun and not running.busy:
            break
        if updating.tried and time.ticks_diff(time.ticks_ms(), began) > TRIAL_MS:
            break
        time.sleep_us(1000 * wait)
    machine.reset()


def button_pins(text: str) -> "list[int]":
    """The pins of the buttons in a `board.json`; none if it can't be read. The firmware says why."""
    try:
        return [one["pin"] for one in json.loads(text).get("buttons", ())]
    except (ValueError, KeyError, TypeError, AttributeError):
        return []


def chosen(machine: "Machine", time: "Time", text: str) -> str:
    """The person's choice between running, self-test and console, by the buttons of this `board.json`."""
    pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in button_pins(text)]
    held = 0
    while [pin for pin in pins if not pin()]:
        if held >= HELD_MS:
            return CONSOLE
        time.sleep_us(LOOK_MS * 1000)
        held += LOOK_MS
    return TEST if held >= SETTLE_MS else RUN


def say(port: "Port", words: bytes) -> None:
    """Write the whole text, for as long as the host takes bytes."""
    while words:
        taken = port.write(words)
        if not taken:
            return
        words = words[taken:]


def say_why(port: "Port", words: bytes, time: "Time", rounds: int = -1) -> None:
    """Write to the port repeatedly why the firmware didn't start. Ctrl-C on the console ends it.

    A host that knocks gets the text as its answer. `rounds`: only in a test.
    """
    heard = b""
    while rounds:
        say(port, words)
        for _ in range(AGAIN_MS // LOOK_MS):
            heard = (heard + port.read())[-64:]
            if KNOCK in heard:
                heard = b""
                say(port, KNOCKED + words)
            time.sleep_us(LOOK_MS * 1000)
        rounds -= 1


def test(running: "Running", time: "Time", tell: "Callable[[str], None]") -> None:
    """Test the parts and write the result, line by line. The firmware then runs, and blinks the faults."""
    walk = running.selftest()
    for wait in walk.steps():
        running.feed()
        time.sleep_us(wait * 1000)
    for numbers, where, what in walk.faults:
        tell("-".join([str(number) for number in numbers]) + " " + where + ": " + what)
    if not walk.faults:
        tell("all parts answer")
    running.found(walk.faults)
