"""Xiongsuan, a skill of Lijueguosi of Qun."""

from typing import ClassVar

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import SKILLS, known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    held,
    put,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import (
    drawing,
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Xiongsuan(Stepwise):
    """Once a match, for a hand card: one damage to one of the kingdom, three cards; a spent skill comes back.

    A limited skill of that player's comes back once the turn is over.
    """

    name = "xiongsuan"
    limited = True
    reading: ClassVar[tuple[str, str] | None] = ("xichou", "newer")

    def can(self, state: State, seat: Seat) -> bool:
        """With a hand card."""
        return bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the card."""
        return use.ask(state, use.choose(held(state, use.seat), kind="discard"), self.paid)

    def paid(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Choose whom it hits."""
        seat = use.seat
        friends = [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]
        return use.ask(state, use.choose(friends), self.chosen, card)

    def chosen(self, use: SkillUse, state: State, whom: Seat, card: CardId) -> FrameStep:
        """Discard, hit."""
        state, above = thrown(state, use.seat, (card,))
        frames = (*above, Damage(whom, 1, use.seat))
        return use.first(state, frames, self.hit, whom)

    def hit(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Draw, if the owner lives."""
        if use.seat in state.out:
            return done(state)
        return use.first(state, (drawing(use.seat, 3),), self.drew, whom)

    def drew(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Choose which skill comes back."""
        spent = _spent(state, whom) if whom not in state.out else []
        return use.ask(state, use.choose(spent), self.renewed, whom) if spent else done(state)

    def renewed(self, use: SkillUse, state: State, skill: str, whom: Seat) -> FrameStep:
        """Let it come back once the turn is over."""
        return done(put(state, whom, Family.RENEWED.of(skill), 1))


def _spent(state: State, seat: Seat) -> list[str]:
    """Return a seat's limited skills that were used."""
    found = (what for what, _ in state.counters.of_one(seat) if what.startswith(Family.LIMITED))
    names = (what.removeprefix(Family.LIMITED) for what in found)
    return sorted(name for name in names if name in SKILLS)
