"""The name behind an arbiter's word: several people may hold the arbiter's link. Pure."""

from dataclasses import replace

from dashboard.web.seats.devices import Device
from engine.bus.messages.commands import Command, CommandKind

LONGEST_NAME = 60
"""The most characters that are kept of a person's name."""

_WORDS = (CommandKind.CORRECT, CommandKind.PENALISE, CommandKind.ADJUDICATE)


def in_a_name(order: Command, device: Device) -> Command:
    """Return an arbiter's request with the name that its sender gave, else with the device.

    Other requests need no name: they are signed with their seat.
    """
    if order.kind not in _WORDS:
        return replace(order, by="") if order.by else order
    return replace(order, by=order.by.strip()[:LONGEST_NAME] or _words(device))


def _words(device: Device) -> str:
    return ", ".join(one for one in (device.address, device.browser, device.system) if one)
