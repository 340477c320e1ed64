"""The requests of a tablet's page: parses and checks the text of one WebSocket message."""

from dataclasses import dataclass
from math import isfinite

import msgspec

from engine.bus.messages.commands import Command
from engine.bus.messages.simulated import SimulatorAct, SimulatorOrder
from engine.core.bounded_json import parse_typed
from engine.core.faults import InputFault

REQUEST_LIMIT = 16_384
"""The most characters of a request. The longest real one is a command with a setup."""

_NEEDED: dict[SimulatorAct, tuple[str, ...]] = {
    SimulatorAct.PRESS: ("device", "button"),
    SimulatorAct.THROW: (),
    SimulatorAct.LAY: ("device",),
    SimulatorAct.FAULT: ("fault",),
    SimulatorAct.MEND: (),
    SimulatorAct.HOLD: ("piece", "device"),
}
"""The fields that each order has to have. Orders that aren't listed need `piece`."""

_FURTHEST_MM = 5_000.0
_LONGEST_ID = 64


@dataclass(frozen=True, slots=True)
class Join:
    """A tablet's request for the place that a link leads to."""

    link: str
    """The secret of the link; empty to give up the tablet's place."""


@dataclass(frozen=True, slots=True)
class TabletHello:
    """A tablet's question whether the server is still there. It may choose a language."""

    language: str = ""
    """The language of all sentences to this tablet, such as `en`; empty to keep the present one."""


@dataclass(frozen=True, slots=True)
class SendAgain:
    """A tablet's request to get every state whole, because a step didn't fit its own state."""


class _Request(msgspec.Struct, forbid_unknown_fields=True):
    """A message of a tablet. Exactly one of its fields is given."""

    command: Command | None = None
    """A command for the engine."""
    simulator: SimulatorOrder | None = None
    """An order for the simulator."""
    join: Join | None = None
    """A request for a place."""
    hello: TabletHello | None = None
    """A sign of life, or a choice of language."""
    again: SendAgain | None = None
    """A request to get every state whole."""


def parse_request(text: str) -> Command | SimulatorOrder | Join | TabletHello | SendAgain:
    """Return the content of a tablet's message.

    Raises:
        InputFault: the message is malformed, too long, or has a value out of its range.
    """
    if len(text) > REQUEST_LIMIT:
        raise InputFault(f"expected at most {REQUEST_LIMIT} characters, got {len(text)}")
    try:
        request = parse_typed(text, _Request)
    except msgspec.DecodeError as error:
        raise InputFault(f'expected {{"command": ...}} or {{"simulator": ...}}; {error}') from error
    every = (request.command, request.simulator, request.join, request.hello, request.again)
    asked = [one for one in every if one is not None]
    match asked:
        case [Command() as command]:
            return _checked_command(command)
        case [SimulatorOrder() as order]:
            return _checked_order(order)
        case [Join() | TabletHello() | SendAgain() as other]:
            return other
        case _:
            raise InputFault('expected exactly one of "command", "simulator", "join", "hello" and "again"')


def _checked_command(command: Command) -> Command:
    if not 1 <= len(command.id) <= _LONGEST_ID:
        raise InputFault(f"expected a command id of 1 to {_LONGEST_ID} characters, got {len(command.id)}")
    return command


def _checked_order(order: SimulatorOrder) -> SimulatorOrder:
    needed = _NEEDED.get(order.order, ("piece",))
    for key in needed:
        if not getattr(order, key):
            raise InputFault(f"the order '{order.order}' needs the field '{key}'")
    if not all(isfinite(mm) and abs(mm) <= _FURTHEST_MM for mm in (order.x_mm, order.y_mm)):
        raise InputFault(f"expected millimetres within {_FURTHEST_MM:.0f} of the board's centre")
    return order
