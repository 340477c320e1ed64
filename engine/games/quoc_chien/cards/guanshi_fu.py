"""Guanshi Fu: weapon."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import State, cards_of
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.resolving.slash import Slashing, SlashPart
from engine.games.quoc_chien.skills.doing import is_own
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done, nearest
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.steps import Asking, OneQuestion
from engine.kit.zones.box import CardId

BLADE_COST = 2


@known
class StoneAxe(Skill):
    """Quán Thạch Phủ: for two cards the owner's Slash hits although it was dodged."""

    name = "guanshi-fu"
    moments = (Moment.DODGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner's Slash was dodged and there are two cards beside the axe."""
        return is_own(firing, "user", seat) and len(self._cards(state, seat)) >= BLADE_COST

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frames that discard the two cards and make the Slash hit."""
        return (Paying(seat, tuple(self._cards(state, seat)), BLADE_COST), Hitting())

    def _cards(self, state: State, seat: Seat) -> list[CardId]:
        return [card for card in cards_of(state, seat) if card_of(card).name != self.name]


@dataclass(frozen=True, slots=True)
class Paying(OneQuestion[QuocRules, State, tuple[CardId, ...]]):
    """The step where a seat discards a number of some cards."""

    seat: Seat
    """The seat that discards."""
    among: tuple[str, ...]
    """The cards that it may choose from."""
    count: int
    """How many cards it discards."""

    def question(self, game: QuocRules, state: State) -> Asking[tuple[CardId, ...]]:
        """Ask the seat which cards."""
        del game, state
        return Asking((Asked(self.seat, "pay", self.among, self.count, self.count, kind="discard"),))

    def chosen(self, game: QuocRules, state: State, cards: tuple[CardId, ...], /) -> FrameStep:
        """Discard them."""
        del game
        return after_discarding(state, self.seat, cards)


@dataclass(frozen=True, slots=True)
class Hitting(StackFrame):
    """A dodged Slash hits nevertheless."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Make the Slash hit."""
        del game, came
        return done(amended(state, Slashing, part=SlashPart.HIT) if nearest(state, Slashing) else state)
