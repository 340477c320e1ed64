"""What the effects of a card or skill do: one interpreter over the whole vocabulary, pure."""

from collections.abc import Iterable
from dataclasses import replace

from engine.games.dozen_war.arms import SOLDIER_ARMS, Arm
from engine.games.dozen_war.combat.dealt import Worked, blows, damaged, reflected, struck_back
from engine.games.dozen_war.content.effects import (
    STATUSES,
    Ban,
    Cancel,
    Coin,
    CopySkill,
    Damage,
    Draw,
    Effect,
    Evade,
    ExtraAttack,
    ExtraTargets,
    Freeze,
    Heal,
    Move,
    NoGuard,
    Power,
    Pull,
    Push,
    Range,
    Recruit,
    Redirect,
    Reflect,
    Reveal,
    Revive,
    Roll,
    Root,
    Shield,
    Silence,
    SpillRange,
    Steal,
    StrikeBack,
    Stun,
    Swap,
    Teleport,
    Transform,
    Unblockable,
)
from engine.games.dozen_war.content.terms import Cancelled, Lasting, Role, Shown, Taken
from engine.games.dozen_war.ground.room import free_piece, landing
from engine.games.dozen_war.ground.ways import arm_of, free_castles
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.holdings import RobbedHand, Task, Work
from engine.games.dozen_war.position.marks import (
    FOR_GOOD,
    NEXT_ATTACK,
    THIS_ROUND,
    THIS_TURN,
    Status,
    UnitMark,
    without,
)
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    HP_MAX,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    castle_arm,
    castles_of,
)
from engine.games.dozen_war.position.rules import Rules
from engine.games.dozen_war.position.state import Hit, State, altered, put
from engine.games.dozen_war.using.slots import ARMS, Use, kept

HAND_LIMIT = 6
"""DW-10.3."""
_STATUS = {
    Stun: Status.STUNNED,
    Freeze: Status.FROZEN,
    Root: Status.ROOTED,
    Silence: Status.SILENCED,
    Ban: Status.BANNED,
}
_HELD_BY_RULE = (Stun, Freeze, Silence)
"""The marks that last through the next turn of the victim's owner (DW-11.4)."""


def performed(rules: Rules, state: State, use: Use, effects: Iterable[Effect] | None = None) -> State:
    """Return the position after a card or skill has worked; its hits wait on the stack, the first on top."""
    hits: tuple[Hit, ...] = ()
    riding = blows(use.record)
    for effect in use.record.effects if effects is None else effects:
        if isinstance(effect, (*STATUSES, Push, Pull)) and effect.on in riding:
            continue
        state, dealt = worked(rules, state, use, effect)
        hits += dealt
    return altered(state, stack=(*state.stack, *reversed(hits))) if hits else state


def worked(rules: Rules, state: State, use: Use, effect: Effect) -> Worked:  # noqa: C901, PLR0912, PLR0915  # one row a word
    """Return the position after one effect, and the hits it deals."""
    match effect:
        case Damage():
            return damaged(rules, state, use, effect)
        case Heal(on, amount):
            for piece in use.units(on):
                if state.at[piece] != OFF:
                    healed = min(HP_MAX[piece], state.hp[piece] + amount)
                    state = altered(state, hp=put(state.hp, piece, healed))
        case Shield(on, amount, lasts):
            state = _marked(state, use, on, "shield", amount, lasts)
        case Cancel(Cancelled.HIT):
            if use.hit is not None and state.stack:
                state = altered(state, stack=state.stack[:-1])
        case Cancel(Cancelled.CARD):
            pass  # the window of the cancelled card closes without effect: see `answering`
        case Redirect(to):
            for piece in use.units(to)[:1]:
                if use.hit is not None and state.at[piece] != OFF:
                    hit = state.stack[-1]
                    moved = replace(
                        hit, target=piece, splash=None, spill=(), redirected=True, where=state.at[piece]
                    )
                    state = altered(state, stack=(*state.stack[:-1], moved))
        case Reflect(on):
            return state, reflected(state, use, on)
        case StrikeBack(on, answerable):
            return state, struck_back(rules, state, use, on, answerable=answerable)
        case Evade(on, faces, lasts):
            for face in use.chosen.get(faces, ()):
                state = _marked(state, use, on, "evade", face, lasts)
        case Power(on, amount, lasts):
            state = _marked(state, use, on, "damage", amount, lasts)
        case Range(on, amount, lasts):
            state = _marked(state, use, on, "range", amount, lasts)
        case Move(on, amount, again, lasts):
            state = _marked(state, use, on, "again" if again else "move", 1 if again else amount, lasts)
        case ExtraAttack(on, amount, lasts):
            state = _marked(state, use, on, "attacks", amount, lasts)
        case ExtraTargets(on, amount, _):
            # these are attacks of their own, one after the other, and end with the turn
            state = _marked(state, use, on, "targets", amount, Lasting.TURN)
        case SpillRange(on, hexes, lasts):
            state = _marked(state, use, on, "spill", hexes - 1, lasts)
        case NoGuard(on, lasts):
            state = _marked(state, use, on, "unguarded", 1, lasts)
        case Unblockable(on, lasts):
            state = _marked(state, use, on, "unblockable", 1, lasts)
        case Push(on, hexes):
            for piece in use.units(on):
                state = _shoved(rules, state, use.user, piece, hexes, away=True)
        case Pull(on, hexes):
            for piece in use.units(on):
                state = _shoved(rules, state, use.user, piece, hexes, away=False)
        case Swap(on, other):
            for one, two in zip(use.units(on), use.units(other), strict=False):
                here, there = state.at[one], state.at[two]
                state = altered(state, at=put(put(state.at, one, there), two, here))
        case Teleport(on, to):
            for piece, cell in zip(use.units(on), use.chosen.get(to, ()), strict=False):
                state = altered(state, at=put(state.at, piece, cell))
        case Stun() | Freeze() | Root() | Silence() | Ban():
            state = _afflicted(rules, state, use, effect)
        case Draw(amount, player):
            state = _drawing(state, _player(use, player), amount)
        case Coin(amount, player):
            state = _paid(state, _player(use, player), amount)
        case Steal(what, amount, source):
            for seat in use.chosen.get(source, ())[:1]:
                state = _stealing(state, use.seat, seat, what, amount)
        case Recruit():
            state = _recruited(rules, state, use, effect)
        case Transform():
            state = _transformed(state, use, effect)
        case Revive(on):
            for piece in use.units(on):
                state = _returned(rules, state, piece)
        case Reveal(Shown.TOKENS, of):
            looks = tuple(Task(Work.PEEK, seat=use.seat, cell=cell) for cell in use.units(of))
            state = altered(state, agenda=(*state.agenda, *looks))
        case CopySkill():
            pass  # the copied skill's effects stand in the record that is used
        case Roll():
            state = altered(
                state,
                agenda=(
                    Task(Work.SKILL_DIE, seat=use.seat, piece=use.user, subject=kept(use)),
                    *state.agenda,
                ),
            )
    return state, ()


def _left(state: State, piece: int, lasts: Lasting) -> int:
    match lasts:
        case Lasting.ATTACK:
            return NEXT_ATTACK
        case Lasting.TURN:
            return THIS_TURN
        case Lasting.NEXT_TURN:
            return 2 if SEAT_OF[piece] == state.turn else 1
        case Lasting.ROUND:
            return THIS_ROUND
        case Lasting.MATCH:
            return FOR_GOOD


def _marked(state: State, use: Use, on: Role, word: str, amount: int, lasts: Lasting) -> State:
    made = tuple(
        UnitMark(piece, word, amount, _left(state, piece, lasts), use.stars)
        for piece in use.units(on)
        if state.at[piece] != OFF
    )
    return altered(state, marks=(*state.marks, *made))


def _afflicted(rules: Rules, state: State, use: Use, effect: Stun | Freeze | Root | Silence | Ban) -> State:
    lasts, options = effect.lasts, rules.options
    if isinstance(effect, _HELD_BY_RULE):
        if options.frozen == "next turn" and lasts is Lasting.TURN:
            lasts = Lasting.NEXT_TURN
        elif options.frozen == "this turn" and options.stun_of_cards == "as frozen":
            lasts = Lasting.TURN if lasts is Lasting.NEXT_TURN else lasts
    return _marked(state, use, effect.on, _STATUS[type(effect)].value, 1, lasts)


def _shoved(rules: Rules, state: State, user: int, piece: int, hexes: int, *, away: bool) -> State:
    """A unit pushed or pulled along the line, hex by hex, as far as it can go (DW-11.4)."""
    if user < 0 or OFF in (state.at[user], state.at[piece]):
        return state
    here, cell = state.at[user], state.at[piece]
    line = (
        rules.field.beyond(here, cell, hexes)
        if away
        else tuple(reversed(rules.field.on_line(here, cell) or ()))
    )
    climbs = IS_SOLDIER[piece] and arm_of(state, piece) is not Arm.CAVALRY
    allowed = landing(rules, state, SEAT_OF[piece], general=IS_GENERAL[piece], climbs=climbs)
    if away is False and not line and rules.field.distances[here][cell] > 1:
        nearer = [
            near
            for near in bits(rules.field.around[cell])
            if rules.field.distances[here][near] < rules.field.distances[here][cell]
        ]
        line = tuple(near for near in nearer if allowed >> near & 1)[:1]
    goal = cell
    for passed in line[:hexes]:
        if not allowed >> passed & 1:
            break
        goal = passed
        if state.obstacles >> passed & 1:
            break
    return altered(state, at=put(state.at, piece, goal)) if goal != cell else state


def _player(use: Use, role: Role) -> int:
    chosen = use.chosen.get(role)
    return chosen[0] if chosen else use.seat


def _drawing(state: State, seat: int, amount: int) -> State:
    limit = Task(Work.DISCARD, seat=seat, count=HAND_LIMIT)
    if amount > 0:
        return altered(state, agenda=(*state.agenda, Task(Work.DRAW, seat=seat, count=amount), limit))
    left = max(0, len(state.cards.hands[seat]) + amount)
    return altered(state, agenda=(*state.agenda, replace(limit, count=left)))


def _paid(state: State, seat: int, amount: int) -> State:
    coins = tuple(max(0, n + amount) if one == seat else n for one, n in enumerate(state.coins))
    return altered(state, coins=coins)


def _stealing(state: State, seat: int, source: int, what: Taken, amount: int) -> State:
    if what is Taken.COIN:
        number = min(amount, state.coins[source])
        return _paid(_paid(state, source, -number), seat, number)
    number = min(amount, len(state.cards.hands[source]))
    limit = Task(Work.DISCARD, seat=seat, count=HAND_LIMIT)
    tasks = (Task(Work.STEAL, seat=seat, count=number, subject=RobbedHand(source)), limit)
    return altered(state, agenda=(*state.agenda, *tasks)) if number else state


def _arm(use: Use, role: Role) -> Arm | None:
    if str(role) in tuple(Arm):
        return Arm(role)
    chosen = use.chosen.get(role)
    return ARMS[chosen[0]] if chosen else None


def _recruited(rules: Rules, state: State, use: Use, effect: Recruit) -> State:
    arm = _arm(use, effect.arm)
    piece = free_piece(state, use.seat, arm) if arm in SOLDIER_ARMS and arm else None
    if piece is None:
        return state
    if effect.at == "castle":
        castle = next(one for one in castles_of(use.seat) if castle_arm(one) is arm)
        cells: tuple[int, ...] = (state.at[castle],) if state.at[castle] != OFF else ()
    else:
        cells = use.chosen.get(effect.at, ())
    climbs = arm is not Arm.CAVALRY
    allowed = landing(rules, state, use.seat, general=False, climbs=climbs)
    if not cells or not allowed >> cells[0] & 1:
        return state
    bit = 1 << piece
    waits = 0 if effect.acts else bit
    return altered(
        state,
        at=put(state.at, piece, cells[0]),
        hp=put(state.hp, piece, HP_MAX[piece]),
        moved=state.moved & ~bit | waits,
        acted=state.acted & ~bit | waits,
        fought=state.fought & ~bit,
    )


def _transformed(state: State, use: Use, effect: Transform) -> State:
    arm = _arm(use, effect.arm)
    if arm is None:
        return state
    for piece in use.units(effect.on):
        if IS_GENERAL[piece]:
            state = altered(state, marks=without(state.marks, piece, ("arm",)))
            if arm in SOLDIER_ARMS:
                number = SOLDIER_ARMS.index(arm)
                to = use._replace(chosen={"unit": (piece,)})
                state = _marked(state, to, Role("unit"), "arm", number, effect.lasts)
            continue
        new = free_piece(state, SEAT_OF[piece], arm)
        if new is not None and arm_of(state, piece) is not arm:
            state = _exchanged(state, piece, new)
    return state


def _exchanged(state: State, piece: int, new: int) -> State:
    """A soldier's piece replaced by another that takes its place, what it has done, and hits meant for it."""

    def kept(mask: int) -> int:
        return mask & ~(1 << piece | 1 << new) | ((mask >> piece & 1) << new)

    at = put(put(state.at, new, state.at[piece]), piece, OFF)
    hp = put(put(state.hp, new, HP_MAX[new]), piece, 0)
    return altered(
        state,
        at=at,
        hp=hp,
        moved=kept(state.moved),
        acted=kept(state.acted),
        fought=kept(state.fought),
        marks=tuple(_renamed(mark, piece, new) for mark in state.marks),
        stack=tuple(
            replace(
                hit,
                target=new if hit.target == piece else hit.target,
                attacker=new if hit.attacker == piece else hit.attacker,
                splash=new if hit.splash == piece else hit.splash,
                spill=tuple(new if unit == piece else unit for unit in hit.spill),
            )
            for hit in state.stack
        ),
        strikes=tuple(sorted((new if unit == piece else unit, cell) for unit, cell in state.strikes)),
    )


def _renamed(mark: UnitMark, piece: int, new: int) -> UnitMark:
    """A mark of a piece, or one that forbids attacking it once more, with the piece's new name."""
    aims = mark.word == "aimed" and mark.amount == piece
    return replace(
        mark, piece=new if mark.piece == piece else mark.piece, amount=new if aims else mark.amount
    )


def _returned(rules: Rules, state: State, piece: int) -> State:
    slot = next(bits(free_castles(rules, state, SEAT_OF[piece])), None)
    if slot is None or state.at[piece] != OFF:
        return state
    return altered(state, at=put(state.at, piece, slot), hp=put(state.hp, piece, HP_MAX[piece]))
