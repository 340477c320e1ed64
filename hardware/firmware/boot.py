"""Runs before USB is up: the board calls itself ours, so that a table finds it by itself (MicroPython)."""

import machine
from warden.naming import call_ours

call_ours(machine)
