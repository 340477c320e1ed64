"""The simulated table as one place sees it, without the names of cards that the place can't read. Pure.

A hidden card gets a name from where it lies and the number of cards below it there, `~-88.0,12.5.3`. This
reveals only what can be seen. Two tables that look alike from a place are sent to it as the same bytes.
"""

from collections import Counter
from dataclasses import replace

from engine.bus.messages.simulated import LabelState, SimulatedPiece, SimulatedTable, SimulatorOrder
from engine.core.ids import Seat
from engine.core.layout import Face

Names = dict[str, str]
"""The names that a place gets for cards which it can't read, by the cards' true names."""


def seen_from(table: SimulatedTable, seat: Seat | None) -> SimulatedTable:
    """Return the table as a seat's tablet, or a spectator's (None), may know it."""
    names = hidden_names(table, seat)
    if not names:
        return table
    # A fault would mark its hidden card through a shuffle, so the fault loses its piece.
    faults = tuple(
        replace(one, was=None) if one.was is not None and one.was.piece in names else one
        for one in table.faults
    )
    return replace(table, pieces=tuple(_as_named(one, names) for one in table.pieces), faults=faults)


def hidden_names(table: SimulatedTable, seat: Seat | None) -> Names:
    """Return the names that a seat (None: a spectator) gets for the cards which it can't read.

    Those cards lie face down, are held by another seat, or are in the box. Cards in the box are hidden
    because a card that isn't there has to be in a hand.
    """
    below: Counter[str] = Counter()
    names = {}
    for one in table.pieces:
        if one.card and not _is_read(one, seat):
            place = f"~{_place(one)}"
            names[one.piece] = f"{place}.{below[place]}"
            below[place] += 1
    return names


def meant(order: SimulatorOrder, table: SimulatedTable, seat: Seat | None) -> SimulatorOrder:
    """Return a tablet's order with the piece's own name instead of the tablet's name for it.

    If the order has the true name of a card that the tablet can't read, it gets a name that no piece has.
    """
    names = hidden_names(table, seat)
    if order.piece in names:
        return replace(order, piece=names[order.piece])
    return replace(order, piece={name: piece for piece, name in names.items()}.get(order.piece, order.piece))


def _is_read(card: SimulatedPiece, seat: Seat | None) -> bool:
    if card.hand:
        return card.hand == seat
    return card.x_mm is not None and card.face is Face.UP


def _place(card: SimulatedPiece) -> str:
    if card.hand:
        return card.hand
    return "box" if card.x_mm is None else f"{card.x_mm:.1f},{card.y_mm:.1f}"


def _as_named(card: SimulatedPiece, names: Names) -> SimulatedPiece:
    name = names.get(card.piece)
    if name is None:
        return card
    if card.x_mm is None:
        # Only the name, the hand and the back are left: its earlier spot would reveal which card it is.
        return SimulatedPiece(name, None, None, face=Face.DOWN, hand=card.hand, card=True)
    return replace(card, piece=name, shown=LabelState.CLEAR)
