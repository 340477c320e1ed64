"""The board's program from power-on: the table's firmware on its own chips (MicroPython)."""

import sys
import time

import machine
import neopixel
from warden.running import Running
from warden.usb import Port

with open("board.json") as file:
    text = file.read()

running = Running(machine, neopixel.NeoPixel, Port(sys.stdin.buffer, sys.stdout.buffer), time, text)
while True:
    time.sleep_ms(running.turn())
