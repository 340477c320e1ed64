"""The simulated table as one place sees it: a card that it can't read has no name there. Pure.

A hidden card is called after where it lies and how many lie below it there, `~-88.0,12.5.3`, which says
nothing that can't be seen. Two tables that look alike from a place are sent to it in the same bytes.
"""

from collections import Counter
from dataclasses import replace

from engine.bus.messages.simulated import LabelState, SimulatedPiece, SimulatedTable, SimulatorOrder
from engine.core.ids import Seat
from engine.core.layout import Face

Names = dict[str, str]
"""The names there of cards that a place can't read: piece → name."""


def seen_from(table: SimulatedTable, seat: Seat | None) -> SimulatedTable:
    """Return the table as a seat's tablet, or a spectator's, may know it."""
    names = hidden_names(table, seat)
    if not names:
        return table
    # A fault of a hidden card would follow it through a shuffle.
    faults = tuple(
        replace(one, was=None) if one.was is not None and one.was.piece in names else one
        for one in table.faults
    )
    return replace(table, pieces=tuple(_as_named(one, names) for one in table.pieces), faults=faults)


def hidden_names(table: SimulatedTable, seat: Seat | None) -> Names:
    """Return the names of the cards that a seat (None: a spectator) can't read.

    They lie face down, or another seat holds them, or they're in the box: a card that is missing there is in
    a hand.
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
    """Return a tablet's order by the pieces' own names.

    A tablet that orders a card by a name that isn't to be read from there orders nothing: no such piece lies
    there.
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
        # How it lay before it was taken up says which it is.
        return SimulatedPiece(name, None, None, face=Face.DOWN, hand=card.hand, card=True)
    return replace(card, piece=name, shown=LabelState.CLEAR)
