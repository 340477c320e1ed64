"""How the bazaar goes round: the deal, the market, turns, what is too much in a hand, and the end."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.core.decisions import Outcome, Violation
from engine.core.ids import PieceId, Seat
from engine.kit.choosing.actions import GameAction
from engine.kit.draws import Drawing
from engine.kit.position import next_seat, order_from
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, instead, then, wait
from engine.kit.zones.box import CardId
from engine.kit.zones.tabletop import ZoneName
from tests.bazaar.cards import DECK, DISCARD, drawing, from_hand, held, paid, record
from tests.bazaar.content import Contest, Rob
from tests.bazaar.effects import Working
from tests.bazaar.state import MARKET, Acquire, EndTurn, Play, State, Use, rule

HAND_MOST = 4


@dataclass(frozen=True, slots=True)
class Dealing(StackFrame):
    """The opening: a mask and three cards each, then the market."""

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        del came
        masks = [Drawing(ZoneName("masks"), ZoneName(f"{seat}.mask"), 1, seat) for seat in state.seats]
        hands = [drawing(game, seat, 3) for seat in state.seats]
        market = [Refilling(number) for number in range(1, MARKET + 1)]
        return instead(state, *masks, *hands, *market, Turn(state.turn))


@dataclass(frozen=True, slots=True)
class Refilling(StackFrame):
    """An empty place in the market is filled from the deck, for all to see."""

    number: int

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        del game, came
        place = ZoneName(f"market.{self.number}")
        return instead(state, Drawing(DECK, place)) if state.zones.is_empty(place) else done(state)


@dataclass(frozen=True, slots=True)
class Turn(StackFrame):
    """A seat's turn: play, use, buy as often as it likes."""

    seat: Seat
    ending: bool = False

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        del came
        if not self.ending:
            return wait(state, self)
        hand = f"{self.seat}.hand"
        count = state.zones.count(hand)
        after = replace(self, ending=False)
        if count > HAND_MOST:
            most = count - HAND_MOST
            return then(state, self, Discarding(self.seat, most))
        following = next_seat(state, self.seat)
        turned = tuple(
            card for card in state.zones.known(f"{following}.play") if state.zones.look(card).sideways
        )
        zones = state.zones
        for card in turned:
            zones = zones.turned(card, sideways=False)
        rounds = state.round + (order_from(state, state.seats[0])[0] == following)
        state = replace(state, zones=zones, turn=following, round=rounds, standing=())
        return instead(state, drawing(game, self.seat, 1), Spent(), replace(after, seat=following))

    def waits(self, game: Any, state: Any) -> Waiting:
        del game, state
        return Waiting((self.seat,), "turn", continues=False)

    def options(self, game: Any, state: Any, seat: Seat | None) -> Iterable[GameAction]:
        market = (card for zone in game.tabletop.group("market") for card in state.zones.known(zone))
        cards = (*market, *state.zones.known(f"{self.seat}.play"), *held(state, self.seat))
        yield from self._legal(game, state, cards)
        yield EndTurn()

    def options_about(
        self, game: Any, state: Any, seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[GameAction]:
        """Yield the actions with some of the cards; ending the turn straightens others."""
        yield from self._legal(game, state, [CardId(one) for one in sorted(pieces)])
        yield EndTurn()

    def _legal(self, game: Any, state: Any, cards: Iterable[CardId]) -> Iterable[GameAction]:
        thinkable = (action for card in cards for action in self.about(state, card))
        return (action for action in thinkable if not self.refusals(game, state, action))

    def about(self, state: State, card: CardId) -> Iterable[GameAction]:
        """Yield the actions that could be meant with a card, legal or not."""
        zone = state.zones.zone_of(card)
        if zone is not None and zone.group == "market":
            yield Acquire(card)
        elif zone is not None and zone.name == f"{self.seat}.play":
            yield Use(card)
        elif card in held(state, self.seat):
            if _is_aimed(card):
                yield from (Play(card, seat) for seat in order_from(state, self.seat, with_first=False))
            else:
                yield Play(card)

    def refusals(self, game: Any, state: Any, action: GameAction) -> tuple[Violation, ...]:
        match action:
            case Acquire(card):
                zone = state.zones.zone_of(card) if card in game.tabletop.box.numbers else None
                if zone is None or zone.group != "market":
                    return (Violation(rule(3), "not_for_sale", (("card", card),)),)
                cost, gold = record(card).cost, state.counters[self.seat, "gold"]
                facts = (("cost", cost), ("gold", gold))
                return (Violation(rule(3), "too_dear", facts),) if cost > gold else ()
            case Use(card):
                if not state.zones.is_in(card, f"{self.seat}.play") or not record(card).use:
                    return (Violation(rule(4), "not_laid", (("card", card),)),)
                used = state.zones.look(card).sideways
                return (Violation(rule(4), "exhausted", (("card", card),)),) if used else ()
            case Play(card, on):
                if card not in held(state, self.seat):
                    return (Violation(rule(2), "not_in_hand", (("card", card),)),)
                if not record(card).play and not record(card).stays:
                    return (Violation(rule(2), "answer_only", (("card", card),)),)
                others = order_from(state, self.seat, with_first=False)
                fits = on in others if _is_aimed(card) else on is None
                return () if fits else (Violation(rule(2), "whom"),)
        return (Violation(rule(1), "not_now"),)

    def answered(self, game: Any, state: Any, action: GameAction) -> FrameStep:
        match action:
            case Acquire(card):
                place = state.zones.zone_of(card).name
                state = paid(state, self.seat, -record(card).cost)
                # A lamp is laid before its buyer at once; the rest is taken in hand, as all have seen.
                to = f"{self.seat}.play" if record(card).stays else f"{self.seat}.hand"
                state = replace(state, zones=state.zones.moved(card, to))
                return then(game.judged(state), self, Refilling(int(place.rpartition(".")[2])))
            case Use(card):
                state = replace(state, zones=state.zones.turned(card, sideways=True))
                return then(state, self, Working(self.seat, card, "use"))
            case Play(card, on):
                stays = record(card).stays
                state = from_hand(state, self.seat, card, f"{self.seat}.play" if stays else DISCARD)
                return then(game.judged(state), self, Working(self.seat, card, "play", on))
        return replace(self, ending=True).run(game, state, None)


@dataclass(frozen=True, slots=True)
class Discarding(StackFrame):
    """A seat with too many cards chooses which to discard."""

    seat: Seat
    count: int

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        del game
        if came is None:
            options = tuple(map(str, held(state, self.seat)))
            choice = Choosing(self.seat, "discard", options, self.count, self.count, kind="discard")
            return then(state, self, choice)
        for card in came:
            state = from_hand(state, self.seat, card, DISCARD)
        return done(state)


@dataclass(frozen=True, slots=True)
class Spent(StackFrame):
    """The match is over when nothing is left to draw: most gold wins."""

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        del game, came
        if not state.zones.is_empty(DECK):
            return done(state)
        most = max(state.counters[seat, "gold"] for seat in state.in_play)
        winners = tuple(seat for seat in state.in_play if state.counters[seat, "gold"] == most)
        return done(replace(state, ended=Outcome(winners, rule(9), "spent")))


TURN_FRAMES: tuple[type[StackFrame], ...] = (Dealing, Refilling, Turn, Discarding, Spent)


def _is_aimed(card: str) -> bool:
    return any(isinstance(effect, Rob | Contest) for effect in record(card).play)
