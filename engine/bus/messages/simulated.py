"""The simulated table, and what visitors do at it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SimulatedPiece:
    """A piece of the simulated table: where it physically lies, in board millimetres; None is the box."""

    piece: str
    x_mm: float | None
    y_mm: float | None
    face: str = "up"
    turned_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """All physical pieces of the simulated table. Retained. `match` is the match it was last set up for."""

    pieces: tuple[SimulatedPiece, ...]
    match: str = ""


@dataclass(frozen=True, slots=True)
class SimulatorOrder:
    """What a visitor does at the simulated table: `put`, `flip` or `take` a piece, `press` a button.

    `throw`: a die into the tray. `lay`: the tag with the uid `tag` on the pad `device`, in place of the one
    that lies there; without a uid, that is taken off.
    """

    order: str
    piece: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    button: str = ""
    device: str = ""
    tag: str = ""
