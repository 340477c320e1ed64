"""How cards are used and answered with: conversions, and the places of played cards."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import RuleId, Seat
from engine.games.quoc_chien.content.cards import SLASHES, Card, Kind, card_of
from engine.games.quoc_chien.position.actions import Respond, UseSkill
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.registry import converting, has, leaving, lent
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    at_hand,
    cards_of,
    counted,
    is_away,
    is_banned,
    own,
    put,
    rule,
)
from engine.games.quoc_chien.resolving.card_rules import rules_of
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, instead, then, wait
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId, name_of

HAND = "hand"
OPEN = ("equipment", "judgment")
"""The places where others may take a seat's cards: the hand unseen, and the open ones."""

MINE = ("hand", "equipment")
"""The places of a seat's own cards."""


def drawing(seat: Seat, count: int) -> Drawing:
    """Return the frame where a seat draws; the discards are shuffled when the deck is spent."""
    return Drawing(DECK, own(seat, "hand"), count, seat, refill=DISCARDS)


def fits(card: Card, wanted: str) -> bool:
    """Tell whether a card has a wanted name, or answers to it: every Slash is a `sha`."""
    return wanted in (card.name, rules_of(card.name).answers_to)


def converted(
    state: State, seat: Seat, wanted: str, *, playing: bool
) -> Iterator[tuple[tuple[CardId, ...], str, str]]:
    """Yield cards of a seat that count as a card of the wanted name, with that name and the skill.

    Hidden generals' skills count, too; their use shows the general.
    """
    for skill in converting(state, seat):
        for cards, name in skill.converts(state, seat, wanted, playing=playing):
            if not any(is_banned(state, seat, card) for card in cards):
                yield cards, name, skill.name
    for owner, skill in lent(state, seat):
        for cards, name in skill.lends_cards(state, owner, wanted):
            yield cards, name, skill.name


def converts_anything(state: State, seat: Seat) -> bool:
    """Tell whether any cards of a seat may count as others now."""
    return bool(converting(state, seat)) or next(lent(state, seat), None) is not None


def answers(game: QuocRules, state: State, seat: Seat, wanted: str) -> Iterator[Respond]:
    """Yield a seat's answers with a card of a name."""
    del game
    if is_away(state, seat):
        return
    for card in at_hand(state, seat):
        if fits(card_of(card), wanted):
            yield Respond(card)
    for cards, name, _ in converted(state, seat, wanted, playing=False):
        yield Respond(cards[0], name, cards[1:])


def slashes(state: State, seat: Seat, other: Seat) -> Iterator[Respond]:
    """Yield the Slashes within range that a seat may use on another when asked for one.

    Cards that pay for the Slash don't count for the range, as in the play phase.
    """
    if is_away(state, seat) or is_away(state, other):
        return
    ways: list[tuple[tuple[CardId, ...], str]] = [
        ((card,), "") for card in at_hand(state, seat) if card_of(card).name in SLASHES
    ]
    for wanted in SLASHES:
        ways += [(cards, name) for cards, name, _ in converted(state, seat, wanted, playing=False)]
    for cards, name in dict.fromkeys(ways):
        if is_within(state, seat, other, without=frozenset(map(str, cards))):
            yield Respond(cards[0], name, cards[1:])


def paid(game: QuocRules, state: State, seat: Seat, action: Respond) -> tuple[State, tuple[StackFrame, ...]]:
    """Return the state with an answer's cards discarded, and the frames that follow.

    A seat that makes cards count as another by a hidden general's skill shows that general.
    """
    cards = (action.respond, *action.with_)
    above: tuple[StackFrame, ...] = ()
    if action.as_:
        state, above = game.shown_for(state, seat, cards, action.as_, playing=False)
    state = counted(state, seat, Count.CARDS)
    if any(fits(card_of(card), "sha") for card in cards) or action.as_ == "sha":
        state = put(state, seat, Count.SLASHED, 1)
    mine = [card for card in cards if card in cards_of(state, seat)]
    return discarded(state, cards), (*above, *lost(state, seat, mine))


def no_answer(state: State, seat: Seat, action: GameAction, wanted: str, by: RuleId) -> tuple[Violation, ...]:
    """Return why an answer isn't possible where a card of a name is wanted. `by`: the rule that wants it."""
    if not isinstance(action, Respond):
        return (broken(rule(2, 2), "not_now"),)
    mine = {str(card) for card in (*at_hand(state, seat), *cards_of(state, seat))}
    mine |= {name_of(card) for card in mine}
    missing = [card for card in (action.respond, *action.with_) if card not in mine]
    if missing and not action.as_:
        return (broken(rule(2, 6), "not_in_hand", card=missing[0]),)
    if action.as_ == wanted:
        return (broken(rule(3, 1), "not_converted", name=wanted),)
    return (broken(by, "wrong_answer", name=wanted),)


def answered_with(seat: Seat, name: str, action: Respond | None = None) -> Firing:
    """Return the moment after a seat has answered with a card of a name.

    Without an action a judgment answered for the seat. The fact `as` is the name that its cards counted as by
    a skill, if it isn't their own.
    """
    card, as_ = ("", "") if action is None else (str(action.respond), action.as_)
    return Firing(Moment.ANSWERED, (("seat", str(seat)), ("name", name), ("card", card), ("as", as_)), seat)


@dataclass(frozen=True, slots=True)
class Answering(StackFrame):
    """A seat may answer with cards of a name. The result is True if it did."""

    seat: Seat
    """The seat that may answer."""
    wanted: str
    """The name of the card that is wanted."""
    count: int = 1
    """How many of these cards are still wanted."""
    to: Seat | None = None
    """The seat that made it answer; None: no seat did."""
    for_: str = ""
    """The name of the card or skill that made it answer."""
    helped: bool = False
    """Whether an armour's judgment was tried."""
    unarmoured: bool = False
    """Whether armour doesn't count."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the seat, unless it has no answer."""
        if came == "shan":
            state = counted(state, self.seat, Count.ANSWERED)
            left = altered(self, count=self.count - 1, helped=False)
            return then(state, left, answered_with(self.seat, self.wanted))
        if self.count < 1:
            return done(state, True)  # noqa: FBT003  # the frame's result
        if any(True for _ in self._ways(game, state)) or game.asks_all:
            return wait(state, self)
        return done(state, False)  # noqa: FBT003  # the frame's result

    def waits(self, game: QuocRules, state: State) -> Waiting:
        """Return the seat that answers."""
        return Waiting((self.seat,), "respond")

    def options(self, game: QuocRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield the seat's answers, and the refusal to answer."""
        yield from self._ways(game, state)
        yield Pass()

    def refusals(self, game: QuocRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return why an action is no answer."""
        return no_answer(state, self.seat, action, self.wanted, rule(2, 6))

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Take the answer; the result says whether there was one."""
        match action:
            case UseSkill():
                state, above = game.skill_used(state, self.seat, action.skill)
                return then(state, altered(self, helped=True), *above, game.judging_to_dodge(self.seat))
            case Respond():
                state, above = paid(game, state, self.seat, action)
                left = altered(self, count=self.count - 1, helped=False)
                return then(state, left, *above, answered_with(self.seat, self.wanted, action))
        return done(state, False)  # noqa: FBT003  # the frame's result

    def _ways(self, game: QuocRules, state: State) -> Iterator[GameAction]:
        yield from answers(game, state, self.seat, self.wanted)
        if self.wanted == "shan" and not self.helped and not self.unarmoured:
            trigrams = game.trigrams(state, self.seat)
            if trigrams:
                yield UseSkill(trigrams)


def thrown(state: State, seat: Seat, cards: Iterable[str]) -> tuple[State, tuple[StackFrame, ...]]:
    """Return the state with cards of a seat discarded, the last on top, and the frames that follow."""
    cards = tuple(cards)
    state = discarded(state, cards)
    return state, lost(state, seat, cards, thrown=len(cards))


def after_discarding(state: State, seat: Seat, cards: Iterable[str], *frames: StackFrame) -> FrameStep:
    """Return the step where a seat discards cards, and that is replaced by what follows, then by frames."""
    state, above = thrown(state, seat, cards)
    return instead(state, *above, *frames)


def lost(state: State, seat: Seat, cards: Iterable[str], *, thrown: int = 0) -> tuple[StackFrame, ...]:
    """Return the frames after a seat has lost its cards.

    `thrown`: how many of them count as discarded. Cards that are used, played, recast, compared or replaced
    lie on the pile too, but don't count.
    """
    cards = tuple(cards)
    if not cards or seat in state.out:
        return ()
    return (Losses(seat, len(cards), thrown, any(card.startswith("feilong-duofeng") for card in cards)),)


@dataclass(frozen=True, slots=True)
class Losses(StackFrame):
    """A seat has lost cards: the moments of the loss, and the effects of lost equipment.

    The moment has the number of hand cards among them (`hand`); the others lay before the seat.
    """

    seat: Seat
    """The seat that lost the cards."""
    count: int
    """How many cards."""
    thrown: int = 0
    """How many of them were discarded; they lie on top of the discards."""
    phoenix: bool = False
    """Whether the lord's sword is one of them."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Fire the moment, once for the cards and once for each equipment."""
        del came
        state = counted(state, self.seat, Count.LOST, self.count)
        worn = state.counters[self.seat, Count.UNWORN]
        facts = (
            ("seat", str(self.seat)),
            ("count", self.count),
            ("hand", max(0, self.count - worn)),
            ("thrown", self.thrown),
            ("phoenix", int(self.phoenix)),
        )
        above: list[StackFrame] = [Firing(Moment.UNEQUIPPED, facts, self.seat)] * worn
        for what, effect in leaving() if worn else ():  # these are counted as equipment too
            if state.counters[self.seat, what]:
                above += effect.after_leaving(game, self.seat)
                state = put(state, self.seat, what, 0)
        if worn:
            state = put(state, self.seat, Count.UNWORN, 0)
        return instead(state, Firing(Moment.LOST, facts, self.seat), *above)


def takeable(
    state: State, seat: Seat, places: Iterable[str] = (HAND, *OPEN), *, keeps: bool = True
) -> tuple[CardId, ...]:
    """Return the cards of a seat, in some places, that another player may take.

    Without `keeps` they are the cards that the other may discard. The treasure of a seat with Jubao can be
    discarded, but not taken.
    """
    guards = keeps and has(state, seat, "jubao")
    found = (card for place in places for card in state.zones.known(own(seat, place)))
    return tuple(card for card in found if not (guards and card_of(card).kind is Kind.TREASURE))


PLAYING_FRAMES: tuple[type[StackFrame], ...] = (Answering, Losses)
