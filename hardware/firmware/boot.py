"""Runs before USB is up. It names the board on USB, so that a table finds it by itself (MicroPython)."""

import machine
from warden.naming import call_ours

call_ours(machine)
