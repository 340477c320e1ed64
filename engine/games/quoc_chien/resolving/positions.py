"""The position of a setup: given cards lie where it says, all others in the box or the deck.

An impossible position is refused with the file, the line and the expected content.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.document import Entry
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Card, Kind, card_of, is_card
from engine.games.quoc_chien.content.generals import Gender, Kingdom, generals, halves_of
from engine.games.quoc_chien.position.counts import Count, Counted, Family, Soldier
from engine.games.quoc_chien.position.kingdoms import joined
from engine.games.quoc_chien.position.registry import SKILLS
from engine.games.quoc_chien.position.rules import QuocRules
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
from engine.games.quoc_chien.resolving.opening import (
    HAND,
    SOLDIERS,
    Lot,
    cards_in_play,
    generals_in_play,
    left_out,
    opening,
)
from engine.games.quoc_chien.resolving.phases import ORDER, Turn
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.revealing import LORD
from engine.kit import scenario_words
from engine.kit.changed import altered
from engine.kit.zones.box import name_of
from engine.kit.zones.zones import Zones

_SETUP = ("seats", "players", "deck", "discards", "turn", "phase", "used", "box", "round")
_USED = {"sha": Count.SHA, "jiu": Count.JIU}
"""The counters of cards that a setup gives as used."""
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


def position(game: QuocRules, setup: Entry) -> State:
    """Return the position of a setup.

    Raises:
        InputFault: unknown keys, cards, generals or seats, too many copies; with file and line.
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
        zones = scenario_words.put_cards(zones, zone, _playing(game, given[key])) if key in given else zones
    # An order that lies on the discards at the start has had its effect already.
    thrown = int(zones.is_in(ORDER, DISCARDS))
    state = altered(state, zones=zones, counters=state.counters.set(MATCH, Count.ORDERED, thrown))
    for seat in seats:
        state = _player(game, state, seat, players.get(str(seat)))
    for seat in seats:
        if any(lying.up for place in PLACES for lying in state.zones.lying(own(seat, place))):
            state = joined(state, game.options, seat)
    state = altered(state, first_shown=bool(state.kingdoms))
    for name, one in given["used"].mapping().items() if "used" in given else ():
        if name not in (*_USED, *SKILLS):
            raise one.fault(f"expected sha, jiu or a skill, found '{name}'")
        what = _USED.get(name) or Family.USED.of(name)
        counters = state.counters.set(state.turn, what, one.whole(0, 99))
        state = altered(state, counters=counters)
    if "box" in given:
        given["box"].text(("whole",))
        left = scenario_words.unused(state.zones)
        zones = state.zones.put_unknown(DECK, cards_in_play(game, left))
        zones = zones.put_unknown(GENERALS, generals_in_play(game) & left & ~_under_lords(game, zones))
        state = altered(state, zones=zones)
        if not players or not any("generals" in one.mapping() for one in players.values()):
            return replace(opening(game, seats), turn=state.turn, stack=(Lot(),))
        if not any(held(state, seat) for seat in seats):
            hands = [drawing(seat, HAND) for seat in seats]
            return altered(state, stack=(Turn(state.turn), *reversed(hands)))
    return altered(state, stack=(Turn(state.turn, PHASES.index(phase)),))


def _under_lords(game: QuocRules, zones: Zones) -> int:
    """Return the generals that are other sides of the lords on the table."""
    box = game.tabletop.box
    if game.options.lord_side == "apart":
        return 0
    heads = (str(card) for seat in SEATS for place in PLACES for card in zones.known(own(seat, place)))
    return int(box.set_of(slug.removeprefix(LORD) for slug in heads if slug.startswith(LORD)))


def _seats(game: QuocRules, given: Mapping[str, Entry], players: Mapping[str, Entry]) -> tuple[Seat, ...]:
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


def _player(game: QuocRules, state: State, seat: Seat, entry: Entry | None) -> State:
    given = entry.fields(optional=_PLAYER) if entry is not None else {}
    zones = state.zones
    chosen = tuple(map(_hyphened, given["generals"].sequence())) if "generals" in given else ()
    if chosen and len(chosen) != 2:  # head and deputy
        raise given["generals"].fault(f"expected a head and a deputy, found {len(chosen)}")
    shown = {one.text(PLACES) for one in given["revealed"].sequence()} if "revealed" in given else set()
    gone = {one.text(PLACES) for one in given["removed"].sequence()} if "removed" in given else set()
    _fit_together(zones, chosen, shown | gone)
    soldiers: dict[Counted, int] = {}
    for place, one in zip(PLACES, chosen, strict=False):
        if place in gone:
            male = generals()[one.text()].gender is Gender.MALE
            soldiers[Family.SOLDIER.of(place)] = Soldier.MALE if male else Soldier.FEMALE
        else:
            zones = scenario_words.put_cards(
                zones, own(seat, place), replace(one, value=(one,)), up=place in shown, to=(seat,)
            )
    if "hand" in given:
        zones = scenario_words.put_cards(zones, own(seat, "hand"), _playing(game, given["hand"]))
    for key in ("equipment", "judgment", *ASIDE):
        if key in given:
            _fits_there(key, given[key])
            zones = scenario_words.put_cards(zones, own(seat, key), _playing(game, given[key]))
    if "judgment" in given:
        # Files list the first laid first; the last laid is judged first and lies on top.
        lying = zones.lying(own(seat, "judgment"))
        at = game.tabletop.index[own(seat, "judgment")]
        zones = replace(zones, held=(*zones.held[:at], lying[::-1], *zones.held[at + 1 :]))
    state = altered(state, zones=zones)
    # Removing a general leaves the limit that both gave (QC-9).
    halves = [halves_of(one.text(), head=place == "head") for place, one in zip(PLACES, chosen, strict=False)]
    usual = sum(halves) // 2 if halves else SOLDIERS
    limit = given["max_health"].whole(1, 20) if "max_health" in given else usual
    health = given["health"].whole(1, limit) if "health" in given else limit
    counted: dict[Counted, int] = {Count.MAX_HEALTH: limit, Count.HEALTH: health, **soldiers}
    for key, what in (("chained", Count.CHAINED), ("face_down", Count.TURNED)):
        if key in given and given[key].flag():
            counted[what] = 1
    if len(shown) == 2:  # both
        counted |= {Count.HALF: 1, Count.COMPANIONS: 1}
    kept = state.counters
    for counter, number in counted.items():
        kept = kept.set(seat, counter, number)
    removed = (*state.removed, *(f"{seat}.{place}" for place in sorted(gone)))
    state = altered(state, counters=kept, removed=removed)
    if "kingdom" in given:
        theirs = (str(generals()[chosen[0].text()].kingdom),) if chosen else tuple(Kingdom)
        kingdom = given["kingdom"].text((*theirs, CAREERIST))
        state = altered(state, kingdoms=(*state.kingdoms, (seat, kingdom)))
    return state


def _hyphened(general: Entry) -> Entry:
    """Return a general's slug with hyphens: lists of generals write lords as `lord_liubei`."""
    return replace(general, value=general.text().replace("_", "-"))


def _fit_together(zones: Zones, chosen: Sequence[Entry], open_ones: set[str]) -> None:
    """Refuse generals that can't belong to one player, or not beside others' (QC-1.1).

    Raises:
        InputFault: an unknown general, two of different kingdoms, a lord that's hidden or a deputy, or both
            sides of one card.
    """
    for place, one in zip(PLACES, chosen, strict=False):
        slug = one.text()
        if slug not in generals():
            raise one.fault(f"unknown general '{slug}'")
        found, wanted = generals()[slug], generals()[chosen[0].text()].kingdom
        if found.kingdom is not wanted:
            raise one.fault(f"expected a general of {wanted}, as the head is, found '{slug}'")
        if found.is_lord and place != "head":
            raise one.fault(f"expected a deputy, found '{slug}': a lord is a head")
        if found.is_lord and place not in open_ones:
            raise one.fault(f"expected 'revealed: [head]' with '{slug}': a lord lies face up")
        other = slug.removeprefix("lord-") if found.is_lord else f"lord-{slug}"
        beside = [each.text() for each in chosen]
        if other in generals() and (other in beside or zones.zone_of(other) is not None):
            raise one.fault(f"'{slug}' and '{other}' are two sides of one card; expected one of them")


def _fits_there(place: str, entry: Entry) -> None:
    """Refuse cards that can't lie in a seat's equipment or judgment area (QC-2.6).

    Raises:
        InputFault: a card of another kind, or a second card of one kind.
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
    """Return the playing card of an entry; None: no card has this name, which is reported elsewhere."""
    return card_of(entry.text()) if is_card(entry.text()) else None


def _playing(game: QuocRules, entry: Entry) -> Entry:
    """Return a list of cards.

    Raises:
        InputFault: one is a general, or left the deck for a lord's.
    """
    absent = left_out(game)
    for one in entry.sequence():
        card = one.text()
        if name_of(card) in generals():
            raise one.fault(f"'{card}' is a general; expected a playing card")
        if card in absent:
            raise one.fault(f"'{card}' left the deck for '{absent[card]}' (lord_cards: instead)")
    return entry
