"""Qilin Gong: weapon."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import State, equipped
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.skills.occasions import is_struck_by
from engine.kit.resolving.frames import FrameStep, StackFrame
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.steps import Asking, OneQuestion
from engine.kit.zones.box import CardId


@known
class UnicornBow(Skill):
    """Kỳ Lân Cung: the owner's Slash discards a mount of its victim."""

    name = "qilin-gong"
    moments = (Moment.CAUSING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner's Slash is about to damage a player with a mount."""
        return is_struck_by(firing, seat) and bool(_mounts(state, firing.seat_of("victim")))

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frame that asks the owner which mount."""
        victim = firing.seat_of("victim")
        return (Unhorsing(seat, victim),)


@dataclass(frozen=True, slots=True)
class Unhorsing(OneQuestion[QuocRules, State, tuple[CardId, ...]]):
    """A player chooses a mount of another seat, and it's discarded."""

    seat: Seat
    """The seat that chooses the mount."""
    victim: Seat
    """The seat that loses it."""

    def question(self, game: QuocRules, state: State) -> Asking[tuple[CardId, ...]]:
        """Ask the player which mount."""
        del game
        return Asking((Asked(self.seat, "mount", tuple(_mounts(state, self.victim))),))

    def chosen(self, game: QuocRules, state: State, mounts: tuple[CardId, ...], /) -> FrameStep:
        """Discard it."""
        del game
        return after_discarding(state, self.victim, mounts)


def _mounts(state: State, seat: Seat) -> list[CardId]:
    return [card for card in equipped(state, seat) if card_of(card).kind in (Kind.PLUS, Kind.MINUS)]
