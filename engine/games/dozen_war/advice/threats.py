"""The harm that each unit could do in its next turn, if nothing else changed until then: masks of cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.reach import (
    PLAIN_DAMAGE,
    damage_of,
    enemies_behind,
    enemies_in,
    guarded,
    range_from,
)
from engine.games.dozen_war.ground.ways import (
    Ways,
    arm_of,
    base_move,
    climbs,
    destinations,
    foe_cells,
    has_room,
    reached,
    steps_of,
    ways,
)
from engine.games.dozen_war.position.field import bits, cells_in
from engine.games.dozen_war.position.marks import NO_CHANGES, Changes, after_round, after_turn
from engine.games.dozen_war.position.roster import ARM_OF, IS_CASTLE, IS_GENERAL, SEAT_OF
from engine.games.dozen_war.position.state import Phase, State, altered


@dataclass(frozen=True, slots=True)
class Menace:
    """The harm that one unit could do in its next turn."""

    piece: int
    """The unit's number."""
    stands: int
    """The cells that it could strike from, as bits; its own cell is one of them."""
    cells: int
    """The cells where it could hit something, as bits."""
    damage: int
    """The most HP that it deals with one hit."""
    splashed: tuple[int, ...] = ()
    """The pieces that only its splash reaches, by number."""


@dataclass(frozen=True, slots=True)
class Threats:
    """The menace of every unit, and for every piece on the board the enemies that could hit it.

    Pieces go by number.
    """

    menaces: Mapping[int, Menace]
    """The menace of each unit, by the unit's number."""
    against: Mapping[int, Sequence[int]]
    """The enemies that could hit a piece, by the piece's number."""

    def danger(self, piece: int) -> int:
        """Return the sum of the damage of all enemies that could hit a piece."""
        return sum(self.menaces[foe].damage for foe in self.against.get(piece, ()))


def next_turn(state: State, seat: int) -> State:
    """Return the position at the start of a seat's next turn if all pieces stay where they are.

    Marks that have run out by then are gone (DW-10.5, DW-11.4). Income and events are left out, because they
    aren't known yet.
    """
    if not state.marks:
        return state
    marks = after_turn(state.marks, SEAT_OF, state.turn)
    if state.order.index(seat) <= state.order.index(state.turn):
        marks = after_round(marks)
    return altered(
        state, turn=seat, done=altered(state.done, moved=0, acted=0, fought=0, skilled=0), marks=marks
    )


def threats(rules: Rules, state: State) -> Threats:
    """Return the threats of all units of all players; no unit has a next turn once the match is over."""
    menaces: dict[int, Menace] = {}
    if state.phase is Phase.OVER:
        for seat in state.order:
            menaces |= {unit: Menace(unit, 1 << state.at[unit], 0, 0) for unit in state.stand.on_board[seat]}
        return Threats(menaces, _against(rules, state, menaces))
    for seat in state.order:
        menaces.update(_menaces(_raid(rules, next_turn(state, seat), seat)))
    return Threats(menaces, _against(rules, state, menaces))


@dataclass(slots=True)
class _Raid:
    """One seat's next turn; like units in the same cell are looked at together."""

    rules: Rules
    """The board, names, readings and content of the match."""
    state: State
    """The position at the start of the seat's next turn."""
    seat: int
    """The seat whose units threaten."""
    by_rank: tuple[Ways, Ways]
    """The ways of its soldiers, then those of its generals."""
    alike: dict[tuple[int, Arm, bool], Menace] = field(default_factory=dict)
    """The menaces found so far, by cell, arm and rank: such units share theirs."""


def _raid(rules: Rules, state: State, seat: int) -> _Raid:
    return _Raid(rules, state, seat, ways(rules, state, seat))


def _menaces(raid: _Raid) -> dict[int, Menace]:
    state = raid.state
    changes, found = state.changes, {}
    # The one unit on the warp point can't hold it for itself.
    warp = state.stand.hosts.get(raid.rules.field.volcano, ()) if state.warp_open else ()
    for piece in state.stand.on_board[raid.seat]:
        if piece in changes or piece in warp:
            found[piece] = _menace(raid, piece)
            continue
        key = (state.at[piece], ARM_OF[piece], IS_GENERAL[piece])
        known = raid.alike.get(key)
        if known is None:
            known = raid.alike[key] = _menace(raid, piece)
        found[piece] = Menace(piece, known.stands, known.cells, known.damage, known.splashed)
    return found


def _menace(raid: _Raid, piece: int) -> Menace:
    """Return one unit's menace; a unit without marks, as most are, takes a shortcut."""
    rules, state = raid.rules, raid.state
    marked = piece in state.changes
    change = state.changed(piece) if marked else NO_CHANGES
    stands = _stands(raid, piece, change)
    if change.sits:
        return Menace(piece, stands, 0, 0)
    arm = arm_of(state, piece) if marked else ARM_OF[piece]
    if marked or arm is Arm.ARCHER:
        cells = 0
        for stand in bits(stands):
            cells |= range_from(rules, state, piece, stand)
    else:
        cells = rules.field.spread(stands)
    damage = damage_of(state, piece) * (1 + change.attacks) if marked else PLAIN_DAMAGE
    splashed = _splashed(raid, piece, stands, cells) if arm is Arm.CAVALRY else ()
    return Menace(piece, stands, cells, damage, splashed)


def _stands(raid: _Raid, piece: int, change: Changes) -> int:
    """Return the cells that a unit may strike from: its own, those it can move to, the warp's."""
    rules, state = raid.rules, raid.state
    stands = 1 << state.at[piece]
    if change.sits:
        return stands
    if state.warp_open:
        stands = _warped(raid, piece, stands)
    way = raid.by_rank[IS_GENERAL[piece]]
    found = 0
    for start in bits(stands):
        found |= destinations(rules, state, piece, way, start)
    stands |= found
    if state.warp_open:
        stands = _warped(raid, piece, stands)
    for _ in range(change.again):
        for start in bits(stands):
            stands |= _another_move(raid, piece, way, start)
        stands = _warped(raid, piece, stands)
    return stands


def _another_move(raid: _Raid, piece: int, way: Ways, start: int) -> int:
    """Return the cells that a unit reaches by a second whole move, whose length boosts don't change."""
    state = raid.state
    climber = climbs(state, piece)
    steps = min(steps_of(state, piece), base_move(state, piece))
    ends = way.open | way.peaks if climber else way.open
    return reached(raid.rules.field, start, steps, way.passable) & ends


def _warped(raid: _Raid, piece: int, stands: int) -> int:
    """Return the stands and the warp point, if another unit holds it open for one in a castle (DW-14.3)."""
    state, warp = raid.state, raid.rules.field.volcano
    if not (state.warp_open and state.stand.castles[raid.seat] & stands & ~(1 << warp)):
        return stands
    held = any(SEAT_OF[unit] == raid.seat and unit != piece for unit in state.stand.hosts.get(warp, ()))
    return stands | 1 << warp if held and has_room(state, piece, warp) else stands


def _splashed(raid: _Raid, piece: int, stands: int, cells: int) -> tuple[int, ...]:
    """Return the pieces that only a cavalry unit's splash could hit, not its attack (DW-6.2, DW-6.3)."""
    rules, state = raid.rules, raid.state
    damage, castles = damage_of(state, piece), rules.options.castle_splash == "on"
    farther = 1 + state.changed(piece).spill
    near, found = _near(raid, piece), set[int]()
    for cell in cells_in(foe_cells(state, raid.seat) & cells & ~state.obstacles):
        for target in _targets_in(rules, state, piece, cell):
            if state.hp[target] > damage or (IS_CASTLE[target] and not castles):
                continue
            beside = enemies_in(rules, state, piece, cell, target, castles=castles)
            found.update(beside)
            if not beside:
                for stand in bits(stands & near[cell]):
                    found.update(enemies_behind(rules, state, piece, (stand, cell, farther)))
    return tuple(sorted(found))


def _near(raid: _Raid, piece: int) -> Sequence[int]:
    """Return by cell the cells that hit it; range is symmetric except for targets on mountains."""
    rules, state = raid.rules, raid.state
    if piece not in state.changes:
        return rules.field.around
    return [range_from(rules, state, piece, cell) for cell in range(len(rules.field.cells))]


def _targets_in(rules: Rules, state: State, piece: int, cell: int) -> list[int]:
    seat, castle = SEAT_OF[piece], state.stand.castle_on.get(cell)
    found = [unit for unit in state.stand.hosts.get(cell, ()) if SEAT_OF[unit] != seat]
    if castle is not None and SEAT_OF[castle] != seat and not guarded(rules, state, castle):
        found.append(castle)
    return found


def _against(rules: Rules, state: State, menaces: Mapping[int, Menace]) -> dict[int, Sequence[int]]:
    """Return the enemies that could hit each piece, by number."""
    hitting: dict[tuple[int, int], list[int]] = {}
    for seat in state.order:
        for foe in state.foes(seat):
            prey = state.stand.units[seat] | state.stand.castles[seat]
            for unit in state.stand.on_board[foe]:
                for cell in bits(menaces[unit].cells & prey):
                    hitting.setdefault((seat, cell), []).append(unit)
    splash: dict[int, list[int]] = {}
    for one in menaces.values():
        for piece in one.splashed:
            splash.setdefault(piece, []).append(one.piece)
    found: dict[int, Sequence[int]] = {}
    for piece, cell in state.placed():
        foes = hitting.get((SEAT_OF[piece], cell), [])
        if foes and IS_CASTLE[piece] and guarded(rules, state, piece):
            foes = []
        found[piece] = sorted({*foes, *splash[piece]}) if piece in splash else foes
    return found
