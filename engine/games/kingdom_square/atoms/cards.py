"""Cards of books, tables and trumps: drawn, discarded, searched for, exiled, destroyed, called off."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from engine.core.decisions import Violation, broken
from engine.core.phrase import Phrase
from engine.games.kingdom_square.content.atom import Atom, Frames, Ways, Work
from engine.games.kingdom_square.content.limits import line_said, reach_listed, say
from engine.games.kingdom_square.content.parameters import Announced, Element, Into, Sought, Who
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.aims import each_of, if_so, spot, units_for
from engine.games.kingdom_square.position.field import foe, line
from engine.games.kingdom_square.position.now import field_now, free_places
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    auras,
    counted,
    curses,
    hero,
    hero_card,
    own,
    printed,
    rule,
    seat_of,
    slug_of,
    table,
    tile_of,
)
from engine.games.kingdom_square.texts import TEXTS
from engine.games.kingdom_square.turn.book_searches import Fetching, Pawning, Wondering
from engine.games.kingdom_square.turn.card_choices import Choice, Weighing
from engine.games.kingdom_square.turn.costs_and_draws import Drawn, Dropping
from engine.games.kingdom_square.turn.damage import landed, spent
from engine.games.kingdom_square.turn.table_cards import dispelled
from engine.kit.changed import altered
from engine.kit.content.vocabulary import Says
from engine.kit.draws import Drawing


@dataclass(frozen=True, slots=True)
class Draw(Atom):
    """The player draws cards."""

    cards: Annotated[int, Says("cards", 1, 5)]
    trump: Annotated[bool, Says("as the trump")] = False
    bare: Annotated[bool, Says("only with no other card on the player's table")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        return "draw_trump" if self.trump else "draw_bare" if self.bare else "draw"

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return one empty way if cards may be drawn: a full table leaves no room.

        Auras and curses take room, too, but not in the first edition.
        """
        if not self.bare:
            return [()]
        if not rules.options.is_printed:
            return if_so(len(table(state, work.seat)) <= 1)
        lying = state.zones.lying(own(work.seat, "table"))
        return if_so(all(one.card == work.source for one in lying))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Draw the cards one by one."""
        del rules, state, on
        if self.trump:
            return (Drawn(work.seat, only="trump"),)
        return (Drawn(work.seat), *(Drawn(work.seat, bare=True) for _ in range(self.cards - 1)))

    def whom(self) -> str:
        """Return the words for the list: who draws."""
        return "the player, when nothing else lies on their table" if self.bare else "the player"


class By(StrEnum):
    """The players who discard."""

    PLAYER = "player"
    FOE = "foe"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Discard(Atom):
    """Cards of table or trump go into the graveyard, or one goes under the book. The opponent comes first."""

    cards: Annotated[int, Says("cards", 1, 3)]
    by: Annotated[By, Says("who")] = By.PLAYER
    dark: Annotated[int, Says("cards more with a hero of dark", 0, 1)] = 0
    under: Annotated[bool, Says("one, under the player's book")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        if self.by is By.BOTH:
            return "shed" if self.dark else "headache"
        return "plunder" if self.by is By.FOE else "pawn" if self.under else "discard"

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Ask the players which cards."""
        del rules, on
        if self.under:
            return (Pawning(work.seat),)
        seats = {By.PLAYER: (work.seat,), By.FOE: (foe(work.seat),), By.BOTH: (foe(work.seat), work.seat)}
        return tuple(
            Dropping(one, self.cards + self.dark * (hero_card(state, one).element is Element.DARK))
            for one in seats[self.by]
        )

    def whom(self) -> str:
        """Return the words for the list: who discards."""
        return {
            "shed": "both players, one with a dark hero 1 more",
            "headache": "both players",
            "plunder": "the opponent",
            "pawn": "1 of the player's table or trump",
            "discard": "the player",
        }[self.name]


@dataclass(frozen=True, slots=True)
class ExileTop(Atom):
    """The top card of the player's book is exiled."""

    cards: Annotated[int, Says("cards", 1, 3)]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Exile the cards. The top card of the exile then has its effect there."""
        del rules, state, on
        book, exile = own(work.seat, "book"), own(work.seat, "exile")
        return (Drawing(book, exile, self.cards), Wondering(work.seat))

    def whom(self) -> str:
        """Return the words for the list: whose book it is."""
        return "the player's book"


@dataclass(frozen=True, slots=True)
class CallOff(Atom):
    """An announcement of the opponent is called off."""

    what: Annotated[Announced, Says("what is called off")]
    pays: Annotated[int, Says("cost that its player may pay against it; 0: none", 0, 9)] = 0

    @property
    def name(self) -> str:
        """Its name for people."""
        return "counter"

    @property
    def calls_off(self) -> Announced:
        """The announcement that it calls off."""
        return self.what

    @property
    def unless(self) -> int:
        """The cost that the other player may pay against it."""
        return self.pays

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Return the state unchanged: `turn/` has called the announcement off."""
        del rules, work, on
        return state

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the thing that is called off, and the price against it."""
        unless = (say("unless", number=self.pays),) if self.pays else ()
        return (self.sentence(), TEXTS.say(f"says.announced.{self.what}"), *unless)

    def whom(self) -> str:
        """Return the words for the list: the thing that is called off."""
        return f"1: what the opponent has announced ({self.what})"


@dataclass(frozen=True, slots=True)
class Fetch(Atom):
    """The player takes a card out of the book, and shuffles the book."""

    what: Annotated[Sought, Says("which card")]
    to: Annotated[Into, Says("where it goes")] = Into.EITHER

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Ask the player which card."""
        del rules, state, on
        return (Fetching(work.seat, self.what, self.to is Into.TABLE),)

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: which cards may be taken, and where they go."""
        where = () if self.to is Into.EITHER else (TEXTS.say(f"says.into.{self.to}"),)
        return (self.sentence(), TEXTS.say(f"says.sought.{self.what}"), *where)

    def whom(self) -> str:
        """Return the words for the list: the cards."""
        return f"1 of the player's book ({self.what}), to: {self.to}"


@dataclass(frozen=True, slots=True)
class Peek(Atom):
    """The player looks at the top card of either book."""

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Ask the player which book."""
        del rules, state, on
        return (Weighing(work.seat, Choice.BOOK),)

    def whom(self) -> str:
        """Return the words for the list: the book."""
        return "1: either book"


@dataclass(frozen=True, slots=True)
class Dilemma(Atom):
    """The opponent puts a card of the table under the book and draws, or the opponent's hero takes damage."""

    amount: Annotated[int, Says("damage", 1, 9)]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Ask the opponent which of the two."""
        del rules, state, on
        return (Weighing(foe(work.seat), Choice.DILEMMA, work.slug, self.amount),)

    def whom(self) -> str:
        """Return the words for the list: who chooses."""
        return "the opponent, who chooses"


@dataclass(frozen=True, slots=True)
class Frenzy(Atom):
    """All the player's skills that aren't for the hero's class are exiled, wherever they are."""

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Exile the skills zone by zone, and with them unknown cards of the book that may be such skills."""
        del on
        seat, exile, book = work.seat, own(work.seat, "exile"), own(work.seat, "book")
        for place in ("table", "trump", "graveyard", "book"):
            cursing = curses(state, seat)
            for card in state.zones.known(own(seat, place)):
                if card not in cursing and card != work.source and not _is_frenzied(state, card):
                    zones = state.zones.moved(card, exile)
                    state = landed(rules, altered(state, zones=zones), card, "exile")
        for card in state.zones.can_be(book):
            hidden = any(one.card is None for one in state.zones.lying(book))
            if hidden and not _is_frenzied(state, card):
                zones = state.zones.revealed(book, card).moved(card, exile)
                state = landed(rules, altered(state, zones=zones), card, "exile")
        return spent(rules, state, seat)

    def whom(self) -> str:
        """Return the words for the list: the cards."""
        return "all the player's cards but berserker skills, in book, table, trump and graveyard"


def _is_frenzied(state: State, card: str) -> bool:
    one = printed(state, card)
    return one.kind is Kind.SKILL and one.only == "berserker"


@dataclass(frozen=True, slots=True)
class Dispel(Atom):
    """A curse is destroyed. `auras`: or an aura; `binds`: all binds of a unit instead."""

    auras: Annotated[bool, Says("auras, too")] = False
    binds: Annotated[bool, Says("all binds of a unit")] = False
    line: Annotated[int, Says("how far the unit is, in steps; 0: anywhere", 0, 9)] = 0

    @property
    def name(self) -> str:
        """Its name for people."""
        return "strip" if self.binds else "dispel"

    @property
    def takes(self) -> int:
        """The card, or the unit whose binds are destroyed."""
        return 1

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the curses and auras of both tables, or the units with binds."""
        del rules
        if self.binds:
            bound = {object_ for _, object_ in state.binds}
            return each_of(one for one in units_for(state, work, self.line, Who.UNIT) if one in bound)
        both = (work.seat, foe(work.seat))
        found = [card for one in both for card in curses(state, one)]
        return each_of([*found, *(card for one in both for card in auras(state, one) if self.auras)])

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Put these cards into their owners' graveyards."""
        del work
        if not self.binds:
            return dispelled(rules, state, on[0])
        for card, object_ in state.binds if tile_of(state, on[0]) is not None else ():
            if object_ == on[0]:
                zones = state.zones.moved(card, own(seat_of(card), "graveyard"))
                binds = tuple(one for one in state.binds if one[0] != card)
                state = altered(state, zones=zones, binds=binds)
        return state

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the reach, and the other things that it destroys beside curses."""
        return (self.sentence(), *line_said(self.line), *((say("or_aura"),) if self.auras else ()))

    def whom(self) -> str:
        """Return the words for the list: the cards."""
        if self.binds:
            return f"1: any unit with binds; {reach_listed(self.line)}"
        return "1 curse on either table (auras: or aura)"


@dataclass(frozen=True, slots=True)
class Infuse(Atom):
    """A unit beside the opponent's hero fills the opponent's table with curses."""

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return one empty way if the opponent's hero stands beside it and the table has room."""
        del rules
        near = set(line(spot(state, work.origin), 1, lambda _: False))
        beside = tile_of(state, hero(foe(work.seat))) in near
        return if_so(beside and free_places(field_now(state), foe(work.seat)) > 0)

    def astray(self, state: State, work: Work) -> Iterable[Violation]:
        """Return the reason: the table has no room."""
        if not free_places(field_now(state), foe(work.seat)):
            yield broken(rule(11, 7), "no_room", card=work.source)

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Lay as many curses as the table has room for."""
        del rules, on
        other = foe(work.seat)
        room = free_places(field_now(state), other)
        spare = [one for one in state.zones.known(SUPPLY) if slug_of(one) == "token.curse"]
        mine = [one for one in spare if seat_of(one) == work.seat]
        zones = state.zones
        for one in mine[:room]:
            zones = zones.moved(one, own(other, "table"))
        return altered(state, zones=zones)

    def whom(self) -> str:
        """Return the words for the list: whose table it is."""
        return "the opponent's hero beside; all free places of its table"


@dataclass(frozen=True, slots=True)
class Beg(Atom):
    """All skills of the player's table go into the graveyard; nobody attacks the hero at close quarters."""

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Put the skills into the graveyard.

        In the first edition auras and curses stay.
        """
        del on
        seat = work.seat
        whole = tuple(map(str, state.zones.known(own(seat, "table"))))
        for card in whole if rules.options.is_printed else table(state, seat):
            if card != work.source:
                state = dispelled(rules, state, card)
                state = landed(rules, state, card, "graveyard")
        return counted(state, hero(seat), Counts.BEGS, 1)

    def whom(self) -> str:
        """Return the words for the list: the cards."""
        return "all cards of the player's table, auras and curses too; the player's hero"
