"""Puts a name into an arbiter's command, because several people may hold the arbiter's link. Pure."""

from dataclasses import replace

from dashboard.web.seats.devices import Device
from engine.bus.messages.commands import Command, CommandKind

LONGEST_NAME = 60
"""The most characters of a person's name."""

_WORDS = (CommandKind.CORRECT, CommandKind.PENALISE, CommandKind.ADJUDICATE)


def in_a_name(order: Command, device: Device) -> Command:
    """Return an arbiter's command with the name that its sender gave, or else the sender's kind of device.

    Other commands carry no name, because they carry their sender's seat.
    """
    if order.kind not in _WORDS:
        return replace(order, by="") if order.by else order
    return replace(order, by=order.by.strip()[:LONGEST_NAME] or _words(device))


def _words(device: Device) -> str:
    # Everybody reads it, so it hasn't the address: the log of actions has that, for the arbiter.
    return ", ".join(one for one in (device.browser, device.system) if one)
