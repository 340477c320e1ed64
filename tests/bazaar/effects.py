"""The effects of the bazaar's cards: gold, thefts, judgments, contests, and masks that go off."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.core.ids import Seat
from engine.kit.choosing.actions import GameAction
from engine.kit.content.vocabulary import Effects
from engine.kit.draws import Drawing
from engine.kit.position import order_from
from engine.kit.resolving.answer_windows import Asked, Window
from engine.kit.resolving.combinations import Choosing, ChoosingTogether
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done, instead, nearest, then
from engine.kit.resolving.moments import Firing
from engine.kit.zones.tabletop import ZoneName
from tests.bazaar.cards import DECK, DISCARD, discarded, drawing, from_hand, held, paid, record
from tests.bazaar.content import Contest, Either, Gain, Judge, Rob, Take
from tests.bazaar.state import Respond


@dataclass(frozen=True, slots=True)
class Working(StackFrame):
    """A card's effects, in the printed order; `way`: which of several ways was chosen in one of them."""

    seat: Seat
    card: str
    section: str
    on: Seat | None = None
    at: int = 0
    ways: tuple[int, ...] = ()

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
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

    def _of_way(self, game: Any, effects: Effects, way: int) -> list[StackFrame]:
        choice = effects[self.at]
        assert isinstance(choice, Either)  # narrows the type: its way was chosen
        return [frame for one in choice.ways[way - 1] for frame in self._frames(game, one)]

    def _frames(self, game: Any, effect: Any) -> list[StackFrame]:
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
class Paying(StackFrame):
    """A seat takes gold."""

    seat: Seat
    gold: int

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        del game, came
        return done(paid(state, self.seat, self.gold))


@dataclass(frozen=True, slots=True)
class Theft(StackFrame):
    """Gold is taken from a seat, unless it plays a guard; then the window closes, and masks may go off."""

    by: Seat
    whom: Seat
    gold: int
    shielded: bool = False
    asked: bool = False

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        del game, came
        if not self.asked:
            return then(state, replace(self, asked=True), Guarding(Asked((self.whom,))))
        taken = 0 if self.shielded else min(self.gold, state.counters[self.whom, "gold"])
        state = paid(paid(state, self.whom, -taken), self.by, taken)
        facts = (("whom", str(self.whom)), ("by", str(self.by)))
        return instead(state, Firing("robbed", facts, self.by)) if taken else done(state)


@dataclass(frozen=True, slots=True)
class Guarding(Window[Any, Any]):
    """The robbed seat may play a guard."""

    def responses(self, game: Any, state: Any, seat: Seat) -> Iterable[GameAction]:
        del game
        return (Respond(card) for card in held(state, seat) if record(card).answers == "theft")

    def responded(self, game: Any, state: Any, action: GameAction) -> FrameStep:
        del game
        assert isinstance(action, Respond)
        assert action.by is not None
        state = amended(from_hand(state, action.by, action.respond, DISCARD), Theft, shielded=True)
        theft = nearest(state, Theft)
        assert theft is not None
        facts = (("whom", str(action.by)), ("by", str(theft.by)))
        # Masks go off while the window is open: behind them lies this theft.
        return instead(state, Firing("shielded", facts, theft.by))


@dataclass(frozen=True, slots=True)
class Judgment(StackFrame):
    """The top card is turned up; charms may replace it, and may be warded off; then it counts."""

    seat: Seat
    gold: int
    part: int = 0

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
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
class Charming(StackFrame):
    """A charm is about to replace the judged card: others may ward it off with a guard."""

    seat: Seat
    card: str
    warded: bool = False
    asked: bool = False

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
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
class Warding(Window[Any, Any]):
    """The others may ward off a charm, in turn order."""

    def responses(self, game: Any, state: Any, seat: Seat) -> Iterable[GameAction]:
        del game
        return (Respond(card) for card in held(state, seat) if record(card).answers == "theft")

    def responded(self, game: Any, state: Any, action: GameAction) -> FrameStep:
        del game
        assert isinstance(action, Respond)
        assert action.by is not None
        return done(amended(from_hand(state, action.by, action.respond, DISCARD), Charming, warded=True))


@dataclass(frozen=True, slots=True)
class Contesting(StackFrame):
    """Two seats put a card each, at the same time; the dearer one takes gold, both are discarded.

    Hands that are only counted may both seem to hold a card. If both name it, one is mistaken, and nobody can
    tell who before all have chosen: then nothing is compared.
    """

    by: Seat
    whom: Seat
    gold: int

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        del game
        if came is None:
            each = tuple(
                Choosing(seat, "contest", tuple(map(str, held(state, seat))), secret=True)
                for seat in (self.by, self.whom)
            )
            if any(not one.among for one in each):
                return done(state)
            return then(state, self, ChoosingTogether(each))
        if len({chosen for _, chosen in came}) < len(came):
            return done(state)
        costs = {}
        for seat, chosen in came:
            costs[seat] = record(chosen[0]).cost
            state = from_hand(state, seat, chosen[0], DISCARD)
        best = max(costs.values())
        winners = [seat for seat, cost in costs.items() if cost == best]
        return done(paid(state, winners[0], self.gold) if len(winners) == 1 else state)


@dataclass(frozen=True, slots=True)
class Unmasking(StackFrame):
    """A mask is turned up, which others may take note of; then it does what it does."""

    seat: Seat
    card: str
    moment: str
    facts: tuple[tuple[str, str | int], ...] = ()
    shown: bool = False

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
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


EFFECT_FRAMES: tuple[type[StackFrame], ...] = (
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


def _nth(effects: Effects, at: int) -> Any:
    return effects[at] if at < len(effects) else None
