"""The places of all cards in a match, and which seats know them. A frozen value; moves make new ones.

An unknown card has no name here, so that none can leak. A face-down deck is a number of unnamed cards with a
*pool*, the set of cards that they must be together. A card gets its name when it is turned up (`revealed`).
Shuffling makes a new pool of the cards that lie there. A card in a hand, which the engine knows and some
seats don't, keeps the pool that it was drawn from. For seats that don't know it, it may be any card of that
pool.

>>> from engine.kit.zones.box import Box
>>> from engine.kit.zones.tabletop import Tabletop, hand, pile
>>> p1 = Seat("p1")
>>> top = Tabletop((p1,), (pile("deck", face_up=False), hand(p1)), Box.of({"gold": 3, "gem": 1}))
>>> zones = Zones.empty(top).put("deck", ["gold#1", "gold#2", "gem"]).shuffled("deck")
>>> zones.cards("deck")
(None, None, None)
>>> zones.can_be("deck")
('gold#1', 'gold#2', 'gem')
>>> drawn = zones.revealed("deck", "gem", to=[p1]).moved("gem", "p1.hand")
>>> drawn.cards("p1.hand"), drawn.known_to(p1, "gem"), drawn.known_to(None, "gem")
(('gem',), True, False)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self, TypeVar

from engine.core.counting import counted
from engine.core.faults import CallerFault
from engine.core.ids import Seat
from engine.core.surfaces import ZoneKind
from engine.kit.zones.box import CardId, CardSet
from engine.kit.zones.tabletop import CardZone, Tabletop

EVERYBODY = -1
"""All bits: every seat and every spectator knows."""

NOBODY = 0

OPEN = -1
"""The pool of a card that everybody knows."""

T = TypeVar("T")


class Lying(NamedTuple):
    """How a card lies."""

    card: CardId | None
    """The card; None: the engine knows only that it's one of its `pool`."""
    pool: int = OPEN
    """The number of the set of cards that it may be."""
    knows: int = EVERYBODY
    """The seats that know which card it is, as bits."""
    up: bool = True
    """Its face shows."""
    sideways: bool = False
    """It lies turned by a quarter."""


Pile = tuple[Lying, ...]
"""The cards in a zone; in a pile the first is the top."""


@dataclass(frozen=True, slots=True)
class Zones:
    """All cards of a match."""

    top: Tabletop = field(compare=False, repr=False)
    """The table of these zones."""
    held: tuple[Pile, ...]
    """The cards in each zone, by the tabletop's order."""
    pools: tuple[CardSet, ...] = ()
    """The pools: each the set of cards that its unnamed cards must be."""
    where: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """For each card of the box its zone's index, or -1 for one that is unnamed or not in the match. It
    follows from `held`, as do equality and hash.
    """

    @staticmethod
    def empty(top: Tabletop) -> "Zones":
        """Return empty zones."""
        return Zones(top, ((),) * len(top.zones), (), (-1,) * len(top.box.cards))

    # Looking

    def lying(self, zone: str) -> Pile:
        """Return the cards in a zone."""
        return self.held[self.top.index[zone]]

    def cards(self, zone: str) -> tuple[CardId | None, ...]:
        """Return the cards of a zone in order, None for each unknown card."""
        return tuple(one.card for one in self.lying(zone))

    def known(self, zone: str) -> tuple[CardId, ...]:
        """Return the cards of a zone whose names the engine knows."""
        return tuple([one.card for one in self.lying(zone) if one.card is not None])

    def count(self, zone: str) -> int:
        """Return how many cards lie in a zone."""
        return len(self.lying(zone))

    def is_empty(self, zone: str) -> bool:
        """Tell whether nothing lies in a zone."""
        return not self.lying(zone)

    def zone_of(self, card: str) -> CardZone | None:
        """Return where a card lies; None: unnamed in a pool, or not in the match."""
        at = self.where[self.top.box.numbers[card]]
        return None if at < 0 else self.top.zones[at]

    def is_in(self, card: str, zone: str) -> bool:
        """Tell whether a card is known to lie in a zone."""
        number = self.top.box.numbers.get(card)
        return number is not None and self.where[number] == self.top.index[zone]

    def look(self, card: str) -> Lying:
        """Return how a card lies.

        Raises:
            CallerFault: the engine doesn't know where it is.
        """
        zone, at = self._find(card)
        return self.held[zone][at]

    def can_be(self, zone: str) -> tuple[CardId, ...]:
        """Return the possible cards in place of a zone's unnamed ones."""
        return self.top.box.named(self.may_hold(zone))

    def may_hold(self, zone: str) -> CardSet:
        """Return the set of possible cards in place of a zone's unnamed ones."""
        found = 0
        for one in self.lying(zone):
            if one.card is None:
                found |= self.pools[one.pool]
        return found

    def unnamed(self, zone: str) -> int:
        """Return how many cards of a zone the engine doesn't know."""
        return sum(one.card is None for one in self.lying(zone))

    def known_to(self, seat: Seat | None, card: str) -> bool:
        """Tell whether a seat (None: a spectator) knows where a card is."""
        if self.where[self.top.box.numbers[card]] < 0:
            return False
        return bool(self.look(card).knows & self.top.seat_bit[seat])

    # Changing

    def put(
        self, zone: str, cards: Iterable[str], *, up: bool | None = None, to: Iterable[Seat] = ()
    ) -> Self:
        """Return zones with new cards of the match laid under the cards in a zone, in order.

        `up`: their faces show; None: as is usual there. `to`: the other seats that know them. For setups.

        Raises:
            CallerFault: a card isn't in the box or is in the match already.
        """
        at = self.top.index[zone]
        where, laid = list(self.where), list(self.held[at])
        for card in cards:
            number = self.top.box.numbers.get(card)
            if number is None or where[number] >= 0:
                raise CallerFault(f"the card '{card}' isn't in the box, or lies somewhere already")
            where[number] = at
            laid.append(
                self._laid(Lying(self.top.box.cards[number], knows=NOBODY), self.top.zones[at], up, to)
            )
        return self._having(_with(self.held, at, tuple(laid)), where=where)

    def put_unknown(self, zone: str, cards: CardSet) -> Self:
        """Return zones with unnamed cards added to a zone, one for each card of a set: their new pool."""
        pool = len(self.pools)
        at = self.top.index[zone]
        laid = (*self.held[at], *(Lying(None, pool, NOBODY, up=False),) * cards.bit_count())
        return self._having(_with(self.held, at, laid), pools=(*self.pools, cards))

    def moved(
        self,
        card: str,
        zone: str,
        *,
        up: bool | None = None,
        to: Iterable[Seat] = (),
        bottom: bool = False,
        sideways: bool = False,
    ) -> Self:
        """Return zones with a card moved: on top of a pile (`bottom`: under it), else beside other cards.

        `up`: its face shows; None: as is usual there. Everybody knows a card from then on if its face shows;
        `to`: the other seats that learn it. A seat that knew it still knows it.

        Raises:
            CallerFault: the engine doesn't know where the card is, or a slot is taken.
        """
        before, place = self._find(card)
        lying = self.held[before][place]
        after = self.top.index[zone]
        held = _with(self.held, before, self.held[before][:place] + self.held[before][place + 1 :])
        laid = self._laid(lying, self.top.zones[after], up, to)
        if laid.sideways is not sideways:
            laid = laid._replace(sideways=sideways)
        held = _with(held, after, self._added(held[after], laid, self.top.zones[after], bottom=bottom))
        where = list(self.where)
        where[self.top.box.numbers[card]] = after
        return self._having(held, where=where)

    def passed(self, zone: str, to: str, count: int = 1, *, bottom: bool = False) -> Self:
        """Return zones with the first cards of a zone moved to another face down, whether known or not.

        This is a draw whose cards the engine doesn't learn. If the zone has fewer cards, all are moved.
        """
        before, after = self.top.index[zone], self.top.index[to]
        taken, left = self.held[before][:count], self.held[before][count:]
        held, where = _with(self.held, before, left), list(self.where)
        owner = self.top.zones[after].owner
        for one in taken:
            # A seat that takes an unnamed card knows it; the engine doesn't.
            laid = self._laid(one, self.top.zones[after], False, () if owner is None else (owner,))  # noqa: FBT003
            held = _with(held, after, self._added(held[after], laid, self.top.zones[after], bottom=bottom))
            if one.card is not None:
                where[self.top.box.numbers[one.card]] = after
        return self._having(held, where=where)

    def revealed(
        self, zone: str, card: str, *, up: bool = False, to: Iterable[Seat] = (), at: int | None = None
    ) -> Self:
        """Return zones where an unnamed card of a zone gets its name.

        `at`: its place; else the first card that it may be. `up`: it is turned up there, for all to see.
        `to`: the seats that know it from now on.

        Raises:
            CallerFault: no unnamed card there may be this one.
        """
        index, number = self.top.index[zone], self.top.box.numbers.get(card, -1)
        if number < 0:
            raise CallerFault(f"no card '{card}' in the box")
        places = range(len(self.held[index])) if at is None else (at,)
        for place in places:
            one = self.held[index][place]
            if one.card is None and self.pools[one.pool] >> number & 1:
                break
        else:
            raise CallerFault(f"'{card}' can't be what lies unknown in '{zone}'")
        knows = EVERYBODY if up else one.knows | self.top.knowers(to)
        named = Lying(self.top.box.cards[number], one.pool, knows, up, one.sideways)
        where = list(self.where)
        where[number] = index
        pools = _with(self.pools, one.pool, self.pools[one.pool] & ~(1 << number))
        pile = _with(self.held[index], place, named)
        return self._having(_with(self.held, index, pile), pools=pools, where=where)

    def turned(self, card: str, *, up: bool | None = None, sideways: bool | None = None) -> Self:
        """Return zones with a card turned over, or by a quarter, where it lies; None: unchanged."""
        zone, place = self._find(card)
        one = self.held[zone][place]
        laid = one._replace(
            up=one.up if up is None else up,
            sideways=one.sideways if sideways is None else sideways,
            knows=EVERYBODY if up else one.knows,
        )
        return self._having(_with(self.held, zone, _with(self.held[zone], place, laid)))

    def other_side(self, card: str, side: str) -> Self:
        """Return zones where a card is replaced by another of the box, its other side, in the same place.

        The first card isn't in the match any more. Seats that knew it know the new one.

        Raises:
            CallerFault: the engine doesn't know where the card is, or the other side lies somewhere already.
        """
        at, place = self._find(card)
        number = self.top.box.numbers.get(side)
        drawable = number is not None and any(pool >> number & 1 for pool in self.pools)
        if number is None or self.where[number] >= 0 or drawable:
            raise CallerFault(f"the card '{side}' isn't in the box, or lies somewhere already")
        turned = self.held[at][place]._replace(card=self.top.box.cards[number])
        where = list(self.where)
        where[self.top.box.numbers[card]], where[number] = -1, at
        held = (*self.held[at][:place], turned, *self.held[at][place + 1 :])
        return self._having(_with(self.held, at, held), where=where)

    def shown(self, card: str, to: Iterable[Seat]) -> Self:
        """Return zones where seats know a card from now on (a peek)."""
        zone, place = self._find(card)
        one = self.held[zone][place]
        laid = one._replace(knows=one.knows | self.top.knowers(to))
        return self._having(_with(self.held, zone, _with(self.held[zone], place, laid)))

    def shuffled(self, zone: str, *, into: str = "") -> Self:
        """Return zones where the cards of a zone are shuffled face down, there or under `into`.

        All knowledge of them is forgotten: they become a new pool. Unnamed cards elsewhere join the new pool
        if their old pool is shuffled in, so that no card gets lost; see the decision record.
        """
        before = self.top.index[zone]
        after = self.top.index[into] if into else before
        moving = self.held[before]
        if not moving:
            return self
        mixed = {one.pool for one in moving if one.card is None}
        numbers = [self.top.box.numbers[one.card] for one in moving if one.card is not None]
        pool, cards = len(self.pools), sum(1 << number for number in numbers)
        for old in mixed:
            cards |= self.pools[old]
        held = _with(self.held, before, ())
        if mixed:
            held = tuple(
                tuple(one._replace(pool=pool) if one.pool in mixed else one for one in pile)
                if any(one.pool in mixed for one in pile)
                else pile
                for pile in held
            )
        pools = tuple(0 if n in mixed else one for n, one in enumerate(self.pools))
        unknown = (Lying(None, pool, NOBODY, up=False),) * len(moving)
        where = list(self.where)
        for number in numbers:
            where[number] = -1
        held = _with(held, after, (*held[after], *unknown))
        return self._having(held, pools=(*pools, cards), where=where).tidied()

    def ordered(self, zone: str, cards: Sequence[str]) -> Self:
        """Return the zones with these cards, in this order, in place of a zone's first unnamed ones.

        No seat knows them.

        Raises:
            CallerFault: the cards can't lie there.
        """
        zones = self
        places = [place for place, one in enumerate(self.lying(zone)) if one.card is None]
        if len(cards) > len(places):
            raise CallerFault(f"'{zone}' has {counted(len(places), 'unknown card')}, not {len(cards)}")
        for place, card in zip(places, cards, strict=False):
            zones = zones.revealed(zone, card, at=place)
        return zones

    def tidied(self) -> Self:
        """Return zones whose pools are numbered in the order of their cards."""
        order: dict[int, int] = {}
        for pile in self.held:
            for one in pile:
                if one.pool != OPEN and one.pool not in order:
                    order[one.pool] = len(order)
        if all(old == new for old, new in order.items()) and len(order) == len(self.pools):
            return self
        held = tuple(
            tuple(one if one.pool == OPEN else one._replace(pool=order[one.pool]) for one in pile)
            for pile in self.held
        )
        return self._having(held, pools=tuple(self.pools[old] for old in order))

    def _having(
        self, held: tuple[Pile, ...], pools: tuple[CardSet, ...] | None = None, where: Iterable[int] = ()
    ) -> Self:
        """Return zones with these cards in them; `pools` and `where` stay if they're left out."""
        return type(self)(self.top, held, self.pools if pools is None else pools, tuple(where) or self.where)

    def _find(self, card: str) -> tuple[int, int]:
        number = self.top.box.numbers.get(card)
        zone = -1 if number is None else self.where[number]
        if zone < 0:
            raise CallerFault(f"where the card '{card}' is, nobody knows")
        for place, one in enumerate(self.held[zone]):
            if one.card == card:
                return zone, place
        raise CallerFault(f"the card '{card}' isn't where it should be")

    def _laid(self, one: Lying, zone: CardZone, up: bool | None, to: Iterable[Seat]) -> Lying:  # noqa: FBT001
        """Return how a card lies once it is in a zone."""
        shows = zone.face_up if up is None else up
        knows = EVERYBODY if shows else one.knows | self.top.knowers(to)
        if zone.kind == "private" and zone.owner is not None:
            knows |= self.top.seat_bit[zone.owner]
        return Lying(one.card, one.pool if knows != EVERYBODY or one.card is None else OPEN, knows, shows)

    def _added(self, pile: Pile, one: Lying, zone: CardZone, *, bottom: bool) -> Pile:
        if zone.kind is ZoneKind.SLOTS and pile:
            raise CallerFault(f"something lies in the slot '{zone.name}' already")
        if zone.is_ordered:
            return (*pile, one) if bottom else (one, *pile)
        # The order of cards in a hand or side by side has no meaning, so positions that differ only in it
        # become equal.
        return tuple(sorted((*pile, one), key=self._number))

    def _number(self, one: Lying) -> int:
        return len(self.where) if one.card is None else self.top.box.numbers[one.card]


def _with(all_of_them: tuple[T, ...], at: int, one: T) -> tuple[T, ...]:
    """Return a tuple with one element replaced."""
    return (*all_of_them[:at], one, *all_of_them[at + 1 :])
