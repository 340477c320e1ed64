"""The opening: books, maps and heroes (KS-4); and positions as scenario files write them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.core.decisions import Chooser, Violation, broken
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import cards, decks, record
from engine.games.kingdom_square.content.printed import Deck, Form, Kind
from engine.games.kingdom_square.match import Came, Counts, Phase, State, TableRules
from engine.games.kingdom_square.position.actions import Begin, Lay, Lot
from engine.games.kingdom_square.position.field import MARK, SEATS, TILES, area_of, foe, row_of
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    TABLE_MAX,
    WASTELANDS,
    box,
    counted_as,
    hero,
    is_hero,
    own,
    rule,
    seat_of,
    slug_of,
    stand,
    tile_of,
    turned,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import left
from engine.games.kingdom_square.turn.damage import ended, explored
from engine.games.kingdom_square.turn.deck_rules import BOOK_MIN, read_decks
from engine.games.kingdom_square.turn.phases import DrawPhase, Ending, Main, Starting
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, action_of
from engine.kit.position import order_from
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, instead, then, wait
from engine.kit.zones.box import name_of
from engine.kit.zones.zones import Zones


@dataclass(frozen=True, slots=True)
class Laying(StackFrame):
    """A seat lays its lands face down in its three rows (KS-4.4)."""

    seat: Seat

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait until all lie."""
        del game, came
        return done(state) if state.zones.is_empty(own(self.seat, "map")) else wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return whose lands they are."""
        return Waiting((self.seat,), "lay", continues=False, many=True)

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield each card on each free tile of the player's area."""
        lands = state.zones.known(own(self.seat, "map"))
        free = [tile for tile in TILES if area_of(tile) == self.seat and state.zones.is_empty(tile)]
        lowest = {name_of(card): card for card in reversed(lands)}
        return [action_of(Lay, self.seat, card, tile) for card in lowest.values() for tile in free]

    def refusals(self, game: TableRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return where lands may lie."""
        return (
            (broken(rule(4, 4), "lay_where"),)
            if isinstance(action, Lay)
            else (Violation(game.not_now, "not_now"),)
        )

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Lay it; its owner alone knows it."""
        assert isinstance(action, Lay)  # noqa: S101  # narrows the type: it's one of the options
        zones = state.zones.moved(action.lay, action.at, up=False, to=(self.seat,))
        return self.run(game, altered(state, zones=zones), None)


def _starts(state: State, seat: Seat) -> Iterator[str]:
    """Yield the tiles with a seat's own start points."""
    for tile in TILES:
        lying = state.zones.lying(tile)
        card = lying[0].card if lying else None
        mine = card is not None and not card.startswith("n.") and seat_of(card) == seat
        if card is not None and mine and record(slug_of(card)).start:
            yield tile


@dataclass(frozen=True, slots=True)
class Placing(StackFrame):
    """A seat chooses one of its start points for its hero (KS-4.6)."""

    seat: Seat

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait for it."""
        del game, came
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return whose hero it is."""
        return Waiting((self.seat,), "start", continues=False)

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield the tiles with own start points."""
        yield from map(Begin, _starts(state, self.seat))

    def refusals(self, game: TableRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return that there's no start point of theirs."""
        wrong = isinstance(action, Begin)
        return (broken(rule(4, 6), "no_start"),) if wrong else (Violation(game.not_now, "not_now"),)

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Turn it up and put the hero on it."""
        assert isinstance(action, Begin)  # noqa: S101  # narrows the type: it's one of the options
        state = explored(game, state, action.start)
        rows = [
            row_of(action.start) if one == self.seat else row
            for one, row in zip(SEATS, state.starts, strict=True)
        ]
        zones = state.zones.moved(hero(self.seat), stand(action.start))
        return done(altered(state, zones=zones, starts=(rows[0], rows[1])))


@dataclass(frozen=True, slots=True)
class Lots(StackFrame):
    """The lot says who goes first (KS-4.5)."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait for chance."""
        del game, came
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return chance."""
        return Waiting((), "lot", Chooser.CHANCE)

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Return both seats, each as likely."""
        return [Lot(one) for one in SEATS]

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Let that seat begin."""
        assert isinstance(action, Lot)  # noqa: S101  # narrows the type: it's one of the options
        return done(altered(state, turn=action.lot))


@dataclass(frozen=True, slots=True)
class Opening(StackFrame):
    """What comes before the first turn: books are counted (KS-4.1), lands laid, heroes placed."""

    drawn: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Counts the books; then let both lay."""
        del came
        least = BOOK_MIN if game.options.min_book == "under_20" else BOOK_MIN + 1
        short = [seat for seat in SEATS if state.zones.count(own(seat, "book")) < least]
        if short:
            winners = () if len(short) == 2 else (foe(short[0]),)
            return done(ended(state, winners, rule(4, 1), "short_book"))
        if game.options.first_player == "lot" and not self.drawn:
            return then(state, altered(self, drawn=True), Lots())
        first, second = order_from(state, state.turn)
        frames = (Laying(first), Laying(second), Placing(first), Placing(second), Starting(first))
        return instead(state, *frames)


def opening(game: TableRules, given: Mapping[Seat, Deck] | None = None) -> State:
    """Return the standard opening with given decks, else with those that the table chose."""
    zones = _supplied(Zones.empty(game.tabletop))
    heroes = []
    for seat, name in zip(SEATS, (game.options.deck_first, game.options.deck_second), strict=True):
        deck = (given or {}).get(seat) or decks()[name]
        heroes.append(deck.hero)
        copies = [f"{MARK[seat]}.{slug}" for slug, number in deck.lands for _ in range(number)]
        for card in copies:
            zones = zones.put(own(seat, "map"), [_free(zones, card)])
        book = 0
        for slug, number in deck.book:
            book |= box().set_of(box().copies_of(f"{MARK[seat]}.{slug}")[:number])
        zones = zones.put_unknown(own(seat, "book"), book)
    for column in "abcdefg":
        zones = zones.moved(zones.known(WASTELANDS)[0], f"{column}4")
    state = State(zones=zones, seats=SEATS, turn=SEATS[0], heroes=(heroes[0], heroes[1]), phase=Phase.START)
    return altered(state, stack=(Opening(),))


_SETUP = (
    "seats",
    "heroes",
    "books",
    "table",
    "trump",
    "graveyard",
    "exile",
    "terrain",
    "units",
    "turn",
    "phase",
    "auras",
    "curses",
    "binds",
    "box",
    "decks",
    "charged",
)


def position(game: TableRules, setup: Entry) -> State:  # noqa: C901, PLR0912  # one step a key of a setup
    """Return the position of a setup.

    Raises:
        InputFault: unknown names, a tile taken twice, a deck that breaks a rule; with file and line.
    """
    given = setup.fields(optional=tuple(_SETUP))
    if "box" in given:
        given["box"].text(("whole",))
        return opening(game, read_decks(given["decks"]) if "decks" in given else None)
    zones = _supplied(Zones.empty(game.tabletop))
    heroes = ["no.158", "no.158"]
    for name, one in given["heroes"].mapping().items() if "heroes" in given else ():
        slug = _card(one, (Kind.HERO,))
        heroes[SEATS.index(_seat(name, one))] = slug
    zones = _terrain(zones, given.get("terrain"))
    turn = Seat(given["turn"].text(tuple(map(str, SEATS)))) if "turn" in given else SEATS[0]
    phase = Phase(given["phase"].text(tuple(Phase))) if "phase" in given else Phase.MAIN
    state = State(zones=zones, seats=SEATS, turn=turn, heroes=(heroes[0], heroes[1]), phase=phase)
    state = _units(state, given.get("units"))
    if "charged" in given:
        state = altered(state, charged=given["charged"].flag())
    state = _bound(state, given.get("binds"))
    zones = state.zones
    for key, place in (
        ("table", "table"),
        ("trump", "trump"),
        ("graveyard", "graveyard"),
        ("exile", "exile"),
        ("books", "book"),
    ):
        for name, one in given[key].mapping().items() if key in given else ():
            seat = _seat(name, one)
            listed = [one] if isinstance(one.value, str) else list(one.sequence())
            most = {"table": TABLE_MAX, "trump": 1}.get(key, 999)
            if len(listed) > most:
                raise one.fault(f"expected at most {most} cards, found {len(listed)}")
            for each in listed:
                piles = key in ("books", "graveyard", "exile")
                slug = _card(
                    each,
                    (Kind.UNIT, Kind.SKILL, Kind.LAND) if piles else (Kind.UNIT, Kind.SKILL),
                )
                # Owners may look at their exile at any time (KS-12).
                knows = (seat,) if key == "exile" else ()
                zones = zones.put(own(seat, place), [_free(zones, f"{MARK[seat]}.{slug}", each)], to=knows)
    for key in ("auras", "curses"):
        for name, one in given[key].mapping().items() if key in given else ():
            seat = _seat(name, one)
            owner = seat if key == "auras" else foe(seat)
            for each in one.sequence():
                slug = _formed(each, Form.AURA if key == "auras" else Form.CURSE)
                if zones.count(own(seat, "table")) >= TABLE_MAX:
                    raise each.fault(
                        f"a table has room for {TABLE_MAX} cards, with auras and curses (KS-5.3)"
                    )
                card = _free(zones, f"{MARK[owner]}.{slug}", each)
                zones = zones.put(own(seat, "table"), [card])
                zones = zones.turned(card, sideways=key == "auras")
    state = altered(state, zones=zones)
    if "phase" not in given and any(_comes(state, seat) for seat in SEATS):
        # A hero that can still come onto the field comes before anything else (KS-4.6).
        phase, state = Phase.START, altered(state, phase=Phase.START)
    coming = [seat for seat in order_from(state, turn) if phase is Phase.START and _comes(state, seat)]
    frame: StackFrame = Main(turn)
    if phase is Phase.START:
        frame = Starting(turn)
    elif phase is Phase.DRAW:
        frame = DrawPhase(turn)
    elif phase is Phase.END:
        frame = Ending(turn)
    for unit in units(state):
        if state.counters[unit, Counts.DAMAGE] and left(game, state, unit) <= 0:
            cited = rule(3, 1) if is_hero(unit) else rule(8, 3)
            raise given["units"].fault(f"{name_of(unit)} has more damage than it survives ({cited})")
    return altered(state, stack=(frame, *(Placing(seat) for seat in reversed(coming))))


def _comes(state: State, seat: Seat) -> bool:
    """Tell whether a seat's hero isn't on the field yet, and has a start point to come onto."""
    return tile_of(state, hero(seat)) is None and any(_starts(state, seat))


def _supplied(zones: Zones) -> Zones:
    tokens = [card for card in box().cards if slug_of(card).startswith("token")]
    zones = zones.put(SUPPLY, [*tokens, *(hero(seat) for seat in SEATS)])
    return zones.put(WASTELANDS, box().copies_of("n.no.7"))


def _terrain(zones: Zones, entry: Entry | None) -> Zones:
    given = entry.mapping() if entry is not None else {}
    for name, said in given.items():
        if name not in TILES:
            raise said.fault(f"unknown tile '{name}'; expected a1 to g7")
        one = altered(said, value={"card": said}) if isinstance(said.value, str) else said
        fields = one.fields(required=("card",), optional=("owner", "explored"))
        slug = _card(fields["card"], (Kind.LAND,))
        owner = fields["owner"].text((*map(str, SEATS), "none", "neutral")) if "owner" in fields else ""
        seat = Seat(owner) if owner in SEATS else area_of(name) or (SEATS[0] if slug != "no.7" else None)
        up = fields["explored"].flag() if "explored" in fields else True
        if seat is None or (owner in ("none", "neutral") and slug == "no.7"):
            card = zones.known(WASTELANDS)[0]
            zones = zones.moved(card, name, up=up)
        else:
            card_of = _free(zones, f"{MARK[seat]}.{slug}", one)
            zones = zones.put(name, [card_of], up=up, to=(seat,))
    for tile in TILES:
        if zones.is_empty(tile):
            zones = zones.moved(zones.known(WASTELANDS)[0], tile)
    return zones


_UNIT = ("at", "exhausted", "damage", "moved")


def _units(state: State, entry: Entry | None) -> State:
    for name, said in entry.mapping().items() if entry is not None else ():
        one = altered(said, value={"at": said}) if isinstance(said.value, str) else said
        piece = name_of(name)
        slug = slug_of(piece)
        known = box().copies_of(name) or box().copies_of(piece)
        if not known or (slug != "hero" and record(slug).kind not in (Kind.UNIT, Kind.TOKEN)):
            raise one.fault(f"unknown unit '{name}'; expected f.hero, s.hero, f.no.17, f.token.wall")
        fields = one.fields(required=("at",), optional=_UNIT[1:])
        tile = fields["at"].text(TILES)
        if unit_on(state, tile) is not None:
            raise fields["at"].fault(f"two units stand on {tile}; a tile has room for one (KS-7.5)")
        zones = state.zones
        if slug == "hero" or slug.startswith("token"):
            free = [card for card in zones.known(SUPPLY) if name in (card, name_of(card))]
            if not free:
                raise one.fault(f"no '{name}' is left")
            card, zones = str(free[0]), zones.moved(free[0], stand(tile))
        else:
            card = _free(zones, name, one)
            zones = zones.put(stand(tile), [card])
        state = altered(state, zones=zones)
        if "exhausted" in fields:
            state = turned(state, card, sideways=fields["exhausted"].flag())
        if "damage" in fields:
            state = counted_as(state, card, Counts.DAMAGE, fields["damage"].whole(0, 99))
        if "moved" in fields and fields["moved"].flag():
            state = counted_as(state, card, Counts.MOVED, 1)
    return state


def _bound(state: State, entry: Entry | None) -> State:
    for name, one in entry.mapping().items() if entry is not None else ():
        unit = next(
            (
                str(card)
                for tile in TILES
                if (card := unit_on(state, tile)) is not None and name in (card, name_of(card))
            ),
            None,
        )
        if unit is None:
            raise one.fault(f"no unit '{name}' is on the field")
        for each in one.sequence():
            seat = seat_of(unit)
            card = _free(state.zones, f"{MARK[seat]}.{_formed(each, Form.BIND)}", each)
            zones = state.zones.put(own(seat, "binds"), [card])
            state = altered(state, zones=zones, binds=(*state.binds, (card, unit)))
    return state


def _seat(name: str, entry: Entry) -> Seat:
    if name not in SEATS:
        raise entry.fault(f"unknown seat '{name}'; expected one of {', '.join(SEATS)}")
    return Seat(name)


def _card(entry: Entry, kinds: tuple[Kind, ...]) -> str:
    name = name_of(entry.text())
    if name not in cards() or record(name).kind not in kinds:
        known = f"'{name}' is a {record(name).kind}" if name in cards() else f"unknown card '{name}'"
        such = next(slug for slug, one in cards().items() if one.kind in kinds)
        raise entry.fault(f"{known}; expected the number of a {' or '.join(kinds)}, such as {such}")
    return name


def _formed(entry: Entry, form: Form) -> str:
    """Return the number of a skill that has to be an aura, a curse or a bind."""
    slug = _card(entry, (Kind.SKILL,))
    if record(slug).form is not form:
        raise entry.fault(f"{slug} is {record(slug).form}; expected the number of a skill that is {form}")
    return slug


def _free(zones: Zones, name: str, entry: Entry | None = None) -> str:
    if name in box().numbers and zones.zone_of(name) is None:
        return name
    free = [card for card in box().copies_of(name_of(name)) if zones.zone_of(card) is None]
    if not free:
        reason = f"no copy of '{name}' is left"
        raise entry.fault(reason) if entry is not None else InputFault(reason)
    return str(free[0])


OPENING_FRAMES: tuple[type[StackFrame], ...] = (Opening, Lots, Laying, Placing)
