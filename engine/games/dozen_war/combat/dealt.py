"""The hits that cards and skills deal, and who may not answer them (DW-9.4, DW-11.1)."""

from engine.games.dozen_war.combat.losses import struck
from engine.games.dozen_war.content.effects import (
    Damage,
    Freeze,
    NoGuard,
    Pull,
    Silence,
    Stun,
    Unblockable,
    each_effect,
)
from engine.games.dozen_war.content.terms import Blow, Role
from engine.games.dozen_war.ground.reach import PLAIN_DAMAGE, plain_range, victims
from engine.games.dozen_war.position.marks import after_attack
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.rules import Rules
from engine.games.dozen_war.position.state import NOBODY, Hit, State, altered
from engine.games.dozen_war.using.slots import Record, Use

_NO_DEFENCE = (Stun, Pull, Freeze, Silence, Unblockable)
"""DW-11.1."""

Worked = tuple[State, tuple[Hit, ...]]
"""The position after an effect, and the hits that it deals, first to last."""


def blows(record: Record) -> frozenset[Role]:
    """Return the roles that a record hits, so that its statuses, pushes and pulls on them ride on the hit."""
    return frozenset(
        effect.on
        for effect in each_effect(record.effects)
        if isinstance(effect, Damage) and effect.blow is not Blow.LOSS
    )


def stops_skills(record: Record) -> bool:
    """Tell whether no defend skill answers a record's hits (DW-11.1)."""
    return any(isinstance(effect, _NO_DEFENCE) for effect in each_effect(record.effects))


def damaged(rules: Rules, state: State, use: Use, effect: Damage) -> Worked:
    """Return the position after damage: losses at once, anything else as hits that wait."""
    targets = use.units(effect.on)
    if effect.blow is Blow.LOSS:
        for piece in targets:
            if state.at[piece] != OFF:
                keeps = rules.options.poison_maps == "kept" and use.user >= 0
                killer = use.user if keeps else None
                state = struck(state, use.seat, piece, effect.amount, killer=killer)
        return state, ()
    attack = effect.blow is Blow.ATTACK and use.user >= 0
    change = state.changed(use.user) if attack else state.changed(-1)
    damage = max(1, effect.amount + change.damage)
    by = use.user if use.user >= 0 else NOBODY
    hits = []
    for target in targets:
        if state.at[target] == OFF:
            continue
        hits.append(
            Hit(
                by,
                target,
                None,
                damage,
                source=use.record.slug,
                stars=max(use.stars, change.stars),
                unguarded=bool(change.unguarded) or (not attack and _unguarded(use.record)),
                unblockable=bool(change.unblockable) or stops_skills(use.record),
                where=state.at[target],
                stood=-1 if by == NOBODY else state.at[by],
                seat=use.seat if by == NOBODY else -1,
                spill=victims(rules, state, by, target, damage) if attack and effect.splash else (),
            )
        )
    if attack:
        state = altered(state, marks=after_attack(state.marks, by)) if state.marks else state
    return state, tuple(hits)


def _unguarded(record: Record) -> bool:
    return any(isinstance(effect, NoGuard) for effect in each_effect(record.effects))


def reflected(state: State, use: Use, on: Role) -> tuple[Hit, ...]:
    """Return the hit that gives the attacker what the unit lost to it."""
    hit = use.hit
    if hit is None or not hit.lost or hit.attacker == NOBODY or state.at[hit.attacker] == OFF:
        return ()
    units = use.units(on)
    if not units or units[0] != hit.target:
        return ()
    return (_counter(state, use, hit.attacker, hit.lost, answerable=True),)


def struck_back(rules: Rules, state: State, use: Use, on: Role, *, answerable: bool) -> tuple[Hit, ...]:
    """Return hits with the arm's plain damage on what is in its plain range; the dead strike too."""
    cell = state.at[use.user]
    if cell == OFF and use.hit is not None:
        cell = use.hit.where
    if cell in {OFF, -1}:
        return ()
    in_range = plain_range(rules, state, use.user, cell)
    return tuple(
        _counter(state, use, target, PLAIN_DAMAGE, answerable=answerable)
        for target in use.units(on)
        if state.at[target] != OFF and in_range >> state.at[target] & 1
    )


def _counter(state: State, use: Use, target: int, damage: int, *, answerable: bool) -> Hit:
    return Hit(
        use.user,
        target,
        None,
        damage,
        source=use.record.slug,
        stars=use.stars,
        unguarded=not answerable,
        unblockable=True,
        counter=True,
        where=state.at[target],
        stood=state.at[use.user],
    )
