"""Reads the file of `--faults FILE`: the simulated table's faults with their times, pieces and lengths."""

from dataclasses import dataclass
from pathlib import Path

from dashboard.simulator.faults import OF_A_PIECE, OF_SENSORS, Fault
from engine.bus.messages.simulated import SimulatorAct, SimulatorOrder
from engine.core.document import Entry, read_document
from engine.core.ids import PieceId
from engine.core.pieces import PieceSet


@dataclass(frozen=True, slots=True)
class TimedOrder:
    """An order with its time."""

    at_s: float
    """The time of the order, in seconds since the table began."""
    order: SimulatorOrder
    """The order to make or mend a fault."""


def load_timetable(path: Path, pieces: PieceSet) -> tuple[TimedOrder, ...]:
    """Return the orders that make and mend a file's faults, in order of time.

    The file is a list of `{at: SECONDS, fault: NAME, piece: PIECE, for: SECONDS}`. Without `piece` a random
    one is taken. Without `for` the fault stays.

    Raises:
        InputFault: the file can't be read, or names an unknown fault or piece; the message names the line.
    """
    found: list[TimedOrder] = []
    for entry in read_document(path).sequence():
        found.extend(_dues(entry, pieces))
    return tuple(sorted(found, key=lambda due: due.at_s))


def _dues(entry: Entry, pieces: PieceSet) -> list[TimedOrder]:
    fields = entry.fields(required=("at", "fault"), optional=("piece", "for"))
    fault, piece = Fault(fields["fault"].text(tuple(Fault))), ""
    if "piece" in fields:
        piece = fields["piece"].text()
        if fault not in OF_A_PIECE | OF_SENSORS:
            raise fields["piece"].fault(f"the fault '{fault}' has nothing to do with a piece")
        try:
            pieces.physical_id(PieceId(piece))
        except KeyError:
            raise fields["piece"].fault(f"the piece set of '{pieces.board}' has no piece '{piece}'") from None
    begins = _seconds(fields["at"])
    dues = [TimedOrder(begins, SimulatorOrder(SimulatorAct.FAULT, piece, fault=fault))]
    if "for" in fields:
        dues.append(
            TimedOrder(begins + _seconds(fields["for"]), SimulatorOrder(SimulatorAct.MEND, fault=fault))
        )
    return dues


def _seconds(entry: Entry) -> float:
    seconds = entry.number()
    if seconds < 0:
        raise entry.fault(f"expected seconds, got {seconds}")
    return seconds
