"""Effects that several cards and skills share."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moving import discarded, taken
from engine.games.quoc_chien.position.registry import has
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DISCARDS, State, alive, held, own
from engine.games.quoc_chien.resolving.damage import PLAIN, Damage
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import HAND, OPEN, Answering, after_discarding, lost, takeable
from engine.games.quoc_chien.resolving.slash import Slashing
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead
from engine.kit.resolving.steps import Asking, OneQuestion
from engine.kit.zones.box import CardId


@dataclass(frozen=True, slots=True)
class Forced(OneQuestion[QuocRules, State, bool]):
    """A target plays a card of a name, or takes one damage."""

    target: Seat
    """The seat that must answer."""
    wanted: str
    """The name of the card that answers: `sha` or `shan`."""
    user: Seat
    """The seat that used the trick."""
    card: str
    """The trick's name."""
    cards: tuple[str, ...]
    """The cards that count as the trick."""

    def question(self, game: QuocRules, state: State) -> Asking[bool]:
        """Ask the target for the card."""
        del game, state
        return Asking((Answering(self.target, self.wanted, 1, self.user, self.card),))

    def chosen(self, game: QuocRules, state: State, plays: bool, /) -> FrameStep:  # noqa: FBT001  # the answer
        """Deal the damage if the target doesn't play it."""
        del game
        if plays:
            return done(state)
        return instead(state, Damage(self.target, 1, self._source(state), PLAIN, self.card, self.cards))

    def _source(self, state: State) -> Seat:
        """Return the seat that deals the damage: the user, or the king of somebody else's Barbarians."""
        kings = (one for one in alive(state) if one != self.user and has(state, one, "huoshou"))
        return next(kings, self.user) if self.card == "nanman-ruqin" else self.user


@dataclass(frozen=True, slots=True)
class Robbing(OneQuestion[QuocRules, State, tuple[str, ...]]):
    """A seat takes or discards one card of another: a hand card unseen, or an open one."""

    user: Seat
    """The seat that takes or discards. It chooses the card, unless a skill of the target lets the target
    choose."""
    target: Seat
    """The seat that loses the card."""
    keeps: bool = False
    """Whether the card goes to the user's hand; else it's discarded."""
    places: tuple[str, ...] = (HAND, *OPEN)
    """The places where the card may be."""

    def question(self, game: QuocRules, state: State) -> Asking[tuple[str, ...]]:
        """Ask which card; the hand stands for one of its cards, unseen."""
        del game
        hand = own(self.target, HAND)
        if has(state, self.target, "wanwei") and self.user != self.target:
            mine = takeable(state, self.target, self.places, keeps=self.keeps)
            return Asking((Asked(self.target, "rob", tuple(map(str, mine))),))
        unseen = [str(hand)] if HAND in self.places and not state.zones.is_empty(hand) else []
        lying = takeable(state, self.target, (one for one in OPEN if one in self.places), keeps=self.keeps)
        return Asking((Asked(self.user, "rob", (*unseen, *map(str, lying))),))

    def chosen(self, game: QuocRules, state: State, cards: tuple[str, ...], /) -> FrameStep:
        """Take the card, or discard it."""
        del game
        hand = own(self.target, HAND)
        for one in cards:
            if one == hand:
                to = own(self.user, "hand") if self.keeps else DISCARDS
                blind = Drawing(hand, to, 1, self.user if self.keeps else None, blind=True)
                return instead(state, blind, *lost(state, self.target, (one,), thrown=int(not self.keeps)))
            judgment = state.zones.is_in(one, own(self.target, "judgment"))
            if self.keeps:
                state = taken(state, one, self.user)
                return instead(state, *(() if judgment else lost(state, self.target, (one,))))
            if judgment:
                return instead(discarded(state, (one,)))
            return after_discarding(state, self.target, (one,))
        return done(state)


@dataclass(frozen=True, slots=True)
class Dropping(OneQuestion[QuocRules, State, tuple[CardId, ...]]):
    """A seat discards a number of cards of its hand, or of hand and equipment."""

    seat: Seat
    """The seat that discards."""
    count: int
    """How many cards, or all that it has if these are fewer."""
    all_of_it: bool = False
    """Whether equipment may be discarded, too."""

    def question(self, game: QuocRules, state: State) -> Asking[tuple[CardId, ...]]:
        """Ask the seat which cards."""
        del game
        hand = held(state, self.seat)
        found = (*hand, *state.zones.known(own(self.seat, "equipment"))) if self.all_of_it else hand
        count = min(self.count, len(found))
        return Asking((Asked(self.seat, "discard", tuple(map(str, found)), count, count, kind="discard"),))

    def chosen(self, game: QuocRules, state: State, cards: tuple[CardId, ...], /) -> FrameStep:
        """Discard them."""
        del game
        return after_discarding(state, self.seat, cards)


EFFECT_FRAMES: tuple[type[StackFrame], ...] = (
    Slashing,
    Forced,
    Robbing,
    Dropping,
)
