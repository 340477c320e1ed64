"""How cards are used and answered with: what counts as what, and where cards go that were played."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import RuleId, Seat
from engine.games.quoc_chien.content.cards import SLASHES, Card, Kind, card_of
from engine.games.quoc_chien.position.actions import Respond, UseSkill
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import converting, has, lent
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    at_hand,
    cards_of,
    counted,
    discarded,
    has_equipped,
    held,
    is_away,
    is_banned,
    own,
    put,
    rule,
)
from engine.games.quoc_chien.resolving.judging import EightTrigrams
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, instead, then, wait
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId, name_of

HAND = "hand"
OPEN = ("equipment", "judgment")
"""Where others may take from a seat: unseen, and what lies open."""

MINE = ("hand", "equipment")
"""Where a seat's own cards are."""


def drawing(seat: Seat, count: int) -> Drawing:
    """Return that a seat draws; the discards are shuffled when the deck is spent."""
    return Drawing(DECK, own(seat, "hand"), count, seat, refill=DISCARDS)


def fits(card: Card, wanted: str) -> bool:
    """Tell whether a card is of a wanted name; any Slash is a `sha`, either nullification a `wuxie-keji`."""
    if wanted == "sha":
        return card.name in SLASHES
    if wanted == "wuxie-keji":
        return card.name in ("wuxie-keji", "wuxie-keji-guo")
    return card.name == wanted


def converted(
    state: State, seat: Seat, wanted: str, *, playing: bool
) -> Iterator[tuple[tuple[CardId, ...], str, str]]:
    """Yield cards of a seat that count as a card of the wanted name: they, that name, and the skill.

    By a hidden general's skill too: to use it is to show it.
    """
    if has_equipped(state, seat, "zhangba-shemao") and wanted == "sha":
        hand = [card for card in held(state, seat) if not is_banned(state, seat, card)]
        yield from (
            ((one, other), "sha", "zhangba-shemao") for n, one in enumerate(hand) for other in hand[n + 1 :]
        )
    for skill in converting(state, seat):
        for cards, name in skill.converts(state, seat, wanted, playing=playing):
            if not any(is_banned(state, seat, card) for card in cards):
                yield cards, name, skill.name
    for owner, skill in lent(state, seat):
        for cards, name in skill.lends_cards(state, owner, wanted):
            yield cards, name, skill.name


def converts_anything(state: State, seat: Seat) -> bool:
    """Tell whether any cards may count as another for a seat now."""
    return (
        has_equipped(state, seat, "zhangba-shemao")
        or bool(converting(state, seat))
        or next(lent(state, seat), None) is not None
    )


def answers(game: QuocRules, state: State, seat: Seat, wanted: str) -> Iterator[Respond]:
    """Yield how a seat may answer with a card of a name."""
    del game
    if is_away(state, seat):
        return
    for card in at_hand(state, seat):
        if fits(card_of(card), wanted):
            yield Respond(card)
    for cards, name, _ in converted(state, seat, wanted, playing=False):
        yield Respond(cards[0], name, cards[1:])


def slashes(state: State, seat: Seat, other: Seat) -> Iterator[Respond]:
    """Yield how a seat may use a Slash on another that it's asked for: whatever it may use as one, in range.

    Cards that pay don't count for the range, as in the play phase.
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
    """Return the state with what was answered with discarded, and what follows from it.

    A seat that makes cards count as another by a hidden general's skill shows it.
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
    """Return why a seat can't answer so where a card of a name is wanted; `by`: the rule that wants it."""
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
    """Return the moment after a seat has answered with a card of a name; no action: a judgment did for it.

    `as`: as what its cards counted by a skill, if they aren't one of that name.
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
    """How many of them are still wanted."""
    to: Seat | None = None
    """The seat that made it answer; None: nobody did."""
    for_: str = ""
    """The name of the card or skill that made it answer."""
    helped: bool = False
    """An armour's judgment was tried."""
    unarmoured: bool = False
    """Armour doesn't count."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask, unless it has nothing to answer with."""
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
        """Return who is to answer."""
        return Waiting((self.seat,), "respond")

    def options(self, game: QuocRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield its answers, and that it doesn't."""
        yield from self._ways(game, state)
        yield Pass()

    def refusals(self, game: QuocRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return why it isn't an answer."""
        return no_answer(state, self.seat, action, self.wanted, rule(2, 6))

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Take the answer; say that there was one."""
        match action:
            case UseSkill():
                state, above = game.skill_used(state, self.seat, action.skill)
                return then(state, altered(self, helped=True), *above, EightTrigrams(self.seat))
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
    """Return the state with a seat's own cards discarded, the last on top, and what follows from that."""
    cards = tuple(cards)
    state = discarded(state, cards)
    return state, lost(state, seat, cards, thrown=len(cards))


def lost(state: State, seat: Seat, cards: Iterable[str], *, thrown: int = 0) -> tuple[StackFrame, ...]:
    """Return what follows when a seat has lost cards of its own.

    `thrown`: how many of them were discarded. Cards that are used, played, recast, compared or replaced lie
    on the discards too, and weren't discarded.
    """
    cards = tuple(cards)
    if not cards or seat in state.out:
        return ()
    return (Losses(seat, len(cards), thrown, any(card.startswith("feilong-duofeng") for card in cards)),)


_LEFT = (Count.UNWORN, Count.UNSILVERED, Count.UNTAUGHT)
"""The counts of equipment that left its owner, until that has its effect."""


@dataclass(frozen=True, slots=True)
class Losses(StackFrame):
    """A seat has lost cards: the moments of that, and what equipment does that leaves it.

    The moment says how many of them were of its hand (`hand`): the others lay before it.
    """

    seat: Seat
    """The seat that lost the cards."""
    count: int
    """How many cards."""
    thrown: int = 0
    """How many of them were discarded; they lie on top of the discards."""
    phoenix: bool = False
    """The lord's sword is one of them."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Say so, once for the cards and once for each equipment."""
        del came
        state = counted(state, self.seat, Count.LOST, self.count)
        worn, silver, untaught = (state.counters[self.seat, what] for what in _LEFT)
        for what in _LEFT if worn else ():  # the others are counted with what was worn
            state = put(state, self.seat, what, 0)
        facts = (
            ("seat", str(self.seat)),
            ("count", self.count),
            ("hand", max(0, self.count - worn)),
            ("thrown", self.thrown),
            ("phoenix", int(self.phoenix)),
        )
        above: list[StackFrame] = [Firing(Moment.UNEQUIPPED, facts, self.seat)] * worn
        if silver:
            above.append(game.healing(self.seat))
        if untaught:
            above += (game.losing(self.seat), drawing(self.seat, 2))
        return instead(state, Firing(Moment.LOST, facts, self.seat), *above)


def takeable(
    state: State, seat: Seat, places: Iterable[str] = (HAND, *OPEN), *, keeps: bool = True
) -> tuple[CardId, ...]:
    """Return which of a seat's cards in some places another may take; not `keeps`: or discard.

    The treasure of who has Jubao can be discarded by others, but not taken.
    """
    guards = keeps and has(state, seat, "jubao")
    found = (card for place in places for card in state.zones.known(own(seat, place)))
    return tuple(card for card in found if not (guards and card_of(card).kind is Kind.TREASURE))


PLAYING_FRAMES: tuple[type[StackFrame], ...] = (Answering, Losses)
