"""The zones of a table as they are printed: their kind, their owner, and how cards lie in them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NewType

from engine.core.faults import CallerFault
from engine.core.ids import Cell, Seat
from engine.core.surfaces import ZoneKind
from engine.kit.zones.box import Box

ZoneName = NewType("ZoneName", str)
"""A zone (`market.2`, `p1.hand`, `deck`). Its cards lie on the cell of that name, if it has one."""


@dataclass(frozen=True, slots=True)
class CardZone:
    """One zone, which is one cell. Each of a board's `slots` is a zone of its own, for one card."""

    name: ZoneName
    """Its name."""
    kind: ZoneKind
    """How cards lie in it."""
    face_up: bool = True
    """Cards lie face up here unless the action says otherwise."""
    owner: Seat | None = None
    """The seat that it belongs to; None: nobody's. The owner knows the cards in its `private` zone."""
    group: str = ""
    """The name of the group that it is one of (`market`); empty for none."""
    back: str = "card"
    """The back of cards that lie here face down (one tag for all of them)."""
    ground: bool = False
    """Other pieces may stand on the cards here."""
    alike: bool = False
    """It is a stock: all its cards are alike, and nobody knows which lies on top."""
    cell: Cell | None = None
    """Its cell; None: the cell of its name."""
    jumbled: bool = False
    """People gather this pile in any order, so that the game's top card needn't show."""
    tray: Cell | None = None
    """The cell beside the pile where cards may lie side by side before they're gathered; None: there is none.
    """

    @property
    def place(self) -> Cell:
        """The cell that its cards lie on."""
        return Cell(self.name) if self.cell is None else self.cell

    @property
    def is_ordered(self) -> bool:
        """Whether the order of its cards matters."""
        return self.kind is ZoneKind.PILE and not self.alike


def slot(
    name: str, *, face_up: bool = True, owner: Seat | None = None, cell: str = "", back: str = "card"
) -> CardZone:
    """Return a place for one card; its group is its name before the last dot (`market.2`: `market`)."""
    group = name.rpartition(".")[0]
    return CardZone(
        ZoneName(name), ZoneKind.SLOTS, face_up, owner, group, back, cell=Cell(cell) if cell else None
    )


def slots(group: str, count: int, *, face_up: bool = True, owner: Seat | None = None) -> tuple[CardZone, ...]:
    """Return places for one card each: `market.1`, `market.2`, ..."""
    return tuple(slot(f"{group}.{n}", face_up=face_up, owner=owner) for n in range(1, count + 1))


def pile(  # noqa: PLR0913  # a pile's properties, by name
    name: str,
    *,
    face_up: bool,
    owner: Seat | None = None,
    cell: str = "",
    back: str = "card",
    alike: bool = False,
    tray: str = "",
) -> CardZone:
    """Return a pile: a deck (face down), discards (face up), or a stock of cards that are all alike.

    With a `tray` cards lie side by side before they're gathered onto it, in any order.
    """
    place, beside = (Cell(one) if one else None for one in (cell, tray))
    return CardZone(
        ZoneName(name),
        ZoneKind.PILE,
        face_up,
        owner,
        back=back,
        alike=alike,
        cell=place,
        jumbled=bool(tray),
        tray=beside,
    )


def spread(name: str, *, owner: Seat | None = None, cell: str = "") -> CardZone:
    """Return a place for cards side by side, face up."""
    return CardZone(ZoneName(name), ZoneKind.SPREAD, owner=owner, cell=Cell(cell) if cell else None)


def hand(owner: Seat) -> CardZone:
    """Return a seat's hand: `p1.hand`, known to it alone."""
    return CardZone(ZoneName(f"{owner}.hand"), ZoneKind.PRIVATE, face_up=False, owner=owner)


@dataclass(frozen=True)
class Tabletop:
    """The zones of a table, the seats round it in turn order, and the box of cards that can lie there.

    >>> top = Tabletop((Seat("p1"),), (*slots("market", 2), pile("deck", face_up=False)), Box.of({"gold": 3}))
    >>> top.group("market")
    ('market.1', 'market.2')
    >>> top.zone("deck").kind
    <ZoneKind.PILE: 'pile'>
    """

    seats: tuple[Seat, ...]
    """The seats round it in turn order."""
    zones: tuple[CardZone, ...]
    """The zones."""
    box: Box
    """The cards that can lie there."""

    @cached_property
    def index(self) -> dict[str, int]:
        """Each zone's place in `zones`."""
        found = {str(zone.name): n for n, zone in enumerate(self.zones)}
        if len(found) < len(self.zones):
            raise CallerFault("two zones have the same name")
        return found

    @cached_property
    def seat_bit(self) -> dict[Seat | None, int]:
        """The bit of each seat's knowledge; a spectator has a bit that is set only in `EVERYBODY`."""
        return {None: 1 << len(self.seats)} | {seat: 1 << n for n, seat in enumerate(self.seats)}

    def zone(self, name: str) -> CardZone:
        """Return a zone by its name.

        Raises:
            CallerFault: there is none of that name.
        """
        if name not in self.index:
            raise CallerFault(f"no zone '{name}'; there are {', '.join(self.index)}")
        return self.zones[self.index[name]]

    def group(self, name: str) -> tuple[ZoneName, ...]:
        """Return the zones of a group, in order."""
        return self._groups.get(name, ())

    def knowers(self, seats: Iterable[Seat]) -> int:
        """Return seats as bits of knowledge."""
        found = 0
        for seat in seats:
            found |= self.seat_bit[seat]
        return found

    @cached_property
    def _groups(self) -> dict[str, tuple[ZoneName, ...]]:
        found: dict[str, list[ZoneName]] = {}
        for zone in self.zones:
            if zone.group:
                found.setdefault(zone.group, []).append(zone.name)
        return {name: tuple(zones) for name, zones in found.items()}
