"""A board's choice when it gets power: run, test itself, or leave the console to a person (MicroPython).

A button held while the board is plugged in chooses: let go within three seconds it starts the self-test; held
for longer the firmware doesn't start, and the console answers `mpremote` as on a bare board.
"""

import json

RUN, TEST, CONSOLE = "run", "test", "console"

HELD_MS, LOOK_MS, SETTLE_MS = 3000, 10, 30
"""How long a button is held for the console, how often it is looked at, and how long a press must last."""


def button_pins(text: str) -> "list[int]":
    """The pins of the buttons in a `board.json`; none where it can't be read: the firmware says why."""
    try:
        return [one["pin"] for one in json.loads(text).get("buttons", ())]
    except (ValueError, KeyError, TypeError, AttributeError):
        return []


def chosen(machine: object, time: object, text: str) -> str:
    """Which of the three a person chose, by the buttons of this `board.json`."""
    pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in button_pins(text)]
    held = 0
    while [pin for pin in pins if not pin()]:
        if held >= HELD_MS:
            return CONSOLE
        time.sleep_us(LOOK_MS * 1000)
        held += LOOK_MS
    return TEST if held >= SETTLE_MS else RUN


def test(running: object, time: object, say: object) -> None:
    """Walk over the parts and say what was found, line by line; the firmware then runs, and blinks it."""
    walk = running.selftest()
    for wait in walk.steps():
        running.feed()
        time.sleep_us(wait * 1000)
    for numbers, where, what in walk.faults:
        say("-".join([str(number) for number in numbers]) + " " + where + ": " + what)
    if not walk.faults:
        say("all parts answer")
    running.found(walk.faults)
