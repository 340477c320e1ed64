"""What is resolved in the bazaar: turns, effects, thefts, judgments, contests, masks."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.core.choosing import Outcome, Violation
from engine.core.ids import PieceId, Seat
from engine.kit.choosing.deeds import Deed
from engine.kit.content.vocabulary import Effects
from engine.kit.drawing import Drawing
from engine.kit.position import next_seat, order_from
from engine.kit.resolving.asking import Asked, Window
from engine.kit.resolving.frames import Frame, Step, Waiting, amended, done, instead, nearest, then, wait
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.picking import Choosing, ChoosingTogether
from engine.kit.zones.box import CardId, name_of
from engine.kit.zones.tabletop import ZoneName
from tests.bazaar.content import Contest, Either, Gain, Judge, Record, Rob, Take, cards
from tests.bazaar.state import MARKET, Acquire, EndTurn, Play, Respond, State, Use, rule

HAND_MOST = 4
LAMPS = 4
DECK, DISCARD = ZoneName("deck"), ZoneName("discard")


def record(card: str) -> Record:
    """Return what is printed on a card."""
    return cards()[name_of(card)]


def held(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards that a seat holds, or, where its hand is only counted, may hold."""
    zone = f"{seat}.hand"
    return (*state.zones.known(zone), *state.zones.can_be(zone))


def discarded(state: State, card: str) -> State:
    """Return the state with a card on the discards, wherever it was known to be."""
    return replace(state, zones=state.zones.moved(card, DISCARD))


def from_hand(state: State, seat: Seat, card: str, zone: str, *, up: bool | None = None) -> State:
    """Return the state with a card played from a hand, of which it may be that it was only counted."""
    zones = state.zones
    if not zones.is_in(card, f"{seat}.hand"):
        zones = zones.revealed(f"{seat}.hand", card, to=(seat,))
    return replace(state, zones=zones.moved(card, zone, up=up))


def paid(state: State, seat: Seat, gold: int) -> State:
    """Return the state with so much gold more for a seat, or less."""
    return replace(state, counters=state.counters.plus(seat, "gold", gold, least=0))


def drawing(game: Any, seat: Seat, count: int) -> Drawing:
    """Return that a seat draws; the discards are shuffled when the deck is spent."""
    to = ZoneName(f"{seat}.hand")
    return Drawing(DECK, to, count, seat, counted=game.counted, refill=DISCARD)


@dataclass(frozen=True, slots=True)
class Dealing(Frame):
    """The opening: a mask and three cards each, then the market."""

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del came
        masks = [Drawing(ZoneName("masks"), ZoneName(f"{seat}.mask"), 1, seat) for seat in state.seats]
        hands = [drawing(game, seat, 3) for seat in state.seats]
        market = [Refilling(number) for number in range(1, MARKET + 1)]
        return instead(state, *masks, *hands, *market, Turn(state.turn))


@dataclass(frozen=True, slots=True)
class Refilling(Frame):
    """An empty place in the market is filled from the deck, for all to see."""

    number: int

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del game, came
        place = ZoneName(f"market.{self.number}")
        return instead(state, Drawing(DECK, place)) if state.zones.is_empty(place) else done(state)


@dataclass(frozen=True, slots=True)
class Turn(Frame):
    """A seat's turn: play, use, buy as often as it likes."""

    seat: Seat
    ending: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
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

    def options(self, game: Any, state: Any, seat: Seat | None) -> Iterable[Deed]:
        market = (card for zone in game.tabletop.group("market") for card in state.zones.known(zone))
        cards = (*market, *state.zones.known(f"{self.seat}.play"), *held(state, self.seat))
        yield from self._legal(game, state, cards)
        yield EndTurn()

    def options_about(
        self, game: Any, state: Any, seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[Deed]:
        """Yield what may be done with some of the cards; ending the turn straightens others."""
        yield from self._legal(game, state, [CardId(one) for one in sorted(pieces)])
        yield EndTurn()

    def _legal(self, game: Any, state: Any, cards: Iterable[CardId]) -> Iterable[Deed]:
        thinkable = (deed for card in cards for deed in self.about(state, card))
        return (deed for deed in thinkable if not self.refusals(game, state, deed))

    def about(self, state: State, card: CardId) -> Iterable[Deed]:
        """Yield what could be meant with a card, legal or not."""
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

    def refusals(self, game: Any, state: Any, deed: Deed) -> tuple[Violation, ...]:
        match deed:
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

    def answered(self, game: Any, state: Any, deed: Deed) -> Step:
        match deed:
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
class Discarding(Frame):
    """A seat with too many cards chooses which to discard."""

    seat: Seat
    count: int

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del game
        if came is None:
            options = tuple(map(str, held(state, self.seat)))
            choice = Choosing(self.seat, "discard", options, self.count, self.count, kind="discard")
            return then(state, self, choice)
        for card in came:
            state = from_hand(state, self.seat, card, DISCARD)
        return done(state)


@dataclass(frozen=True, slots=True)
class Spent(Frame):
    """The match is over when nothing is left to draw: most gold wins."""

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del game, came
        if not state.zones.is_empty(DECK):
            return done(state)
        most = max(state.counters[seat, "gold"] for seat in state.in_play)
        winners = tuple(seat for seat in state.in_play if state.counters[seat, "gold"] == most)
        return done(replace(state, ended=Outcome(winners, rule(9), "spent")))


@dataclass(frozen=True, slots=True)
class Working(Frame):
    """A card's effects, in the printed order; `way`: which of several ways was chosen in one of them."""

    seat: Seat
    card: str
    section: str
    on: Seat | None = None
    at: int = 0
    ways: tuple[int, ...] = ()

    def run(self, game: Any, state: Any, came: Any) -> Step:
        effects: Effects = getattr(record(self.card), self.section)
        if came is not None and isinstance(_nth(effects, self.at), Either):
            return then(state, replace(self, at=self.at + 1), *self._of_way(game, effects, came[0]))
        if self.at >= len(effects):
            return done(state)
        effect = effects[self.at]
        if isinstance(effect, Either):
            ways = tuple(range(1, len(effect.ways) + 1))
            return then(state, self, Choosing(self.seat, "way", ways))
        return then(state, replace(self, at=self.at + 1), *self._frames(game, effect))

    def _of_way(self, game: Any, effects: Effects, way: int) -> list[Frame]:
        return [frame for one in effects[self.at].ways[way - 1] for frame in self._frames(game, one)]

    def _frames(self, game: Any, effect: Any) -> list[Frame]:
        match effect:
            case Gain(gold):
                return [Paying(self.seat, gold)]
            case Take(count):
                return [drawing(game, self.seat, count)]
            case Rob(gold) if self.on is not None:
                return [Theft(self.seat, self.on, gold)]
            case Judge(gold):
                return [Judgment(self.seat, gold)]
            case Contest(gold) if self.on is not None:
                return [Contesting(self.seat, self.on, gold)]
        return []


@dataclass(frozen=True, slots=True)
class Paying(Frame):
    """A seat takes gold."""

    seat: Seat
    gold: int

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del game, came
        return done(paid(state, self.seat, self.gold))


@dataclass(frozen=True, slots=True)
class Theft(Frame):
    """Gold is taken from a seat, unless it plays a guard; then the window closes, and masks may go off."""

    by: Seat
    whom: Seat
    gold: int
    shielded: bool = False
    asked: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del game, came
        if not self.asked:
            return then(state, replace(self, asked=True), Guarding(Asked((self.whom,))))
        taken = 0 if self.shielded else min(self.gold, state.counters[self.whom, "gold"])
        state = paid(paid(state, self.whom, -taken), self.by, taken)
        facts = (("whom", str(self.whom)), ("by", str(self.by)))
        return instead(state, Firing("robbed", facts, self.by)) if taken else done(state)


@dataclass(frozen=True, slots=True)
class Guarding(Window):
    """The robbed seat may play a guard."""

    def responses(self, game: Any, state: Any, seat: Seat) -> Iterable[Deed]:
        del game
        return (Respond(card) for card in held(state, seat) if record(card).answers == "theft")

    def responded(self, game: Any, state: Any, deed: Deed) -> Step:
        del game
        assert isinstance(deed, Respond)
        assert deed.by is not None
        state = amended(from_hand(state, deed.by, deed.respond, DISCARD), Theft, shielded=True)
        theft = nearest(state, Theft)
        assert theft is not None
        facts = (("whom", str(deed.by)), ("by", str(theft.by)))
        # Masks go off while the window is open: behind them lies this theft.
        return instead(state, Firing("shielded", facts, theft.by))


@dataclass(frozen=True, slots=True)
class Judgment(Frame):
    """The top card is turned up; charms may replace it, and may be warded off; then it counts."""

    seat: Seat
    gold: int
    part: int = 0

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del game
        if self.part == 0:
            return then(state, replace(self, part=1), Drawing(DECK, ZoneName("judged"), refill=DISCARD))
        if self.part == 1 and not came:
            return done(state)
        if self.part == 1:
            return then(
                state, replace(self, part=2), Firing("judging", (("seat", str(self.seat)),), self.seat)
            )
        (card,) = state.zones.known("judged")
        red = record(card).suit == "red"
        state = paid(discarded(state, card), self.seat, self.gold if red else 0)
        facts = (("card", str(card)), ("seat", str(self.seat)))
        return instead(state, Firing("judged", facts, self.seat))


@dataclass(frozen=True, slots=True)
class Charming(Frame):
    """A charm is about to replace the judged card: others may ward it off with a guard."""

    seat: Seat
    card: str
    warded: bool = False
    asked: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del game, came
        if not self.asked:
            state = from_hand(state, self.seat, self.card, DISCARD)
            others = order_from(state, self.seat, with_first=False)
            return then(state, replace(self, asked=True), Warding(Asked(others)))
        if self.warded:
            return done(state)
        (old,) = state.zones.known("judged")
        state = discarded(state, old)
        return done(replace(state, zones=state.zones.moved(self.card, "judged")))


@dataclass(frozen=True, slots=True)
class Warding(Window):
    """The others may ward off a charm, in turn order."""

    def responses(self, game: Any, state: Any, seat: Seat) -> Iterable[Deed]:
        del game
        return (Respond(card) for card in held(state, seat) if record(card).answers == "theft")

    def responded(self, game: Any, state: Any, deed: Deed) -> Step:
        del game
        assert isinstance(deed, Respond)
        assert deed.by is not None
        return done(amended(from_hand(state, deed.by, deed.respond, DISCARD), Charming, warded=True))


@dataclass(frozen=True, slots=True)
class Contesting(Frame):
    """Two seats put a card each, at the same time; the dearer one takes gold, both are discarded."""

    by: Seat
    whom: Seat
    gold: int

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del game
        if came is None:
            each = tuple(
                Choosing(seat, "contest", tuple(map(str, held(state, seat))), secret=True)
                for seat in (self.by, self.whom)
            )
            if any(not one.among for one in each):
                return done(state)
            return then(state, self, ChoosingTogether(each))
        costs = {}
        for seat, chosen in came:
            costs[seat] = record(chosen[0]).cost
            state = from_hand(state, seat, chosen[0], DISCARD)
        best = max(costs.values())
        winners = [seat for seat, cost in costs.items() if cost == best]
        return done(paid(state, winners[0], self.gold) if len(winners) == 1 else state)


@dataclass(frozen=True, slots=True)
class Unmasking(Frame):
    """A mask is turned up, which others may take note of; then it does what it does."""

    seat: Seat
    card: str
    moment: str
    facts: tuple[tuple[str, str | int], ...] = ()
    shown: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        del game, came
        if not self.shown:
            state = replace(state, zones=state.zones.turned(self.card, up=True))
            after = Firing("unmasked", (("card", self.card), ("seat", str(self.seat))), self.seat)
            return then(state, replace(self, shown=True), after)
        facts = dict(self.facts)
        match self.moment:
            case "shielded":  # the fox bites all the same
                state = paid(state, Seat(str(facts["whom"])), -1)
            case "unmasked" | "robbed":  # the owl and the crane find a coin
                state = paid(state, self.seat, 1)
            case "judged":  # the toad takes the card
                card = str(facts["card"])
                state = replace(state, zones=state.zones.moved(card, f"{self.seat}.hand"))
        return done(state)


FRAMES: tuple[type[Frame], ...] = (
    Dealing,
    Refilling,
    Turn,
    Discarding,
    Spent,
    Working,
    Paying,
    Theft,
    Guarding,
    Judgment,
    Charming,
    Warding,
    Contesting,
    Unmasking,
)


def _is_aimed(card: str) -> bool:
    return any(isinstance(effect, Rob | Contest) for effect in record(card).play)


def _nth(effects: Effects, at: int) -> Any:
    return effects[at] if at < len(effects) else None
