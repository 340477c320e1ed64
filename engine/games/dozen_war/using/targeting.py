"""What may fill the slots of a card or skill, by masks: the twin of `broken_targets`, which says why not."""

from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement

from engine.core.once import once
from engine.games.dozen_war.content.effects import ARM_WORDS, BUFFS, each_effect
from engine.games.dozen_war.content.targets import UNITS, Only, Target, Through, Where, Who
from engine.games.dozen_war.content.terms import USER
from engine.games.dozen_war.ground.field import cells_in
from engine.games.dozen_war.ground.reach import (
    Rules,
    Ways,
    arm_of,
    foe_cells,
    guarded,
    range_from,
    reached,
    ways,
)
from engine.games.dozen_war.ground.room import barring, landing, stopping, vacant
from engine.games.dozen_war.ground.stand import OFF
from engine.games.dozen_war.roster import (
    ARM_OF,
    CAVALRY,
    HP_MAX,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    SOLDIER_ARMS,
    Arm,
    generals_of,
)
from engine.games.dozen_war.state import State
from engine.games.dozen_war.using.slots import ARMS, Record, Use, cell_of, deals_attack, filled

_ANY, _WITHIN, _LINE, _RANGE, _ = tuple(Where)
_ALLIES = frozenset((Who.ALLY_UNIT, Who.ALLY_SOLDIER, Who.ALLY_GENERAL))
_SOLDIERS = frozenset((Who.ALLY_SOLDIER, Who.ENEMY_SOLDIER))
_GENERALS = frozenset((Who.ALLY_GENERAL, Who.ENEMY_GENERAL))
_TARGETS, _WOUNDED, _ATTACKER, _CLEAR = Who.ENEMY_TARGET, Only.WOUNDED, Only.ATTACKER, Through.NOTHING
_HEX = Who.FREE_HEX
_FACES = (1, 2, 3, 4, 5, 6)


class Scene:
    """A position in which a seat is to act: what is asked of it again and again, made once."""

    def __init__(self, rules: Rules, state: State, seat: int) -> None:
        """Look at a position for a seat; nothing is worked out before it's asked for."""
        self.rules, self.state, self.seat = rules, state, seat

    @once
    def soldiers(self) -> Ways:
        """Where the seat's soldiers may go."""
        return ways(self.rules, self.state, self.seat, general=False)

    @once
    def generals(self) -> Ways:
        """Where the seat's generals may go."""
        return ways(self.rules, self.state, self.seat, general=True)

    @once
    def strides(self) -> int:
        """The cells where the seat's soldiers on foot may end a step, mountains too (DW-3.2)."""
        return self.soldiers.open | self.soldiers.peaks

    @once
    def anyone_numb(self) -> bool:
        """Whether a status keeps any unit from attacking (DW-11.4)."""
        state = self.state
        return bool(state.marks) and any(change.numb for change in state.changes.values())

    @once
    def foes(self) -> int:
        """The cells with others' units and castles."""
        return foe_cells(self.state, self.seat)

    def ways_of(self, piece: int) -> Ways:
        """Return where a unit of the seat may go."""
        return self.generals if IS_GENERAL[piece] else self.soldiers

    def landing(self, *, general: bool, climbs: bool) -> int:
        """Return the cells where a unit of the seat may be put."""
        return vacant(self.generals if general else self.soldiers, self.foes, climbs=climbs)


def with_every(rules: Rules, state: State, use: Use) -> Use:
    """Return the use with the slots filled that take all that fits."""
    for slot in use.record.targets:
        if slot.every:
            use = filled(use, slot, fitting(Scene(rules, state, use.seat), use, slot))
    return use


def tires(record: Record, slot: Target) -> bool:
    """Tell whether a unit that has attacked can't fill a slot any more (DW-18.2): it's boosted or attacks."""
    if slot.name == USER and deals_attack(record):
        return True
    return any(isinstance(effect, BUFFS) and slot.name == effect.on for effect in each_effect(record.effects))


def fitting(scene: Scene, use: Use, slot: Target, *, tiring: bool | None = None) -> tuple[int, ...]:
    """Return what may fill a slot, by number; `tiring` is what `tires` tells, if that's known already."""
    state = scene.state
    if slot.who in UNITS:
        if slot.only is _ATTACKER:
            found = _attackers(scene, use, slot)
        else:
            found = _placed(scene, use, slot)
            own = use.hit is None and use.seat == state.turn and slot.who in _ALLIES
            done = state.acted | state.fought
            if own and done and (tires(use.record, slot) if tiring is None else tiring):
                found = [unit for unit in found if not done >> unit & 1]
        return _of_kind(state, use, slot, found)
    if slot.who is _HEX:
        return cells_in(_vacant(scene, use, slot) & _region(scene, use, slot))
    match slot.who:
        case Who.ARM:
            return tuple(ARMS.index(arm) for arm in slot.arms or SOLDIER_ARMS)
        case Who.DIE_FACES:
            return _FACES
        case Who.USED_SKILL:
            return cells_in(state.known)
        case Who.MOUNTAIN:
            return cells_in(state.obstacles & _region(scene, use, slot))
        case Who.ENEMY_PLAYER:
            stand = state.stand
            return tuple(
                sorted(seat for seat in state.foes(use.seat) if stand.units[seat] | stand.castles[seat])
            )
        case _:  # a dead general
            return tuple(
                piece for piece in generals_of(use.seat) if state.owns(piece) and state.at[piece] == OFF
            )


def groups_of(slot: Target, things: tuple[int, ...], rays: bytes) -> Iterator[tuple[int, ...]]:
    """Yield every way to fill a slot with these things; `rays` is the line of each, if that matters."""
    if not slot.least:
        yield ()
    if slot.count == 1:
        yield from ((one,) for one in things)
        return
    pick = combinations_with_replacement if slot.repeat else combinations
    most = slot.count if slot.repeat else min(slot.count, len(things))
    for number in range(max(1, slot.least), most + 1):
        if rays and number > 1:
            for places in pick(range(len(things)), number):
                if len({rays[place] for place in places}) == 1:
                    yield tuple(things[place] for place in places)
        else:
            yield from pick(things, number)


def rays_of(scene: Scene, use: Use, slot: Target, things: tuple[int, ...]) -> bytes:
    """Return on which line each unit stands, from where it's measured, if they must share one."""
    if slot.count == 1 or slot.where is not _LINE or slot.who not in UNITS:
        return b""
    here = cell_of(scene.state, use, slot.of)
    if here is None:
        return b""
    direction, at = scene.rules.field.directions[here], scene.state.at
    return bytes(direction[at[unit]] for unit in things)


def _placed(scene: Scene, use: Use, slot: Target) -> list[int]:
    """The units of the side that the slot asks for in its reach, guarded castles left out (DW-4.3)."""
    state = scene.state
    stand, region = state.stand, _region(scene, use, slot)
    if slot.who in _ALLIES:
        at = state.at
        return [unit for unit in stand.on_board[use.seat] if region >> at[unit] & 1]
    foes = stand.foes[use.seat] & region
    found = [unit for cell in cells_in(foes) for unit in stand.hosts[cell] if SEAT_OF[unit] != use.seat]
    if slot.who is _TARGETS:
        castles = (stand.castle_on[cell] for cell in cells_in(stand.foe_castles[use.seat] & region))
        found += [castle for castle in castles if not guarded(scene.rules, state, castle)]
    found.sort()
    return found


def _attackers(scene: Scene, use: Use, slot: Target) -> Iterable[int]:
    """The units that have attacked this turn, near enough to one that they hit."""
    state = scene.state
    allied = slot.who in _ALLIES
    here = cell_of(state, use, slot.of) if slot.where is _WITHIN else None
    found = set()
    for unit, cell in state.strikes:
        if state.at[unit] == OFF or (SEAT_OF[unit] == use.seat) is not allied:
            continue
        if here is None or scene.rules.field.distances[here][cell] <= slot.hexes:
            found.add(unit)
    return sorted(found)


def _of_kind(state: State, use: Use, slot: Target, found: Iterable[int]) -> tuple[int, ...]:
    """The units of the slot's rank, arm and health."""
    if slot.who in _SOLDIERS:
        found = [unit for unit in found if IS_SOLDIER[unit]]
    elif slot.who in _GENERALS:
        found = [unit for unit in found if IS_GENERAL[unit]]
    if slot.arms:
        arms, changes = slot.arms, state.changes
        found = [unit for unit in found if (arm_of(state, unit) if unit in changes else ARM_OF[unit]) in arms]
    if slot.only is _WOUNDED:
        found = [unit for unit in found if state.hp[unit] < HP_MAX[unit]]
    if not slot.user_too:
        found = [unit for unit in found if unit != use.user]
    return tuple(found)


def _region(scene: Scene, use: Use, slot: Target) -> int:
    """The cells in a slot's reach; none when there's nobody to measure from."""
    field, state = scene.rules.field, scene.state
    where, hexes = slot.where, slot.hexes
    if where is _ANY:
        return field.everywhere
    here = cell_of(state, use, slot.of)
    if here is None:
        return 0
    if where is _WITHIN:
        return field.within(here, hexes)
    if where is _LINE:
        stops = stopping(state, slot.through)
        if slot.through is _CLEAR:  # of units, those on the lines are what tells sights apart
            stops &= field.sight(here, hexes, 0)
        return field.sight(here, hexes, stops)
    if where is _RANGE:
        return range_from(scene.rules, state, use.units(slot.of)[0], here)
    general = use.user >= 0 and IS_GENERAL[use.user]
    barred = barring(scene.rules, state, use.seat, slot.through, general=general)
    return reached(field, here, hexes, field.everywhere & ~barred)


def _vacant(scene: Scene, use: Use, slot: Target) -> int:
    """The cells where what the slot is for may stand (DW-2, DW-3.2, DW-4.6)."""
    state, units = scene.state, use.units(slot.fits)
    arm: Arm | None = None
    if slot.fits in ARM_WORDS:
        arm = Arm(slot.fits)
    elif slot.fits == "arm":
        arm, units = (ARMS[units[0]] if units else None), ()
    if arm is not None:  # a new soldier, which stands nowhere yet
        return scene.landing(general=False, climbs=arm is not CAVALRY)
    if not units:
        return 0
    unit = units[0]
    general = IS_GENERAL[unit]
    climbs = not general and arm_of(state, unit) is not CAVALRY
    if SEAT_OF[unit] == scene.seat:
        allowed = scene.landing(general=general, climbs=climbs)
    else:
        allowed = landing(scene.rules, state, SEAT_OF[unit], general=general, climbs=climbs)
    return allowed & ~(1 << state.at[unit])
