"""The things that may fill a slot of a card or skill, by masks: the twin of `broken_targets`.

`broken_targets` says why a thing can't fill a slot. Slots are filled by the thousand, so a slot's words are
read once, into a function that finds the fitting things.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement

from engine.games.dozen_war.arms import CAVALRY, SOLDIER_ARMS, Arm
from engine.games.dozen_war.content.effect import ARM_WORDS, each_effect
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.targets import UNITS, Only, Target, Through, Where, Who
from engine.games.dozen_war.content.terms import USER, Taken
from engine.games.dozen_war.content.use import Record, Use
from engine.games.dozen_war.ground.reach import guarded, range_from
from engine.games.dozen_war.ground.room import barring, free_piece, landing, stopping
from engine.games.dozen_war.ground.seat_position import SeatPosition
from engine.games.dozen_war.ground.ways import arm_of, reached
from engine.games.dozen_war.position.field import cells_in
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    ARM_OF,
    HP_MAX,
    IS_GENERAL,
    IS_SOLDIER,
    PIECES_MAX,
    SEAT_OF,
    generals_of,
)
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.using.slots import ARMS, cell_of, deals_attack, filled

_ALLIES = frozenset((Who.ALLY_UNIT, Who.ALLY_SOLDIER, Who.ALLY_GENERAL))
_SOLDIERS = frozenset((Who.ALLY_SOLDIER, Who.ENEMY_SOLDIER))
_GENERALS = frozenset((Who.ALLY_GENERAL, Who.ENEMY_GENERAL))
_FACES = (1, 2, 3, 4, 5, 6)
_FINDERS_MAX = 1 << 10

Finder = Callable[[SeatPosition, Use], Sequence[int]]
"""Finds a slot's fitting things, by number."""
_Region = Callable[[SeatPosition, Use], int]
"""Returns the cells in a slot's reach; none without a role to measure from."""


def with_every(rules: Rules, state: State, use: Use) -> Use:
    """Return the use with the automatic slots filled, which take all fitting things."""
    for slot in use.record.targets:
        if slot.every:
            use = filled(use, slot, fitting(SeatPosition(rules, state, use.seat), use, slot))
    return use


def tires(rules: Rules, record: Record, slot: Target) -> bool:
    """Tell whether a slot boosts its unit or has it attack (DW-18.2).

    A unit that has attacked can't fill such a slot.
    """
    if slot.name == USER and deals_attack(record):
        return True
    idle = rules.options.idle_uses == "allowed"
    return any(
        effect.boosted == slot.name and not (idle and effect.changes_answers)
        for effect in each_effect(record.effects)
    )


def fitting(scene: SeatPosition, use: Use, slot: Target) -> tuple[int, ...]:
    """Return the things that may fill a slot, by number."""
    return tuple(finder_of(slot, tiring=tires(scene.rules, use.record, slot))(scene, use))


@lru_cache(maxsize=_FINDERS_MAX)
def finder_of(slot: Target, *, tiring: bool) -> Finder:
    """Return the function that finds the things for a slot; `tiring` is the result of `tires`."""
    if slot.who in UNITS:
        find = _ally_finder(slot, tiring=tiring) if slot.who in _ALLIES else _foe_finder(slot)
        return _narrowed(slot, _attacker_finder(slot) if slot.only is Only.ATTACKER else find)
    return _hex_finder(slot) if slot.who is Who.FREE_HEX else _other_finder(slot)


def groups_of(slot: Target, things: Sequence[int], rays: bytes) -> Iterator[tuple[int, ...]]:
    """Return every way to fill a slot with these things; `rays` is the line of each, if that matters."""
    if slot.count == slot.least == 1:
        return zip(things)  # like `combinations`, but cheaper
    pick = combinations_with_replacement if slot.repeat else combinations
    most = slot.count if slot.repeat else min(slot.count, len(things))
    return chain.from_iterable(
        _in_line(things, rays, pick(range(len(things)), number))
        if rays and number > 1
        else pick(things, number)
        for number in range(slot.least, most + 1)
    )


def _in_line(
    things: Sequence[int], rays: bytes, groups: Iterable[tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    """Yield the groups, given by their places, that stand on one line."""
    for places in groups:
        if len({rays[place] for place in places}) == 1:
            yield tuple(things[place] for place in places)


def rays_of(scene: SeatPosition, use: Use, slot: Target, things: Sequence[int]) -> bytes:
    """Return the line of each unit, seen from the slot's start, if all must share one."""
    if slot.count == 1 or slot.where is not Where.LINE or slot.who not in UNITS:
        return b""
    here = cell_of(scene.state, use, slot.of)
    if here is None:
        return b""
    direction, at = scene.rules.field.directions[here], scene.state.at
    return bytes(direction[at[unit]] for unit in things)


def _ally_finder(slot: Target, *, tiring: bool) -> Finder:
    """Return the finder of the player's own units."""
    kind, region = _kind(slot), _region(slot)

    def find(scene: SeatPosition, use: Use) -> list[int]:
        units = scene.rested if tiring and use.hit is None else scene.state.stand.on_board[scene.seat]
        fits = _kind_now(slot, kind, scene.state) if scene.turned else kind
        if region is None:
            return [unit for unit in units if fits[unit]]
        cells, at = region(scene, use), scene.state.at
        return [unit for unit in units if cells >> at[unit] & 1 and fits[unit]]

    return find


def _foe_finder(slot: Target) -> Finder:
    """Return the finder of others' units, and of their castles where those can be attacked (DW-4.3)."""
    kind, region, castles_too = _kind(slot), _region(slot), slot.who is Who.ENEMY_TARGET
    only_generals = slot.who in _GENERALS

    def find(scene: SeatPosition, use: Use) -> Sequence[int]:
        state, seat = scene.state, scene.seat
        stand = state.stand
        cells = scene.foes if castles_too else stand.foes[seat]
        if only_generals:
            cells &= stand.generals
        if region is not None:
            cells &= region(scene, use)
        if not cells:
            return ()
        fits = _kind_now(slot, kind, state) if scene.turned else kind
        hosts, castle_on, found = stand.hosts, stand.castle_on, []
        for cell in cells_in(cells):
            found += [unit for unit in hosts.get(cell, ()) if fits[unit] and SEAT_OF[unit] != seat]
            castle = castle_on.get(cell) if castles_too else None
            if castle is None or SEAT_OF[castle] == seat or not fits[castle]:
                continue
            if not guarded(scene.rules, state, castle):
                found.append(castle)
        found.sort()
        return found

    return find


def _attacker_finder(slot: Target) -> Finder:
    """Return the finder of units that have attacked this turn, near enough to one that they hit."""
    kind, allied, measured = _kind(slot), slot.who in _ALLIES, slot.where is Where.WITHIN

    def find(scene: SeatPosition, use: Use) -> list[int]:
        state = scene.state
        fits = _kind_now(slot, kind, state) if scene.turned else kind
        here = cell_of(state, use, slot.of) if measured else None
        found = set()
        for unit, cell in state.done.strikes:
            if state.at[unit] == OFF or not fits[unit] or (SEAT_OF[unit] == use.seat) is not allied:
                continue
            if here is None or scene.rules.field.distances[here][cell] <= slot.hexes:
                found.add(unit)
        return sorted(found)

    return find


def _narrowed(slot: Target, find: Finder) -> Finder:
    """Return the finder, limited to wounded units or without the user, if the slot says so."""
    wounded = slot.only is Only.WOUNDED
    if not wounded and slot.user_too:
        return find

    def narrow(scene: SeatPosition, use: Use) -> list[int]:
        hp, left_out = scene.state.hp, -1 if slot.user_too else use.user
        found = find(scene, use)
        return [unit for unit in found if unit != left_out and not (wounded and hp[unit] >= HP_MAX[unit])]

    return narrow


def _kind(slot: Target) -> tuple[bool, ...]:
    """Return by piece whether it has the rank and arm that a slot needs."""
    return tuple(_is_kind(slot, piece, ARM_OF[piece]) for piece in range(PIECES_MAX))


def _kind_now(slot: Target, kind: tuple[bool, ...], state: State) -> Sequence[bool]:
    """Return the same while units fight as other arms than their own."""
    found = list(kind)
    for piece, change in state.changes.items():
        if change.arm:
            found[piece] = _is_kind(slot, piece, change.arm)
    return found


def _is_kind(slot: Target, piece: int, arm: Arm) -> bool:
    if slot.who in _SOLDIERS and not IS_SOLDIER[piece]:
        return False
    if slot.who in _GENERALS and not IS_GENERAL[piece]:
        return False
    return not slot.arms or arm in slot.arms


def _hex_finder(slot: Target) -> Finder:
    """Return the finder of hexes where something may stand (DW-2, DW-3.2, DW-4.6)."""
    region = _region(slot)
    vacant = _recruits_cells(Arm(slot.fits)) if slot.fits in ARM_WORDS else _vacant(slot)

    def find(scene: SeatPosition, use: Use) -> tuple[int, ...]:
        cells = vacant(scene, use)
        return cells_in(cells if region is None else cells & region(scene, use))

    return find


def _recruits_cells(arm: Arm) -> _Region:
    """Return the function for the cells where a new soldier of an arm may stand."""
    climbs = arm is not CAVALRY

    def cells(scene: SeatPosition, _use: Use) -> int:
        return scene.landing(general=False, climbs=climbs) if can_recruit(scene, arm) else 0

    return cells


def can_recruit(scene: SeatPosition, arm: Arm) -> bool:
    """Tell whether the box has a soldier of an arm left (reading `idle_uses`)."""
    idle = scene.rules.options.idle_uses == "allowed"
    return idle or free_piece(scene.state, scene.seat, arm) is not None


def _vacant(slot: Target) -> _Region:
    """Return the function for the cells where the unit or new soldier of another slot may stand."""
    fits, is_recruit = slot.fits, slot.fits == "arm"

    def vacant(scene: SeatPosition, use: Use) -> int:
        units = use.units(fits)
        if not units:
            return 0
        if is_recruit:
            arm = ARMS[units[0]]
            climbs = arm is not CAVALRY
            return scene.landing(general=False, climbs=climbs) if can_recruit(scene, arm) else 0
        unit = units[0]
        seat, general = SEAT_OF[unit], IS_GENERAL[unit]
        climbs = not general and arm_of(scene.state, unit) is not CAVALRY
        if seat == scene.seat:
            allowed = scene.landing(general=general, climbs=climbs)
        else:
            allowed = landing(scene.rules, scene.state, seat, general=general, climbs=climbs)
        return allowed & ~(1 << scene.state.at[unit])

    return vacant


def _other_finder(slot: Target) -> Finder:
    """Return the finder of things that are neither units on the board nor hexes to stand on."""
    match slot.who:
        case Who.ARM:
            arms = tuple(ARMS.index(arm) for arm in slot.arms or SOLDIER_ARMS)
            return lambda _scene, _use: arms
        case Who.DIE_FACES:
            return lambda _scene, _use: _FACES
        case Who.USED_SKILL:
            return lambda scene, _use: cells_in(scene.state.history.known)
        case Who.MOUNTAIN:
            region = _region(slot)
            if region is None:
                return lambda scene, _use: cells_in(scene.state.obstacles)
            return lambda scene, use: cells_in(scene.state.obstacles & region(scene, use))
        case Who.ENEMY_PLAYER:
            return lambda scene, use: [one for one in _players(scene) if gives(scene, use.record, slot, one)]
        case _:  # a dead general
            return lambda scene, _use: [
                piece
                for piece in generals_of(scene.seat)
                if scene.state.owns(piece) and scene.state.at[piece] == OFF
            ]


def gives(scene: SeatPosition, record: Record, slot: Target, seat: int) -> bool:
    """Tell whether a player has any of the things to be taken (option `idle_uses`)."""
    if scene.rules.options.idle_uses == "allowed":
        return True
    effects = tuple(each_effect(record.effects))
    found = [(one, one.taken_from(slot.name)) for one in effects]
    taken = [what for _, what in found if what is not None]
    if not taken or any(slot.name in one.values() for one, what in found if what is None):
        return True
    state = scene.state
    return any(state.scores.coins[seat] if what is Taken.COIN else state.cards.hands[seat] for what in taken)


def _players(scene: SeatPosition) -> list[int]:
    """Return the other players who are still in the match."""
    stand = scene.state.stand
    return sorted(seat for seat in scene.state.foes(scene.seat) if stand.units[seat] | stand.castles[seat])


def _region(slot: Target) -> _Region | None:
    """Return the function for the cells in a slot's reach; None: the whole board."""
    if slot.where is Where.ANY:
        return None
    reach = {
        Where.WITHIN: _disc,
        Where.BESIDE: _around,
        Where.LINE: _lines,
        Where.RANGE: _range,
        Where.PATH: _walk,
    }[slot.where]

    def region(scene: SeatPosition, use: Use) -> int:
        here = cell_of(scene.state, use, slot.of)
        return 0 if here is None else reach(scene, use, slot, here)

    return region


def _disc(scene: SeatPosition, _use: Use, slot: Target, here: int) -> int:
    return scene.rules.field.within(here, slot.hexes)


def _around(scene: SeatPosition, _use: Use, _slot: Target, here: int) -> int:
    return scene.rules.field.around[here]


def _lines(scene: SeatPosition, _use: Use, slot: Target, here: int) -> int:
    field, stops = scene.rules.field, stopping(scene.state, slot.through)
    if slot.through is Through.NOTHING:  # for units, those on the lines distinguish sights
        stops &= field.sight(here, slot.hexes, 0)
    return field.sight(here, slot.hexes, stops)


def _range(scene: SeatPosition, use: Use, slot: Target, here: int) -> int:
    return range_from(scene.rules, scene.state, use.units(slot.of)[0], here)


def _walk(scene: SeatPosition, use: Use, slot: Target, here: int) -> int:
    general = use.user >= 0 and IS_GENERAL[use.user]
    barred = barring(scene.rules, scene.state, use.seat, slot.through, general=general)
    field = scene.rules.field
    return reached(field, here, slot.hexes, field.everywhere & ~barred)
