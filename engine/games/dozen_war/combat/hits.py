"""The landing of hits: HP lost, pieces killed, splash, and the effects tied to them (DW-11, DW-18.4)."""

from dataclasses import replace

from engine.games.dozen_war.combat.dealt import blows
from engine.games.dozen_war.combat.losses import block_cost, struck
from engine.games.dozen_war.content.effect import each_effect
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.reach import range_from
from engine.games.dozen_war.position.holdings import SplashVictims, Task, Work
from engine.games.dozen_war.position.marks import BoostWord, one_less
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import SEAT_OF
from engine.games.dozen_war.position.state import NOBODY, Hit, State, altered
from engine.games.dozen_war.using.slots import record_of


def misses(rules: Rules, state: State, hit: Hit) -> bool:
    """Tell whether a waiting hit misses, since a unit died or left the range (DW-18.4)."""
    if state.at[hit.target] == OFF:
        return True
    if hit.counter or hit.attacker == NOBODY:
        return False
    if state.at[hit.attacker] == OFF:
        return rules.options.dead_attacker == "misses"
    here, there = state.at[hit.attacker], state.at[hit.target]
    if hit.source or hit.blocked or hit.redirected or (here, there) == (hit.stood, hit.where):
        return False
    return not range_from(rules, state, hit.attacker, here) >> there & 1


def landed(rules: Rules, state: State, hit: Hit) -> tuple[State, Hit]:
    """Return the position after a hit has landed, and the hit as it was on the stack."""
    seat, killer = hit.by, None if hit.attacker == NOBODY else hit.attacker
    damage = hit.damage
    if state.marks:
        shield = min(state.changed(hit.target).shield, damage)
        damage -= shield
        for _ in range(shield):
            state = altered(state, marks=one_less(state.marks, hit.target, BoostWord.SHIELD))
    before, where = state.hp[hit.target], state.at[hit.target]
    after = struck(state, seat, hit.target, damage, killer=killer) if damage else state
    if hit.splash is not None and after.at[hit.target] == OFF and after.at[hit.splash] != OFF:
        after = _splashed(rules, after, hit, hit.splash)
    if hit.spill and after.at[hit.target] == OFF:
        after = _spilling(rules, after, hit)
    if hit.source:
        after = _ridden(rules, after, hit)
    lost = before - after.hp[hit.target]
    return after, replace(hit, landed=True, lost=lost, where=where, splash=None, spill=())


def _splashed(rules: Rules, state: State, hit: Hit, victim: int) -> State:
    """Strike the second unit, which nothing protects (DW-6.5); by one reading it may answer afterwards."""
    before, where = state.hp[victim], state.at[victim]
    after = struck(state, hit.by, victim, hit.damage, killer=hit.attacker)
    if rules.options.splash_answers == "off":
        return after
    done = replace(hit, target=victim, landed=True, where=where, splash=None, spill=())
    return altered(after, stack=(*after.stack, replace(done, lost=before - after.hp[victim])))


def _spilling(rules: Rules, state: State, hit: Hit) -> State:
    """Return the splash of a card or skill that has killed; the attacker chooses among victims (DW-6.2)."""
    alive = [unit for unit in hit.spill if state.at[unit] != OFF]
    if len(alive) == 1:
        return _splashed(rules, state, hit, alive[0])
    if not alive:
        return state
    task = Task(
        Work.SPILL,
        seat=SEAT_OF[hit.attacker],
        piece=hit.attacker,
        count=hit.damage,
        subject=SplashVictims(tuple(alive)),
    )
    return altered(state, agenda=(task, *state.agenda))


def spill_victims(task: Task) -> tuple[int, ...]:
    """Return the units that can be chosen as a splash's victim."""
    assert isinstance(task.subject, SplashVictims)  # noqa: S101  # narrows the type
    return task.subject.pieces


def spilled(state: State, victim: int) -> State:
    """Return the position after the attacker has chosen the unit that the splash hits."""
    task = state.agenda[0]
    rest = altered(state, agenda=state.agenda[1:])
    return struck(rest, task.seat, victim, task.count, killer=task.piece)


def _ridden(rules: Rules, state: State, hit: Hit) -> State:
    """Return the position after the statuses, pushes and pulls tied to a hit (DW-11.2, DW-11.4)."""
    record = record_of(rules, hit.source)
    if hit.counter:
        return state
    targets = blows(record)
    use = Use(record, hit.by, hit.attacker, hit.stars)
    for effect in each_effect(record.effects):
        role = effect.rides_on
        if role is not None and role in targets:
            if state.at[hit.target] == OFF:
                break
            state, _ = effect.works(rules, state, use._replace(chosen={str(role): (hit.target,)}))
    return state


def taken_over(rules: Rules, state: State, blocker: int) -> State:
    """Return the position with the waiting hit on the infantryman that blocks it (DW-5.3 to DW-5.6)."""
    hit = state.stack[-1]
    damage = block_cost(rules, blocker, hit.damage)
    blocked = replace(hit, target=blocker, damage=damage, splash=None, spill=(), blocked=True)
    return altered(state, stack=(*state.stack[:-1], blocked))
