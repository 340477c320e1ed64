"""Answers to a hit or a card: undo it, lead it elsewhere, hit back (DW-9.1, DW-18.4)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from engine.core.decisions import Violation, broken
from engine.games.dozen_war.content.effect import Effect, EffectOnUnits, Worked
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.terms import ATTACKER, USER, Cancelled, Role, TermMeaning
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.reach import PLAIN_DAMAGE, plain_range
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.state import NOBODY, Hit, State, altered


@dataclass(frozen=True, slots=True)
class Cancel(Effect):
    """Undo a card, or the hit on one unit with its damage and its statuses. Other units are still hit.

    `what: hit` does nothing if no hit is pending. A cancelled card is spent without effect.
    """

    is_answer = True
    may_be_vain = True

    what: Annotated[Cancelled, TermMeaning("what is undone")] = Cancelled.HIT

    @property
    def cancels(self) -> Cancelled | None:
        """The thing that it cancels."""
        return self.what

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position without the hit; a card's window closes by itself (`combat.card_let_work`)."""
        del rules
        if self.what is Cancelled.HIT and use.hit is not None and state.stack:
            state = altered(state, stack=state.stack[:-1])
        return state, ()

    def faults(self, rules: Rules, state: State, use: Use) -> Iterator[Violation]:
        """Yield that a card can answer only for its bearer."""
        del state
        if self.what is not Cancelled.HIT or use.hit is None:
            return
        if use.is_card and use.user != use.hit.target:
            hurt = str(rules.roster.ids[use.hit.target])
            yield broken(use.rule, "answers_for_others", name=use.record.names.phrase, piece=hurt)


@dataclass(frozen=True, slots=True)
class Redirect(Effect):
    """Let the pending hit land on another unit of its owner.

    Others may block for that unit. It can't redirect the hit again.
    """

    is_answer = True

    to: Annotated[Role, TermMeaning("who takes the hit")]

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the hit on the other unit, without its splash."""
        del rules
        for piece in use.units(self.to)[:1]:
            if use.hit is not None and state.at[piece] != OFF:
                moved = replace(
                    state.stack[-1],
                    target=piece,
                    splash=None,
                    spill=(),
                    redirected=True,
                    where=state.at[piece],
                )
                state = altered(state, stack=(*state.stack[:-1], moved))
        return state, ()


@dataclass(frozen=True, slots=True)
class Reflect(EffectOnUnits):
    """The attacker takes as many HP as the unit really lost to the hit, also if it died or blocked."""

    is_answer = True
    hits_back = True

    on: Annotated[Role, TermMeaning("who lost the HP")] = USER
    """The role of the unit that lost the HP."""

    @property
    def asks_for_victim(self) -> bool:
        """It needs only the number of HP that were lost."""
        return False

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the hit that gives the attacker the HP that the unit lost."""
        del rules
        hit = use.hit
        if hit is None or not hit.lost or hit.attacker == NOBODY or state.at[hit.attacker] == OFF:
            return state, ()
        if use.units(self.on)[:1] != (hit.target,):
            return state, ()
        return state, (_counter(state, use, hit.attacker, hit.lost, answerable=True),)

    def answer_faults(self, rules: Rules, state: State, use: Use, hit: Hit) -> Iterator[Violation]:
        """Yield that there is no unit to hit, or that nothing was lost."""
        gone = _gone(rules, state, use, hit)
        if gone is not None:
            yield gone
        elif hit.landed and not hit.lost:
            hurt = str(rules.roster.ids[hit.target])
            yield broken(use.rule, "nothing_lost", name=use.record.names.phrase, piece=hurt)


@dataclass(frozen=True, slots=True)
class StrikeBack(EffectOnUnits):
    """The user hits each of the units with its arm's plain damage, if in its plain range; no splash.

    The hit is a strike and uses up no attack. A user that died strikes too, from its last place.
    """

    is_answer = True
    hits_back = True

    on: Annotated[Role, TermMeaning("who is hit")] = ATTACKER
    """The role of the units that are hit."""
    answerable: Annotated[bool, TermMeaning("whether the hit may be blocked or answered")] = True

    @property
    def is_users(self) -> bool:
        """It strikes from where its user is."""
        return True

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the hits on the units in the user's plain range."""
        cell = state.at[use.user]
        if cell == OFF and use.hit is not None:
            cell = use.hit.where
        if cell in {OFF, -1}:
            return state, ()
        in_range = plain_range(rules, state, use.user, cell)
        return state, tuple(
            _counter(state, use, target, PLAIN_DAMAGE, answerable=self.answerable)
            for target in use.units(self.on)
            if state.at[target] != OFF and in_range >> state.at[target] & 1
        )

    def answer_faults(self, rules: Rules, state: State, use: Use, hit: Hit) -> Iterator[Violation]:
        """Yield that there is no unit to hit, or only units out of range."""
        if self.on != ATTACKER:
            return
        gone = _gone(rules, state, use, hit)
        if gone is not None:
            yield gone
        elif hit.landed:
            here = state.at[use.user] if state.at[use.user] != OFF else hit.where
            there = state.at[hit.attacker]
            if not plain_range(rules, state, use.user, here) >> there & 1:
                yield broken(
                    use.rule,
                    "beyond_range",
                    place=str(rules.roster.ids[hit.attacker]),
                    name=use.record.names.phrase,
                    distance=rules.field.distances[here][there],
                )


def _gone(rules: Rules, state: State, use: Use, hit: Hit) -> Violation | None:
    """Return why a hit has no attacker to hit back; None: it has one."""
    if hit.attacker == NOBODY:
        return broken(use.rule, "nobody_to_hit", name=use.record.names.phrase)
    if state.at[hit.attacker] == OFF:
        return broken(use.rule, "target_gone", target=str(rules.roster.ids[hit.attacker]))
    return None


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
