"""What may fill the slots of a card or skill: the broken rules of each thing, and all choices without any."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement

from engine.core.game import Violation
from engine.core.ids import Cell, PieceId, Seat
from engine.games.dozen_war.content.effects import (
    ARM_WORDS,
    ATTACKER,
    BUFFS,
    USER,
    VICTIM,
    Role,
    each_effect,
)
from engine.games.dozen_war.content.records import EquipmentRecord, SkillRecord
from engine.games.dozen_war.content.targets import UNITS, Only, Target, Through, Where, Who
from engine.games.dozen_war.field import bits
from engine.games.dozen_war.reach import (
    Rules,
    arm_of,
    barriers,
    foe_cells,
    guarded,
    range_from,
    reached,
    ways,
)
from engine.games.dozen_war.refusal import broken
from engine.games.dozen_war.roster import (
    HP_MAX,
    IS_CASTLE,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    SOLDIER_ARMS,
    Arm,
    generals_of,
    soldiers_of,
)
from engine.games.dozen_war.stand import OFF
from engine.games.dozen_war.state import Hit, State
from engine.games.dozen_war.uses import SLOT_KINDS, Chosen

Record = SkillRecord | EquipmentRecord
ARMS = tuple(Arm)
"""Arms by number, as slots hold them."""
SKILLS_EACH = 3


@dataclass(frozen=True)
class Use:
    """A card or skill being used: by whom, with what in its slots (as numbers), against which hit.

    `user` is the general of a skill, the bearer of a card, -1 while nobody bears it. `stars` are the
    record's, or fewer of a copied skill.
    """

    record: Record
    seat: int
    user: int
    stars: int
    chosen: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    hit: Hit | None = None

    @property
    def is_card(self) -> bool:
        """Whether it's an equipment card."""
        return isinstance(self.record, EquipmentRecord)

    @property
    def rule(self) -> str:
        """The rule by which it's aimed."""
        return "DW-10.1" if self.is_card else "DW-9.1"

    def units(self, role: Role) -> tuple[int, ...]:
        """Return the pieces that fill a role."""
        if role == USER:
            return (self.user,) if self.user >= 0 else ()
        if role == VICTIM:
            return (self.hit.target,) if self.hit else ()
        if role == ATTACKER:
            return (self.hit.attacker,) if self.hit else ()
        return self.chosen.get(role, ())


def number_of(rules: Rules, kind: str, text: str) -> int:
    """Return what a slot holds as a number."""
    match kind:
        case "piece":
            return rules.roster.index[PieceId(text)]
        case "cell":
            return rules.field.index[Cell(text)]
        case "seat":
            return rules.roster.seats.index(Seat(text))
        case "arm":
            return ARMS.index(Arm(text))
        case "face":
            return int(text)
        case _:
            general, _, number = text.partition(".")
            return tuple(rules.pack.generals).index(general) * SKILLS_EACH + int(number) - 1


def text_of(rules: Rules, kind: str, number: int) -> str:
    """Return what a slot holds as text; inverse of `number_of`."""
    match kind:
        case "piece":
            return str(rules.roster.ids[number])
        case "cell":
            return str(rules.field.cells[number])
        case "seat":
            return str(rules.roster.seats[number])
        case "arm":
            return str(ARMS[number])
        case "face":
            return str(number)
        case _:
            general = tuple(rules.pack.generals)[number // SKILLS_EACH]
            return f"{general}.{number % SKILLS_EACH + 1}"


def chosen_numbers(rules: Rules, chosen: Chosen) -> dict[str, tuple[int, ...]]:
    """Return the filled slots as numbers."""
    return {slot: tuple(number_of(rules, SLOT_KINDS[slot], text) for text in texts) for slot, texts in chosen}


def chosen_texts(rules: Rules, record: Record, numbers: Mapping[str, tuple[int, ...]]) -> Chosen:
    """Return the filled slots as an action writes them; what nobody chooses isn't written."""
    free = {str(slot.name) for slot in record.targets if not slot.every}
    return tuple(
        (slot, tuple(text_of(rules, kind, number) for number in numbers[slot]))
        for slot, kind in SLOT_KINDS.items()
        if slot in numbers and slot in free and numbers[slot]
    )


def with_every(rules: Rules, state: State, use: Use) -> Use:
    """Return the use with the slots filled that take all that fits."""
    for slot in use.record.targets:
        if slot.every:
            use = _filled(use, slot, tuple(fitting(rules, state, use, slot)))
    return use


def choices(rules: Rules, state: State, use: Use) -> Iterator[Use]:
    """Yield the use with every way to fill its slots that breaks no rule."""
    found = [use]
    for slot in use.record.targets:
        grown: list[Use] = []
        for one in found:
            things = tuple(fitting(rules, state, one, slot))
            if slot.every:
                grown.append(_filled(one, slot, things))
                continue
            pick = combinations_with_replacement if slot.repeat else combinations
            if not slot.least:
                grown.append(one)
            most = slot.count if slot.repeat else min(slot.count, len(things))
            for number in range(max(1, slot.least), most + 1):
                grown += [
                    _filled(one, slot, group)
                    for group in pick(things, number)
                    if not any(_group_faults(rules, state, one, slot, group))
                ]
        found = grown
    yield from found


def slot_faults(rules: Rules, state: State, use: Use) -> Iterator[Violation]:
    """Yield what's wrong with what fills the slots."""
    known = {str(slot.name) for slot in use.record.targets if not slot.every}
    for slot_name in use.chosen:
        if slot_name not in known:
            yield broken(use.rule, "no_such_slot", slot=slot_name, name=use.record.names.en)
    filled = Use(use.record, use.seat, use.user, use.stars, {}, use.hit)
    for slot in use.record.targets:
        if slot.every:
            filled = _filled(filled, slot, tuple(fitting(rules, state, filled, slot)))
            continue
        things = use.chosen.get(slot.name, ())
        if not slot.least <= len(things) <= slot.count:
            yield broken(
                use.rule,
                "wrong_count",
                slot=str(slot.name),
                name=use.record.names.en,
                least=slot.least,
                most=slot.count,
                found=len(things),
            )
        wrong = [fault for thing in things for fault in thing_faults(rules, state, filled, slot, thing)]
        yield from wrong
        if not wrong:
            yield from _group_faults(rules, state, filled, slot, things)
        if things:
            filled = _filled(filled, slot, things)


def fitting(rules: Rules, state: State, use: Use, slot: Target) -> Iterator[int]:
    """Yield what may fill a slot, by number."""
    for thing in _domain(rules, state, use, slot):
        if next(iter(thing_faults(rules, state, use, slot, thing)), None) is None:
            yield thing


def _filled(use: Use, slot: Target, things: tuple[int, ...]) -> Use:
    user = things[0] if slot.name == USER and things else use.user
    return replace(use, user=user, chosen={**use.chosen, str(slot.name): things})


def _domain(rules: Rules, state: State, use: Use, slot: Target) -> Iterable[int]:
    match slot.who:
        case Who.ALLY_UNIT | Who.ALLY_SOLDIER | Who.ALLY_GENERAL:
            return state.stand.on_board[use.seat]
        case Who.DEAD_GENERAL:
            return generals_of(use.seat)
        case Who.ENEMY_UNIT | Who.ENEMY_SOLDIER | Who.ENEMY_GENERAL:
            return [unit for seat in sorted(state.foes(use.seat)) for unit in state.stand.on_board[seat]]
        case Who.ENEMY_TARGET:
            return [piece for piece, _ in state.placed() if SEAT_OF[piece] != use.seat]
        case Who.FREE_HEX:
            return range(len(rules.field.cells))
        case Who.MOUNTAIN:
            return tuple(bits(state.obstacles))
        case Who.ENEMY_PLAYER:
            return tuple(sorted(state.foes(use.seat)))
        case Who.ARM:
            return [ARMS.index(arm) for arm in slot.arms or SOLDIER_ARMS]
        case Who.DIE_FACES:
            return range(1, 7)
        case Who.USED_SKILL:
            return tuple(bits(state.known))


def thing_faults(rules: Rules, state: State, use: Use, slot: Target, thing: int) -> Iterator[Violation]:
    """Yield why one thing can't fill a slot."""
    match slot.who:
        case Who.FREE_HEX:
            yield from _hex_faults(rules, state, use, slot, thing)
            yield from _place_faults(rules, state, use, slot, thing, str(rules.field.cells[thing]))
        case Who.MOUNTAIN:
            if not state.obstacles >> thing & 1:
                yield broken(use.rule, "no_mountain", cell=str(rules.field.cells[thing]))
            yield from _place_faults(rules, state, use, slot, thing, str(rules.field.cells[thing]))
        case Who.ENEMY_PLAYER:
            if thing == use.seat or thing not in state.order or not _is_in(state, thing):
                yield broken(use.rule, "wrong_player", seat=str(rules.roster.seats[thing]))
        case Who.ARM:
            if ARMS[thing] not in (slot.arms or SOLDIER_ARMS):
                yield broken(use.rule, "wrong_arm", arm=str(ARMS[thing]), name=use.record.names.en)
        case Who.DIE_FACES:
            return
        case Who.USED_SKILL:
            if not state.known >> thing & 1:
                yield broken(use.rule, "skill_not_seen", skill=text_of(rules, "skill", thing))
        case Who.DEAD_GENERAL:
            if SEAT_OF[thing] != use.seat or not state.owns(thing) or state.at[thing] != OFF:
                yield _wrong(rules, use, slot, thing)
        case _:
            yield from _unit_faults(rules, state, use, slot, thing)


def _is_in(state: State, seat: int) -> bool:
    return bool(state.stand.units[seat] | state.stand.castles[seat])


def _wrong(rules: Rules, use: Use, slot: Target, piece: int) -> Violation:
    return broken(
        use.rule,
        "wrong_target",
        piece=str(rules.roster.ids[piece]),
        who=slot.who.value,
        name=use.record.names.en,
    )


_OF_ALLY = (Who.ALLY_UNIT, Who.ALLY_SOLDIER, Who.ALLY_GENERAL)


def _unit_faults(rules: Rules, state: State, use: Use, slot: Target, piece: int) -> Iterator[Violation]:
    name = str(rules.roster.ids[piece])
    if not state.owns(piece):
        yield broken("DW-16.2", "not_in_match", piece=name)
        return
    if state.at[piece] == OFF:
        yield broken(use.rule, "target_gone", target=name)
        return
    rank_fits = (
        (slot.who in (Who.ALLY_UNIT, Who.ENEMY_UNIT) and not IS_CASTLE[piece])
        or (slot.who in (Who.ALLY_SOLDIER, Who.ENEMY_SOLDIER) and IS_SOLDIER[piece])
        or (slot.who in (Who.ALLY_GENERAL, Who.ENEMY_GENERAL) and IS_GENERAL[piece])
        or slot.who is Who.ENEMY_TARGET
    )
    if not rank_fits or (SEAT_OF[piece] == use.seat) is not (slot.who in _OF_ALLY):
        yield _wrong(rules, use, slot, piece)
        return
    if not slot.user_too and piece == use.user:
        yield broken(use.rule, "not_itself", piece=name, name=use.record.names.en)
    if slot.arms and arm_of(state, piece) not in slot.arms:
        yield broken(
            "DW-10.4" if use.is_card else "DW-9.1",
            "wrong_class",
            piece=name,
            arm=" or ".join(str(arm) for arm in slot.arms),
            name=use.record.names.en,
        )
    if IS_CASTLE[piece] and guarded(rules, state, piece):
        yield broken("DW-4.3", "castle_guarded", target=name)
    if slot.only is Only.WOUNDED and state.hp[piece] >= HP_MAX[piece]:
        yield broken(use.rule, "not_wounded", piece=name)
    if slot.only is Only.ATTACKER:
        yield from _attacker_faults(rules, state, use, slot, piece)
        return
    yield from _boost_faults(rules, state, use, slot, piece)
    yield from _place_faults(rules, state, use, slot, state.at[piece], name)


def _boost_faults(rules: Rules, state: State, use: Use, slot: Target, piece: int) -> Iterator[Violation]:
    """A unit that has attacked isn't strengthened any more (DW-18.2), nor does it bear an attack."""
    done = (state.acted | state.fought) >> piece & 1
    if not done or SEAT_OF[piece] != state.turn or use.hit is not None or SEAT_OF[piece] != use.seat:
        return
    boosted = any(
        isinstance(effect, BUFFS) and slot.name == effect.on for effect in each_effect(use.record.effects)
    )
    if boosted or (slot.name == USER and deals_attack(use.record)):
        yield broken("DW-18.2", "already_attacked", piece=str(rules.roster.ids[piece]))


def deals_attack(record: Record) -> bool:
    """Tell whether a record's damage is its user's attack."""
    return any(getattr(effect, "blow", None) == "attack" for effect in each_effect(record.effects))


def _attacker_faults(rules: Rules, state: State, use: Use, slot: Target, piece: int) -> Iterator[Violation]:
    hits = [cell for attacker, cell in state.strikes if attacker == piece]
    if not hits:
        yield broken(use.rule, "has_not_attacked", piece=str(rules.roster.ids[piece]))
        return
    here = _cell_of(state, use, slot.of)
    if slot.where is Where.WITHIN and here is not None:
        away = min(rules.field.distances[here][cell] for cell in hits)
        if away > slot.hexes:
            yield _too_far(use, str(rules.roster.ids[piece]), slot, away)


def _cell_of(state: State, use: Use, role: Role) -> int | None:
    """Where a role is; the dead are measured from where they stood when hit."""
    units = use.units(role)
    if not units:
        return None
    kind = next((one.who for one in use.record.targets if one.name == role), None)
    if kind in (Who.FREE_HEX, Who.MOUNTAIN):
        return units[0]
    cell = state.at[units[0]]
    if cell == OFF and use.hit is not None and units[0] == use.hit.target and use.hit.where >= 0:
        return use.hit.where
    return None if cell == OFF else cell


def _too_far(use: Use, place: str, slot: Target, away: int) -> Violation:
    return broken(
        use.rule, "beyond_reach", place=place, name=use.record.names.en, distance=away, reach=slot.hexes
    )


def _place_faults(  # noqa: PLR0917  # what is asked, about which place, by what name
    rules: Rules, state: State, use: Use, slot: Target, cell: int, place: str
) -> Iterator[Violation]:
    """Whether a cell is in the slot's reach."""
    if slot.where is Where.ANY:
        return
    here = _cell_of(state, use, slot.of)
    if here is None:
        yield broken(use.rule, "nobody_to_measure", name=use.record.names.en)
        return
    away = rules.field.distances[here][cell]
    match slot.where:
        case Where.WITHIN:
            if away > slot.hexes:
                yield _too_far(use, place, slot, away)
        case Where.LINE:
            if away > slot.hexes:
                yield _too_far(use, place, slot, away)
            between = rules.field.on_line(here, cell)
            if between is None:
                yield broken(use.rule, "off_line", place=place, name=use.record.names.en)
                return
            stops = stopping(state, slot.through)
            if any(stops >> passed & 1 for passed in between):
                yield broken("DW-3.4", "line_barred", place=place, name=use.record.names.en)
        case Where.RANGE:
            units = use.units(slot.of)
            if not units or not range_from(rules, state, units[0], here) >> cell & 1:
                yield broken(use.rule, "beyond_range", place=place, name=use.record.names.en, distance=away)
        case Where.PATH:
            passable = rules.field.everywhere & ~_barring(rules, state, use, slot.through)
            if not reached(rules.field, here, slot.hexes, passable) >> cell & 1:
                yield broken(use.rule, "no_path", place=place, name=use.record.names.en, reach=slot.hexes)


def stopping(state: State, through: Through) -> int:
    """Return the cells at which a line ends."""
    if through is Through.ALL:
        return 0
    if through is Through.UNITS:
        return state.obstacles
    occupied = 0
    for seat in state.order:
        occupied |= state.stand.units[seat] | state.stand.castles[seat]
    return state.obstacles | occupied


def _barring(rules: Rules, state: State, use: Use, through: Through) -> int:
    if through is Through.ALL:
        return 0
    if through is Through.UNITS:
        castles = 0
        for seat in state.foes(use.seat):
            castles |= state.stand.castles[seat]
        return state.obstacles | castles
    return barriers(rules, state, use.seat, general=use.user >= 0 and IS_GENERAL[use.user]).impassable


def _hex_faults(rules: Rules, state: State, use: Use, slot: Target, cell: int) -> Iterator[Violation]:
    """Whether what should stand on a hex may (DW-2, DW-3.2, DW-4.6)."""
    units = use.units(slot.fits)
    arm: Arm | None = None
    if str(slot.fits) in ARM_WORDS:
        arm = Arm(slot.fits)
    elif slot.fits == "arm":
        arm, units = (ARMS[units[0]] if units else None), ()
    if arm is not None:
        # nobody stands there yet: a new soldier
        allowed = landing(rules, state, use.seat, general=False, climbs=arm is not Arm.CAVALRY)
    elif units:
        general = IS_GENERAL[units[0]]
        climbs = not general and arm_of(state, units[0]) is not Arm.CAVALRY
        allowed = landing(rules, state, SEAT_OF[units[0]], general=general, climbs=climbs)
        if state.at[units[0]] == cell:
            allowed = 0
    else:
        allowed = 0
    if not allowed >> cell & 1:
        yield broken("DW-2.1", "no_place", cell=str(rules.field.cells[cell]))


def landing(rules: Rules, state: State, seat: int, *, general: bool, climbs: bool) -> int:
    """Return the cells where a unit may be put."""
    way = ways(rules, state, seat, general=general)
    open_cells = way.open & ~foe_cells(state, seat)
    return open_cells | way.peaks if climbs else open_cells


def _group_faults(
    rules: Rules, state: State, use: Use, slot: Target, things: tuple[int, ...]
) -> Iterator[Violation]:
    if not slot.repeat and len(set(things)) < len(things):
        yield broken(use.rule, "named_twice", name=use.record.names.en)
    if slot.where is not Where.LINE or len(things) < 2 or slot.who not in UNITS:
        return
    here = _cell_of(state, use, slot.of)
    cells = {state.at[piece] for piece in things}
    if here is None or not any(cells <= set(ray) for ray in rules.field.rays[here]):
        yield broken(use.rule, "not_one_line", name=use.record.names.en)


def free_piece(state: State, seat: int, arm: Arm) -> int | None:
    """Return the lowest-numbered soldier of an arm that isn't on the board."""
    return next((piece for piece in soldiers_of(seat, arm) if state.at[piece] == OFF), None)


def packed(use: Use) -> str:
    """Return a use as one word, so that a task can keep it; `unpacked` is the inverse."""
    slots = ";".join(f"{slot}={','.join(map(str, things))}" for slot, things in use.chosen.items())
    return f"{use.record.slug}|{use.stars}|{slots}"


def unpacked(rules: Rules, word: str, seat: int, user: int) -> Use:
    """Return the use that a task keeps."""
    slug, stars, slots = word.split("|")
    chosen = {}
    for pair in slots.split(";") if slots else ():
        slot, _, things = pair.partition("=")
        chosen[slot] = tuple(int(one) for one in things.split(",") if one)
    return Use(record_of(rules, slug), seat, user, int(stars), chosen)


def record_of(rules: Rules, slug: str) -> Record:
    """Return the card or skill of a slug."""
    pack = rules.pack
    return pack.equipment[slug] if slug in pack.equipment else pack.skills[slug]
