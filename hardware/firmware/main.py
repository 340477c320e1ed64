"""The board's program from power-on: the table's firmware on its own chips (MicroPython)."""

import sys
import time

import loader
import machine

with open("board.json") as file:
    text = file.read()

choice = loader.chosen(machine, time, text)
if choice == loader.CONSOLE:
    print("a button was held: this is the console; unplug the board to run the firmware")
else:
    import neopixel
    from warden.running import Running
    from warden.usb import Port

    running = Running(machine, neopixel.NeoPixel, Port(sys.stdin.buffer, sys.stdout.buffer), time, text)
    if choice == loader.TEST:
        loader.test(running, time, print)
    while True:
        time.sleep_ms(running.turn())
