"""The requests of a browser: the text of one WebSocket message → a checked message for the bus."""

from dataclasses import dataclass
from math import isfinite

import msgspec

from engine.bus.messages.commands import Command
from engine.bus.messages.simulated import SimulatorAct, SimulatorOrder
from engine.core.faults import InputFault

REQUEST_LIMIT = 16_384
"""The longest request in characters; the longest real one is a command with a setup."""

_NEEDED: dict[SimulatorAct, tuple[str, ...]] = {
    SimulatorAct.PRESS: ("device", "button"),
    SimulatorAct.THROW: (),
    SimulatorAct.LAY: ("device",),
    SimulatorAct.FAULT: ("fault",),
    SimulatorAct.MEND: (),
    SimulatorAct.HOLD: ("piece", "device"),
}
"""The parts that an order can't be without; orders that aren't here need a piece."""

_FURTHEST_MM = 5_000.0
_LONGEST_ID = 64


@dataclass(frozen=True, slots=True)
class Join:
    """A tablet's request for the place that a link leads to."""

    link: str
    """The secret of the link; empty: the tablet gives up its place."""


@dataclass(frozen=True, slots=True)
class TabletHello:
    """A tablet's question whether the server is still there, or its choice of a language."""

    language: str = ""
    """The language for all sentences to this tablet, as `en`; empty: the choice stays as it is."""


@dataclass(frozen=True, slots=True)
class SendAgain:
    """A tablet whose picture doesn't fit the messages asks for everything, whole."""


class _Request(msgspec.Struct, forbid_unknown_fields=True):
    """A request of a tablet: exactly one of its fields is there."""

    command: Command | None = None
    """A command for the engine."""
    simulator: SimulatorOrder | None = None
    """An order for the simulator."""
    join: Join | None = None
    """A request for a place."""
    hello: TabletHello | None = None
    """A sign of life, or a choice of language."""
    again: SendAgain | None = None
    """A request for messages that the tablet missed."""


def parse_request(text: str) -> Command | SimulatorOrder | Join | TabletHello | SendAgain:
    """Return the one thing that a request asks for.

    Raises:
        InputFault: it isn't one; says what was expected and what came.
    """
    if len(text) > REQUEST_LIMIT:
        raise InputFault(f"expected at most {REQUEST_LIMIT} characters, got {len(text)}")
    try:
        request = msgspec.json.decode(text, type=_Request)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
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
            raise InputFault(f"the order '{order.order}' needs '{key}'")
    if not all(isfinite(mm) and abs(mm) <= _FURTHEST_MM for mm in (order.x_mm, order.y_mm)):
        raise InputFault(f"expected millimetres within {_FURTHEST_MM:.0f} of the board's centre")
    return order
