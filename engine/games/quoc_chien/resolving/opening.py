"""The opening: generals are dealt and chosen, cards drawn, somebody begins (QC-1, QC-2.1); and setups."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from engine.core.choosing import Chooser
from engine.core.document import Entry
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import BOXES, Card, Kind, card_of, is_card
from engine.games.quoc_chien.content.generals import Gender, General, generals, halves_of
from engine.games.quoc_chien.position.deeds import Begin
from engine.games.quoc_chien.position.kingdoms import joined
from engine.games.quoc_chien.position.state import (
    ASIDE,
    CAREERIST,
    DECK,
    DISCARDS,
    GENERALS,
    MATCH,
    PHASES,
    PLACES,
    SEATS,
    State,
    held,
    own,
)
from engine.games.quoc_chien.resolving.phases import ORDER, Turn
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.registry import SKILLS
from engine.kit import expecting
from engine.kit.changing import altered
from engine.kit.choosing.deeds import Choose, Deed
from engine.kit.counters import Counters
from engine.kit.drawing import Drawing
from engine.kit.resolving.frames import Frame, Step, Waiting, done, instead, then, wait
from engine.kit.zones.box import name_of
from engine.kit.zones.zones import Zones

HAND = 4
SOLDIERS = 4
"""The health of a player without generals, for positions that aren't about them."""

_SETUP = ("seats", "players", "deck", "discards", "turn", "phase", "used", "box", "round")
_PLAYER = (
    "generals",
    "revealed",
    "health",
    "max_health",
    "hand",
    "equipment",
    "judgment",
    "chained",
    "kingdom",
    "removed",
    "face_down",
    *ASIDE,
)


@dataclass(frozen=True, slots=True)
class Lot(Frame):
    """Who begins is drawn by lot (QC-2.1)."""

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Wait for the lot."""
        del game, came
        return wait(state, self)

    def waits(self, game: Any, state: Any) -> Waiting:
        """Return chance."""
        del game, state
        return Waiting((), "lot", Chooser.CHANCE)

    def options(self, game: Any, state: Any, seat: Seat | None) -> Sequence[Deed]:
        """Return who may begin."""
        del game, seat
        return [Begin(str(seat)) for seat in state.seats]

    def answered(self, game: Any, state: Any, deed: Deed) -> Step:
        """Deal generals to all, from whoever begins on."""
        assert isinstance(deed, Begin)  # noqa: S101  # narrows the type: it's one of the options
        first = Seat(str(deed.begin))
        state = altered(state, turn=first, phase="start")
        count = int(game.options.dealt)
        deals = [Drawing(GENERALS, own(seat, "dealt"), count, seat) for seat in state.seats]
        picks = [Recruiting(seat) for seat in state.seats]
        hands = [drawing(seat, HAND) for seat in state.seats]
        return instead(state, *deals, *picks, *hands, Turn(first))


@dataclass(frozen=True, slots=True)
class Recruiting(Frame):
    """A seat keeps two generals of one kingdom, the head first (QC-1.1)."""

    seat: Seat
    head: str = ""

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Wait for the choice; deal one more where no two are of one kingdom."""
        del game, came
        if not any(True for _ in self._pairs(state)):
            return then(state, self, Drawing(GENERALS, own(self.seat, "dealt"), 1, self.seat))
        return wait(state, self)

    def waits(self, game: Any, state: Any) -> Waiting:
        """Return who chooses."""
        del game, state
        return Waiting((self.seat,), "choose")

    def options(self, game: Any, state: Any, seat: Seat | None) -> Iterable[Deed]:
        """Yield the generals that can be the head, then the deputy."""
        del game, seat
        found = [
            one if not self.head else other for one, other in self._pairs(state) if self.head in ("", one)
        ]
        return [Choose(one) for one in dict.fromkeys(found)]

    def answered(self, game: Any, state: Any, deed: Deed) -> Step:
        """Lay it down; once both lie there, the rest goes back."""
        assert isinstance(deed, Choose)  # noqa: S101  # narrows the type: it's one of the options
        chosen = str(deed.choose)
        if not self.head:
            return replace(self, head=chosen).run(game, state, None)
        zones = state.zones.moved(self.head, own(self.seat, "head"), to=(self.seat,))
        zones = zones.moved(chosen, own(self.seat, "deputy"), to=(self.seat,))
        for card in zones.known(own(self.seat, "dealt")):
            zones = zones.moved(card, GENERALS)
        zones = zones.shuffled(GENERALS)
        return done(_healthy(altered(state, zones=zones), self.seat))

    def _pairs(self, state: State) -> Iterator[tuple[str, str]]:
        dealt = [str(card) for card in state.zones.known(own(self.seat, "dealt"))]
        for one, other in permutations(dealt, 2):
            if generals()[one].kingdom is generals()[other].kingdom:
                yield one, other


def _healthy(state: State, seat: Seat) -> State:
    limit = limit_of(state, seat)
    counters = state.counters.set(seat, "max_health", limit).set(seat, "health", limit)
    return altered(state, counters=counters)


def limit_of(state: State, seat: Seat) -> int:
    """Return the health limit that two generals give: their halves (QC-1.2)."""
    found = 0
    for place in PLACES:
        slug = next(iter(state.zones.known(own(seat, place))), None)
        found += SOLDIERS if slug is None else halves_of(slug, head=place == "head")
    return found // 2


def opening(game: Any, seats: tuple[Seat, ...]) -> State:
    """Return the standard opening of some seats."""
    top = game.tabletop
    zones = Zones.empty(top).put_unknown(DECK, _cards(game, top.box.everything))
    zones = zones.put_unknown(GENERALS, _generals(game))
    return State(zones=zones, seats=seats, turn=seats[0], stack=(Lot(),))


def _cards(game: Any, among: int) -> int:
    box = game.tabletop.box
    boxes = _boxes(game)
    return int(box.set_of(card for card in box.named(among) if is_card(card) and card_of(card).box in boxes))


def _generals(game: Any) -> int:
    box = game.tabletop.box
    known: Mapping[str, General] = generals()
    boxes = _boxes(game)
    return int(box.set_of(slug for slug, one in known.items() if one.box in boxes and not one.is_lord))


def _boxes(game: Any) -> tuple[str, ...]:
    """Return the boxes that are in play; lords are the other sides of their generals' cards."""
    return BOXES if game.options.boxes == "all" else BOXES[:1]


def position(game: Any, setup: Entry) -> State:
    """Return the position of a setup.

    Raises:
        InputFault: unknown keys, cards, generals or seats, more copies than there are; with file and line.
    """
    given = setup.fields(optional=_SETUP)
    players = given["players"].mapping() if "players" in given else {}
    seats = _seats(game, given, players)
    top = game.tabletop
    state = State(zones=Zones.empty(top), seats=seats, turn=seats[0])
    if "turn" in given:
        state = altered(state, turn=Seat(given["turn"].text(tuple(map(str, seats)))))
    phase = given["phase"].text(PHASES) if "phase" in given else "play"
    state = altered(state, phase=phase, round=given["round"].whole(1, 99) if "round" in given else 1)
    zones = state.zones
    for key, zone in (("deck", DECK), ("discards", DISCARDS)):
        zones = expecting.put_cards(zones, zone, _playing(given[key])) if key in given else zones
    # An order that lies on the discards to begin with has had its effect.
    thrown = int(zones.is_in(ORDER, DISCARDS))
    state = altered(state, zones=zones, counters=state.counters.set(MATCH, "ordered", thrown))
    for seat in seats:
        state = _player(game, state, seat, players.get(str(seat)))
    for seat in seats:
        if any(lying.up for place in PLACES for lying in state.zones.lying(own(seat, place))):
            state = joined(state, game.options, seat)
    state = altered(state, first_shown=bool(state.kingdoms))
    for name, one in given["used"].mapping().items() if "used" in given else ():
        what = name if name in ("sha", "jiu") else f"skill.{name}" if name in SKILLS else ""
        if not what:
            raise one.fault(f"expected sha, jiu or a skill, found '{name}'")
        counters = state.counters.set(state.turn, f"turn:{what}", one.whole(0, 99))
        state = altered(state, counters=counters)
    if "box" in given:
        given["box"].text(("whole",))
        left = expecting.unused(state.zones)
        zones = state.zones.put_unknown(DECK, _cards(game, left))
        zones = zones.put_unknown(GENERALS, _generals(game) & left)
        state = altered(state, zones=zones)
        if not players or not any("generals" in one.mapping() for one in players.values()):
            return replace(opening(game, seats), turn=state.turn, stack=(Lot(),))
        if not any(held(state, seat) for seat in seats):
            hands = [drawing(seat, HAND) for seat in seats]
            return altered(state, stack=(Turn(state.turn), *reversed(hands)))
    return altered(state, stack=(Turn(state.turn, PHASES.index(phase)),))


def _seats(game: Any, given: Mapping[str, Entry], players: Mapping[str, Entry]) -> tuple[Seat, ...]:
    names = tuple(map(str, SEATS))
    for name, one in players.items():
        if name not in names:
            raise one.fault(f"unknown seat '{name}'; expected one of {', '.join(names)}")
    if "seats" in given:
        found = tuple(Seat(one.text(names)) for one in given["seats"].sequence())
        if len(found) < 2 or len(set(found)) < len(found) or not set(players) <= set(found):
            raise given["seats"].fault("expected two seats or more, each once, with all that are set up")
        return found
    if len(players) == 1:
        raise given["players"].fault("expected two players or more")
    return tuple(Seat(name) for name in names if name in players) or tuple(game.usual_seats)


def _player(game: Any, state: State, seat: Seat, entry: Entry | None) -> State:
    given = entry.fields(optional=_PLAYER) if entry is not None else {}
    zones = state.zones
    chosen = given["generals"].sequence() if "generals" in given else ()
    if chosen and len(chosen) != 2:  # head and deputy
        raise given["generals"].fault(f"expected a head and a deputy, found {len(chosen)}")
    shown = {one.text(PLACES) for one in given["revealed"].sequence()} if "revealed" in given else set()
    gone = {one.text(PLACES) for one in given["removed"].sequence()} if "removed" in given else set()
    soldiers: dict[str, int] = {}
    for place, one in zip(PLACES, chosen, strict=False):
        slug = one.text()
        if slug not in generals():
            raise one.fault(f"unknown general '{slug}'")
        if place in gone:
            soldiers[f"soldier.{place}"] = 1 if generals()[slug].gender is Gender.MALE else 2
        else:
            zones = expecting.put_cards(
                zones, own(seat, place), replace(one, value=(one,)), up=place in shown, to=(seat,)
            )
    if "hand" in given:
        zones = expecting.put_cards(zones, own(seat, "hand"), _playing(given["hand"]))
    for key in ("equipment", "judgment", *ASIDE):
        if key in given:
            _fits_there(key, given[key])
            zones = expecting.put_cards(zones, own(seat, key), _playing(given[key]))
    if "judgment" in given:
        # Files list the first laid first; the last laid is judged first and lies on top.
        lying = zones.lying(own(seat, "judgment"))
        at = game.tabletop.index[own(seat, "judgment")]
        zones = replace(zones, held=(*zones.held[:at], lying[::-1], *zones.held[at + 1 :]))
    state = altered(state, zones=zones)
    # A general's removal leaves the limit that both gave (QC-9).
    halves = [halves_of(one.text(), head=place == "head") for place, one in zip(PLACES, chosen, strict=False)]
    usual = sum(halves) // 2 if halves else SOLDIERS
    limit = given["max_health"].whole(1, 20) if "max_health" in given else usual
    health = given["health"].whole(1, limit) if "health" in given else limit
    counters = {(str(seat), "max_health"): limit, (str(seat), "health"): health}
    counters |= {(str(seat), what): number for what, number in soldiers.items()}
    for key, what in (("chained", "chained"), ("face_down", "turned")):
        if key in given and given[key].flag():
            counters[str(seat), what] = 1
    if len(shown) == 2:  # both
        counters |= {(str(seat), "half"): 1, (str(seat), "companions"): 1}
    kept = Counters.of(dict(state.counters.kept) | counters)
    removed = (*state.removed, *(f"{seat}.{place}" for place in sorted(gone)))
    state = altered(state, counters=kept, removed=removed)
    if "kingdom" in given:
        kingdom = given["kingdom"].text(("wei", "shu", "wu", "qun", CAREERIST))
        state = altered(state, kingdoms=(*state.kingdoms, (seat, kingdom)))
    return state


def _fits_there(place: str, entry: Entry) -> None:
    """Refuse what can't lie in a seat's equipment or judgment area (QC-2.6).

    Raises:
        InputFault: a card of another kind, or a second one of the same there.
    """
    found: set[str] = set()
    for one in entry.sequence() if place in ("equipment", "judgment") else ():
        card = _playing_card(one)
        if card is None:
            continue
        fits = card.kind.is_equipment if place == "equipment" else card.kind is Kind.DELAYED
        if not fits:
            wanted = "an equipment" if place == "equipment" else "a delayed trick"
            raise one.fault(f"expected {wanted}, found '{one.text()}'")
        same = str(card.kind) if place == "equipment" else card.name
        if same in found:
            raise one.fault(f"'{one.text()}': there is a {same} already")
        found.add(same)


def _playing_card(entry: Entry) -> Card | None:
    """Return the playing card that is written; None: there is none of that name, as is found elsewhere."""
    return card_of(entry.text()) if is_card(entry.text()) else None


def _playing(entry: Entry) -> Entry:
    for one in entry.sequence():
        if name_of(one.text()) in generals():
            raise one.fault(f"'{one.text()}' is a general; expected a playing card")
    return entry


OPENING_FRAMES: tuple[type[Frame], ...] = (Lot, Recruiting)
