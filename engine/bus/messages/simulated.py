"""The simulated table, and what visitors do at it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SimulatedPiece:
    """A piece of the simulated table: where it physically lies, in board millimetres; None is the box.

    `shown`: whether its label is `clear`, `covered`, or looks aside because the piece is `fallen`. `hand`:
    whose seat's hand it is in; then it lies nowhere. `card`: whether it's a card, whose face is its secret.
    """

    piece: str
    x_mm: float | None
    y_mm: float | None
    face: str = "up"
    turned_deg: float = 0.0
    shown: str = "clear"
    hand: str = ""
    card: bool = False


@dataclass(frozen=True, slots=True)
class SimulatedFault:
    """A fault that somebody shook into the simulated table.

    `was`: how its piece lay before, where it is about one; `at_mm`: where over the board it is, if anywhere.
    """

    fault: str
    was: SimulatedPiece | None = None
    at_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class SimulatedTable:
    """All physical pieces of the simulated table, and what is wrong at it now. Retained.

    Of cards at one place later ones lie on earlier ones. `match` is the match it was last set up for.
    """

    pieces: tuple[SimulatedPiece, ...]
    match: str = ""
    faults: tuple[SimulatedFault, ...] = ()


@dataclass(frozen=True, slots=True)
class SimulatorOrder:
    """What a visitor does at the simulated table: `put`, `flip` or `take` a piece, `press` a button.

    `lift`: a hand takes the piece and holds it up until it's put somewhere, or nobody has lifted it again for
    some seconds.
    `throw`: a die into the tray. `lay`: the tag with the uid `tag` on the pad `device`, in place of the one
    that lies there; without a uid, that is taken off. `fault`: shakes in `fault`, with `piece` where it is
    about one (none: chance picks one); `mend`: puts `fault` right, without one all of them.
    With cards: `put` with a `face`, up or down; `hold`: into the hand of the seat whose pad `device` is, over
    its reader; `turn`: by a quarter; `shuffle`, `fan`, `square`: the pile in which `piece` lies; `carry`: all
    of it to a place.
    """

    order: str
    piece: str = ""
    x_mm: float = 0.0
    y_mm: float = 0.0
    button: str = ""
    device: str = ""
    tag: str = ""
    fault: str = ""
    face: str = ""
