"""Judgments: the top card is turned up, may be replaced, and counts (QC-2.4)."""

from dataclasses import dataclass
from typing import NamedTuple

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit, card_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DECK, DISCARDS, JUDGED, State, suit_of
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart
from engine.kit.resolving.steps import Giving


class Judged(NamedTuple):
    """The card that decided a judgment, with its suit and rank as they counted."""

    suit: Suit
    """Its suit, as it counts for the judged seat."""
    rank: int
    """Its rank, 1 to 13."""
    card: str
    """The card; it lies on the discards, unless a player took it."""


class JudgingPart(FramePart):
    """The parts of a judgment."""

    TURN_UP = 0
    REPLACE = 1
    READ = 2
    PUT_AWAY = 3


@dataclass(frozen=True, slots=True)
class Judging(Giving[Judged | None]):
    """A seat's judgment. The result is None if no card was left."""

    seat: Seat
    """The judged seat."""
    why: str
    """The card or skill that asks for it."""
    part: JudgingPart = JudgingPart.TURN_UP
    """The next part."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Do the next part: turn up, replace, read, then discard the card unless a player takes it."""
        match self.part:
            case JudgingPart.TURN_UP:
                following = altered(self, part=JudgingPart.REPLACE)
                return then(state, following, Drawing(DECK, JUDGED, refill=DISCARDS))
            case JudgingPart.REPLACE if not came:
                return done(state)
            case JudgingPart.REPLACE:
                about = (("seat", str(self.seat)), ("why", self.why))
                return then(state, altered(self, part=JudgingPart.READ), Firing(Moment.JUDGING, about))
            case JudgingPart.READ:
                card = state.zones.known(JUDGED)[0]  # a card that isn't judged yet may lie under it
                facts = (("seat", str(self.seat)), ("why", self.why), ("card", str(card)))
                following = altered(self, part=JudgingPart.PUT_AWAY)
                return then(state, following, Firing(Moment.JUDGED, facts, self.seat), _Kept(str(card)))
        judged = str(came)
        if state.zones.is_in(judged, JUDGED):
            state = discarded(state, (judged,))
        return done(state, Judged(suit_of(state, self.seat, judged), card_of(judged).rank, judged))


@dataclass(frozen=True, slots=True)
class _Kept(StackFrame):
    """Gives a card to the frame below."""

    card: str
    """The card."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Return the card as the result."""
        del game, came
        return done(state, self.card)


JUDGING_FRAMES: tuple[type[StackFrame], ...] = (Judging, _Kept)
