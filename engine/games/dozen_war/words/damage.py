"""HP lost and given back."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from engine.core.decisions import Violation, broken
from engine.games.dozen_war.combat.dealt import stops_blocks, stops_skills
from engine.games.dozen_war.combat.losses import struck
from engine.games.dozen_war.content.effect import Befell, EffectOnUnits, Worked
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.terms import Blow, Role, TermMeaning
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.reach import victims
from engine.games.dozen_war.position.marks import NO_CHANGES, after_attack
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import HP_MAX
from engine.games.dozen_war.position.state import NOBODY, Hit, State, altered, put

Amount = Annotated[int, TermMeaning("HP", 1, 3)]


@dataclass(frozen=True, slots=True)
class Damage(EffectOnUnits):
    """Take HP from each of the units; what has none left dies (DW-4.4, DW-8.3, DW-12.4).

    A killing `attack` of cavalry splashes unless `splash` is false. Statuses, pushes and pulls of the same
    record on the same units ride on the hit: they reach the unit that it hits.
    """

    amount: Amount
    """The HP that each of them loses."""
    blow: Annotated[Blow, TermMeaning("how it comes")] = Blow.ATTACK
    splash: Annotated[bool, TermMeaning("whether a kill by cavalry splashes")] = True

    @property
    def is_attack(self) -> bool:
        """Whether it comes as its user's attack (DW-9.4)."""
        return self.blow is Blow.ATTACK

    @property
    def struck(self) -> Role | None:
        """The role that it hits; a loss hits nobody."""
        return None if self.blow is Blow.LOSS else self.on

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position after losses, which happen at once; other damage becomes waiting hits."""
        if self.blow is Blow.LOSS:
            keeps = rules.options.poison_maps == "kept" and use.user >= 0
            for piece in use.units(self.on):
                if state.at[piece] != OFF:
                    state = struck(state, use.seat, piece, self.amount, killer=use.user if keeps else None)
            return state, ()
        attack = self.is_attack and use.user >= 0
        hits = tuple(
            self._hit(rules, state, use, target, attack=attack)
            for target in use.units(self.on)
            if state.at[target] != OFF
        )
        if attack and state.marks:
            state = altered(state, marks=after_attack(state.marks, use.user))
        return state, hits

    def _hit(self, rules: Rules, state: State, use: Use, target: int, *, attack: bool) -> Hit:
        change = state.changed(use.user) if attack else NO_CHANGES
        by = use.user if use.user >= 0 else NOBODY
        damage = max(1, self.amount + change.damage)
        return Hit(
            by,
            target,
            None,
            damage,
            source=use.record.slug,
            stars=max(use.stars, change.stars),
            unguarded=bool(change.unguarded) or (not attack and stops_blocks(use.record)),
            unblockable=bool(change.unblockable) or stops_skills(use.record),
            where=state.at[target],
            stood=-1 if by == NOBODY else state.at[by],
            seat=use.seat if by == NOBODY else -1,
            spill=victims(rules, state, by, target, damage) if attack and self.splash else (),
        )

    def befalls(self, rules: Rules, state: State, use: Use) -> Befell:
        """Return the position after units lose HP to fate; each keeps its last one."""
        del rules
        hp = bytearray(state.hp)
        for unit in use.units(self.on):
            if state.at[unit] != OFF:
                hp[unit] = max(1, hp[unit] - self.amount)
        return altered(state, hp=bytes(hp)), ()


@dataclass(frozen=True, slots=True)
class Heal(EffectOnUnits):
    """Give HP back, never above the piece's full HP, never to the dead.

    As an answer it acts before the hit and may be given to the hit unit only if that then survives.
    """

    may_be_vain = True

    amount: Amount
    """The HP that each of them gets."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the living healed."""
        del rules
        for piece in use.units(self.on):
            if state.at[piece] != OFF:
                healed = min(HP_MAX[piece], state.hp[piece] + self.amount)
                state = altered(state, hp=put(state.hp, piece, healed))
        return state, ()

    def faults(self, rules: Rules, state: State, use: Use) -> Iterator[Violation]:
        """Yield that a unit would die of the hit even if healed."""
        if use.hit is None or use.hit.landed:
            return
        for piece in use.units(self.on):
            if piece == use.hit.target and state.hp[piece] + self.amount <= use.hit.damage:
                yield broken(use.rule, "heals_in_vain", piece=str(rules.roster.ids[piece]))
