"""Qilin Gong: weapon."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import Skill, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    equipped,
)
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.skills.occasions import is_struck_by
from engine.kit.resolving.frames import FrameStep, StackFrame, instead, then
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class UnicornBow(Skill):
    """Kỳ Lân Cung: a mount of whom the owner's Slash damages is discarded."""

    name = "qilin-gong"
    moments = (Moment.CAUSING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner's Slash is about to damage somebody with a mount."""
        return is_struck_by(firing, seat) and bool(_mounts(state, firing.whom("victim")))

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Let its owner choose which mount."""
        victim = firing.whom("victim")
        return (Unhorsing(seat, victim),)


@dataclass(frozen=True, slots=True)
class Unhorsing(StackFrame):
    """A mount of a seat is discarded, as another chooses."""

    seat: Seat
    victim: Seat

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask which."""
        del game
        if came is None:
            return then(state, self, Asked(self.seat, "mount", tuple(_mounts(state, self.victim))))
        state, above = thrown(state, self.victim, came)
        return instead(state, *above)


def _mounts(state: State, seat: Seat) -> list[CardId]:
    return [card for card in equipped(state, seat) if card_of(card).kind in (Kind.PLUS, Kind.MINUS)]
