"""The board's program from power-on: the table's firmware on its own chips (MicroPython)."""

import io
import os
import sys
import time

import loader
import machine
import micropython

root = os.getcwd().rstrip("/") + "/"
slot, trial = loader.slot_to_start(root)
text = loader.text_of(root, slot)
choice = loader.chosen(machine, time, text)
if choice == loader.CONSOLE:
    print("a button was held: this is the console; unplug the board to run the firmware")
else:
    if slot:
        loader.turn_to(root + slot)
    try:
        import neopixel
        from warden.running import Running
        from warden.updating import Updating
        from warden.usb import Port

        port = Port(sys.stdin.buffer, sys.stdout.buffer)
        updating = Updating(root, slot, trial)
        running = Running(machine, neopixel.NeoPixel, port, time, text, updating=updating)
        if choice == loader.TEST:
            loader.test(running, time, print)
        loader.run(running, updating, time, machine)
    except Exception as error:  # noqa: BLE001 # a person reads any error at the port
        if trial:
            machine.reset()
        words = io.StringIO()
        sys.print_exception(error, words)  # type: ignore[attr-defined]  # MicroPython's
        # Ctrl-C interrupts again, since no frame comes any more.
        micropython.kbd_intr(3)
        from warden.usb import Console

        loader.say_why(Console(sys.stdin.buffer, sys.stdout.buffer), words.getvalue().encode(), time)
