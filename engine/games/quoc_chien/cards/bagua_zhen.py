"""Bagua Zhen: armour."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.registry import has, usable_skills
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, equipment_of
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then

TRIGRAMS = "bagua-zhen"


def trigrams(state: State, seat: Seat) -> str:
    """Return the name of the effect that lets a seat judge in place of a Dodge.

    It's the skill's own name where its use shows a general.
    """
    armour = equipment_of(state, seat, Kind.ARMOUR)
    if armour is not None:
        return TRIGRAMS if card_of(armour).name == TRIGRAMS else ""
    if has(state, seat, "bazhen"):
        return TRIGRAMS
    return "bazhen" if any(skill.name == "bazhen" for skill, _, _ in usable_skills(state, seat)) else ""


@dataclass(frozen=True, slots=True)
class EightTrigrams(StackFrame):
    """A judgment in place of a Dodge: red is one. The result is `shan`, or False."""

    seat: Seat
    """The seat that needs a Dodge."""
    asked: bool = False
    """Whether the judgment has begun."""

    def run(self, game: QuocRules, state: State, came: Judged | None) -> FrameStep:
        """Start the judgment."""
        del game
        if not self.asked:
            return then(state, altered(self, asked=True), Judging(self.seat, TRIGRAMS))
        return done(state, "shan" if came is not None and came.suit.is_red else False)
