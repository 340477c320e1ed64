"""The action that people mean: they write cards by number, without owner and copy."""

from collections.abc import Sequence
from dataclasses import fields, replace

from engine.core.document import Entry
from engine.core.ids import PieceId, Seat
from engine.games.kingdom_square.content.atom import Work
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.actions import (
    Battle,
    Cast,
    DropAura,
    Explore,
    Keep,
    Lay,
    Move,
    Place,
    RemoveCurse,
    Use,
)
from engine.games.kingdom_square.position.aims import summoning
from engine.games.kingdom_square.position.field import MARK, SEATS, TILES
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.paths import must_explore
from engine.games.kingdom_square.position.state import (
    auras,
    box,
    busy,
    card_of,
    curses,
    hero,
    own,
    slug_of,
    tile_of,
    usable,
)
from engine.games.kingdom_square.telling.naming import on_field
from engine.kit.changed import changed
from engine.kit.choosing.actions import Choose, Draw, GameAction, Shuffle, is_meant
from engine.kit.zones.box import CardId, name_of

_CARDS = ("choose", "draw", "order")
_NAMED = ("cast", "move", "battle", "target", "ability", "explore", "on", "at", "path", "lay", "start")


def read(entry: Entry) -> Entry:
    """Return a written action; cards named only by number get the first player's mark.

    Raises:
        InputFault: it names an unknown card, unit or tile.
    """
    given: dict[str, Entry] = {}
    for key, said in entry.mapping().items():
        one = _with_seat(said) if key in _CARDS else said
        if key == "counter" and isinstance(said.value, bool):
            one = replace(said, value="true" if said.value else "false")
        if key in _NAMED:
            _expect_known(one)
        given[key] = one
    return replace(entry, value=given)


def meant(game: TableRules, state: State, action: GameAction, seat: Seat | None) -> GameAction:
    """Return an action with the copies, targets and consequences that the rules give it.

    `seat`: the acting seat, if any.
    """
    if isinstance(action, Draw | Shuffle | Choose):
        return _either(game, state, action)
    return action if seat is None else _named(game, state, action, seat)


def _either(game: TableRules, state: State, action: GameAction) -> GameAction:
    """Return an action whose cards have no owner, with the only seat that can be meant."""
    legal = game.legal_actions(state)
    other = _other_seat(action)
    if isinstance(action, Shuffle):
        mine = action.shuffle.startswith(SEATS[0])
        return action if mine else other
    if any(is_meant(action, one, box()) for one in legal):
        return action
    dropped = [one for one in legal if isinstance(one, Keep) and not one.trump]
    if isinstance(action, Choose) and dropped:
        return _dropping(dropped, str(action.choose)) or action
    return other if any(is_meant(other, one, box()) for one in legal) else action


def _named(game: TableRules, state: State, action: GameAction, seat: Seat) -> GameAction:  # noqa: C901  # one arm a word
    """Return a seat's action with the only cards, units and targets that can be meant."""
    match action:
        case Cast(card, on, at):
            held = usable(state, seat)
            card = _among(card, [one for one in held if one not in busy(state)] or held, seat)
            targets = tuple(_target(state, one, seat) for one in on)
            is_unit = slug_of(card) != "hero" and card_of(card).kind is Kind.UNIT
            if is_unit and not at:
                places = summoning(field_now(state), seat)
                at = places[0] if len(places) == 1 else ""
            if is_unit or _is_announced(state, card, on):
                targets = ()
            elif at:
                targets, at = (*targets, at), ""
            action = replace(action, cast=card, on=targets, at=at)
            if not action.on and card in box().numbers and game.options.is_printed:
                work = Work(seat, card, hero(seat))
                usual = (one.usual(game, work) for one in card_of(card).play)
                action = replace(action, on=tuple(target for targets in usual for target in targets))
        case Use(unit, _, on):
            targets = tuple(_target(state, one, seat) for one in on)
            action = replace(action, ability=on_field(state, unit), on=targets)
        case Move(unit, path, some):
            unit = on_field(state, unit)
            here = tile_of(state, unit)
            if path and path[0] == here:
                path = path[1:]
            if here is not None:
                beside = tuple(one for one in some if one not in path)
                now = field_now(state)
                mover = now.units[unit]
                chosen = (
                    one
                    for one in dict.fromkeys(path)
                    if one in some and not must_explore(game, now, mover, one)
                )
                some = (*chosen, *beside)
            action = replace(action, move=unit, path=path, explore=some)
        case Explore(unit):
            action = replace(action, explore=on_field(state, unit))
        case Battle(unit, target):
            action = replace(action, battle=on_field(state, unit), target=on_field(state, target))
        case Keep(_, drop, trump) if drop:
            known = state.zones.known(own(seat, "drawn"))
            action = replace(
                action,
                drop=_among(drop, (*usable(state, seat), *known), seat),
                trump=_among(trump, usable(state, seat), seat) if trump else "",
            )
        case RemoveCurse(card):
            action = replace(action, remove_curse=_among(card, curses(state, seat), seat))
        case DropAura(card):
            action = replace(action, drop_aura=_among(card, auras(state, seat), seat))
        case Lay(card):
            action = replace(action, lay=_among(card, state.zones.known(own(seat, "map")), seat))
    return _in_order(game, state, action)


def _is_announced(state: State, card: str, on: tuple[str, ...]) -> bool:
    """Tell whether a counter names its target, the last announcement: it can have no other."""
    if len(on) != 1 or not any(one.calls_off is not None for one in card_of(card).play):
        return False
    last = next((one for one in reversed(state.stack) if getattr(one, "announces", None) is not None), None)
    what = getattr(last, "card", "") or getattr(last, "unit", "")
    return bool(what) and (name_of(what) == name_of(on[0]) or slug_of(what) == name_of(on[0]))


def _in_order(game: TableRules, state: State, action: GameAction) -> GameAction:
    """Return an action with its targets in the order of `legal_actions`."""
    legal: Sequence[GameAction] = game.legal_actions(state)
    if isinstance(action, Cast | Use) and not action.on:
        aimed = [one for one in legal if _is_aimed(one, action)]
        return aimed[0] if len(aimed) == 1 else action
    if isinstance(action, Cast | Use) and action not in legal:
        further = [one for one in legal if _goes_on(one, action)]
        if len(further) == 1:
            return further[0]
    if isinstance(action, Cast | Use) and len(action.on) > 1:
        for one in legal:
            same = type(one) is type(action) and set(getattr(one, "on", ())) == set(action.on)
            if same and replace(action, on=getattr(one, "on", ()), by=one.by) == one:
                return one
    return action


def _is_aimed(one: GameAction, action: Cast | Use) -> bool:
    """Tell whether an action is another one with its targets added."""
    if isinstance(one, Cast) and isinstance(action, Cast):
        return (one.cast, one.at) == (action.cast, action.at)
    if isinstance(one, Use) and isinstance(action, Use):
        return (one.ability, one.number) == (action.ability, action.number)
    return False


def _dropping(ways: Sequence[Keep], name: str) -> Keep | None:
    """Return the way to drop a card for lack of room that leaves the other cards where they are."""
    found = [one for one in ways if one.drop and slug_of(one.drop) == slug_of(name)]
    return min(found, key=lambda one: one.keep is Place.TRUMP, default=None)


def _goes_on(one: GameAction, action: Cast | Use) -> bool:
    """Tell whether an action is another one with more targets added at the end."""
    named = action.on
    if isinstance(one, Cast) and isinstance(action, Cast):
        same = (one.cast, one.at) == (action.cast, action.at)
    elif isinstance(one, Use) and isinstance(action, Use):
        same = (one.ability, one.number) == (action.ability, action.number)
    else:
        return False
    return same and one.on[: len(named)] == named


def _target(state: State, name: str, seat: Seat) -> str:
    """Return the tile, the unit of the field, or the card that a target's name means."""
    if name in TILES:
        return name
    places = ("graveyard", "table")
    dead = [card for one in SEATS for place in places for card in state.zones.known(own(one, place))]
    if name.startswith("no."):
        return _among(name, dead, seat)
    unit = on_field(state, name)
    return unit if tile_of(state, unit) is not None else _among(name, dead, seat)


def _among(name: str, cards: Sequence[str], seat: Seat) -> str:
    """Return the card that a name means: exactly that one, or its lowest copy among these."""
    marked = name[:2] in ("f.", "s.")
    for exactly in (name, f"{MARK[seat]}.{name[2:] if marked else name}"):
        if exactly in cards:
            return exactly
    bare = name_of(name) if marked else f"{MARK[seat]}.{name_of(name)}"
    meant = [card for card in cards if name_of(card) == bare]
    meant = meant or [card for card in cards if slug_of(card) == bare.partition(".")[2]]
    copies = box().copies_of(bare)
    return min(meant, key=lambda card: box().numbers[card]) if meant else str(copies[0]) if copies else name


def _expect_known(entry: Entry) -> None:
    each = entry.sequence() if isinstance(entry.value, tuple | list) else (entry,)
    for one in each:
        text = one.text()
        bare = name_of(text)
        known = bare in box().names or f"f.{bare}" in box().names or text in TILES
        if text and not known:
            raise one.fault(f"unknown card, unit or tile '{text}'")


def _with_seat(entry: Entry) -> Entry:
    """Return an entry where cards named only by number get the first player's mark."""
    if isinstance(entry.value, str):
        return replace(entry, value=f"f.{entry.value}") if entry.value.startswith("no.") else entry
    if isinstance(entry.value, tuple | list):
        return replace(entry, value=tuple(_with_seat(one) for one in entry.sequence()))
    return entry


def _other_seat(action: GameAction) -> GameAction:
    def other(one: object) -> object:
        if isinstance(one, tuple):
            return tuple(other(each) for each in one)
        return CardId(PieceId(f"s{one[1:]}")) if isinstance(one, str) and one.startswith("f.") else one

    for one in fields(action):
        if one.name in _CARDS:
            action = changed(action, one.name, other(getattr(action, one.name)))
    return action
