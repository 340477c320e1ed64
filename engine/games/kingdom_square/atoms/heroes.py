"""Heroes: HP, transformations, rushes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from engine.core.decisions import Violation, broken
from engine.games.kingdom_square.content.atom import Atom, Frames, Ways, Work
from engine.games.kingdom_square.content.parameters import Who
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.aims import each_of, units_for
from engine.games.kingdom_square.position.field import SEATS
from engine.games.kingdom_square.position.state import counted, hero, hero_card, rule
from engine.games.kingdom_square.turn.card_choices import Choice, Weighing
from engine.games.kingdom_square.turn.consequences import Event, Follows
from engine.games.kingdom_square.turn.damage import fallen, healed
from engine.kit.changed import altered
from engine.kit.content.vocabulary import Says


@dataclass(frozen=True, slots=True)
class PayLife(Atom):
    """The player's hero loses HP as a part of the cost."""

    amount: Annotated[int, Says("HP", 1, 9)]

    def refused(self, state: State, work: Work) -> Iterable[Violation]:
        """Return the reason if the hero hasn't enough HP."""
        life = hero_card(state, work.seat).df - state.counters[hero(work.seat), Counts.DAMAGE]
        if self.amount >= life:
            yield broken(rule(6, 1), "too_dear", card=work.source, cost=self.amount, left=life)

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Count the damage of the hero."""
        del on
        return fallen(rules, counted(state, hero(work.seat), Counts.DAMAGE, self.amount))

    def whom(self) -> str:
        """Return the words for the list: who pays."""
        return "the player's hero"


@dataclass(frozen=True, slots=True)
class Heal(Atom):
    """The player's hero gains HP."""

    hp: Annotated[int, Says("HP", 1, 9)]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Give the hero HP (option `healing`)."""
        del on
        return healed(rules, state, work.seat, self.hp)

    def whom(self) -> str:
        """Return the words for the list: who is healed."""
        return "the player's hero"


@dataclass(frozen=True, slots=True)
class Salve(Atom):
    """A unit gains HP, or the next damage to it is less. A unit without HP has more defense this turn."""

    hp: Annotated[int, Says("HP, or damage", 1, 9)]

    @property
    def takes(self) -> int:
        """The unit."""
        return 1

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return all units. In the first edition the hero is the only one."""
        return each_of(units_for(state, work, 0, Who.UNIT)) if rules.options.is_printed else [()]

    def usual(self, rules: TableRules, work: Work) -> tuple[str, ...]:
        """Return the player's hero."""
        del rules
        return (hero(work.seat),)

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Ask the player which of the two."""
        del state
        unit = on[0] if rules.options.is_printed else ""
        return (Weighing(work.seat, Choice.SALVE, unit, self.hp),)

    def whom(self) -> str:
        """Return the words for the list: the units."""
        return "1: any unit, heroes too; anywhere"


@dataclass(frozen=True, slots=True)
class Transform(Atom):
    """The hero becomes another one and keeps its damage."""

    into: Annotated[int, Says("the number of its card", 1, 999)]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Change the hero's card."""
        del on
        first, second = (
            f"no.{self.into}" if one == work.seat else card
            for one, card in zip(SEATS, state.heroes, strict=True)
        )
        return fallen(rules, altered(state, heroes=(first, second)))

    def whom(self) -> str:
        """Return the words for the list: who changes."""
        return "itself"


@dataclass(frozen=True, slots=True)
class Rush(Atom):
    """The hero moves one tile or attacks, this number of times."""

    times: Annotated[int, Says("times", 1, 9)]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Return the frame that asks for each move or attack."""
        del rules, state, on
        return (Follows(Event.RUSHES, work.seat, number=self.times),)

    def whom(self) -> str:
        """Return the words for the list: who moves."""
        return "the player's hero"
