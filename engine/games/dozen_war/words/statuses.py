"""Marks that forbid a unit to do things for a while (DW-11)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.games.dozen_war.combat.marking import marked
from engine.games.dozen_war.content.effect import EffectOnUnits, Worked
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.terms import Lasting, Role, TermMeaning
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.position.marks import Status
from engine.games.dozen_war.position.state import State


@dataclass(frozen=True, slots=True)
class _Affliction(EffectOnUnits):
    """A status that units get for a while; it rides on a hit of the same record on the same role."""

    status: ClassVar[Status]
    """The status."""
    is_read: ClassVar[bool] = False
    """Whether the reading `frozen` says how long it lasts (DW-11.4)."""

    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.TURN
    """How long it lasts, as the pack writes it."""

    @property
    def rides_on(self) -> Role | None:
        """The role of the units."""
        return self.on

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the status on the units."""
        return marked(state, use, self.on, self.status, self._lasting(rules)), ()

    def _lasting(self, rules: Rules) -> Lasting:
        options = rules.options
        if self.is_read and options.frozen == "next turn" and self.lasts is Lasting.TURN:
            return Lasting.NEXT_TURN
        shortened = options.frozen == "this turn" and options.stun_of_cards == "as frozen"
        return Lasting.TURN if self.is_read and shortened and self.lasts is Lasting.NEXT_TURN else self.lasts


@dataclass(frozen=True, slots=True)
class Stun(_Affliction):
    """The unit can't move, attack, dig, block, or use or be the user of any skill or defence (DW-11)."""

    status = Status.STUNNED
    is_read = True
    stops_skills = True

    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.NEXT_TURN


@dataclass(frozen=True, slots=True)
class Freeze(_Affliction):
    """The unit can't move, attack, dig, block or use skills; cards may still be played on it (DW-11)."""

    status = Status.FROZEN
    is_read = True
    stops_skills = True


@dataclass(frozen=True, slots=True)
class Root(_Affliction):
    """The unit can't move or attack; it may block, use skills and be moved by others."""

    status = Status.ROOTED


@dataclass(frozen=True, slots=True)
class Silence(_Affliction):
    """The general can't use any skill (DW-11.2)."""

    status = Status.SILENCED
    is_read = True
    stops_skills = True

    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.NEXT_TURN


@dataclass(frozen=True, slots=True)
class Ban(_Affliction):
    """The general can't use a defend skill; its other skills stay."""

    status = Status.BANNED
