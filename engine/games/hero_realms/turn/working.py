"""The effects of cards, one after the other in the printed order (DG-4)."""

from dataclasses import dataclass, replace

from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import Faction, record
from engine.games.hero_realms.content.words import (
    Cards,
    ChooseOne,
    Combat,
    Counted,
    Draw,
    ForEach,
    Gold,
    Health,
    OpponentDiscards,
    Prepare,
    Recall,
    Redirect,
    Rummage,
    Sacrifice,
    Stun,
)
from engine.games.hero_realms.position.sides import champion_targets, holder, made_to_discard, side_of
from engine.games.hero_realms.position.state import (
    HEALTH,
    SACRIFICED,
    TEAM_HEALTH,
    Came,
    HeroRules,
    Named,
    Numbered,
    State,
    Tallied,
    champions,
    hand_of,
    in_play,
    is_prepared,
    own,
    owner_of,
    tallied,
    tallied_as,
    untallied,
)
from engine.games.hero_realms.turn.held_choices import ChoosingHeld, choosing
from engine.kit.changed import altered
from engine.kit.content.vocabulary import Effects
from engine.kit.draws import Drawing
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.zones.box import CardId


@dataclass(frozen=True, slots=True)
class Working(StackFrame):
    """A card's effects, from the next one on."""

    seat: Seat
    """The seat that plays or uses the card."""
    card: CardId
    """The card."""
    section: str
    """The part of its record: `play` or the ability that is used."""
    at: int = 0
    """The number of the next effect."""
    of: int = 0
    """The number of the effect that is a choice; it counts only if `way` isn't 0."""
    way: int = 0
    """The number of the chosen way, from 1; then these are its effects. 0: these are the card's own
    effects."""
    asked: bool = False
    """The seat was just asked for the way."""

    @property
    def effects(self) -> Effects:
        """The effects to carry out."""
        found: Effects = getattr(record(self.card), self.section)
        if not self.way:
            return found
        choice = found[self.of]
        assert isinstance(choice, ChooseOne)  # noqa: S101  # narrows the type: its way was chosen
        return choice.ways[self.way - 1]

    def run(self, game: HeroRules, state: State, came: Numbered) -> FrameStep:
        """Carry out effects that ask nobody; put others on the stack, and go on after them."""
        effects = self.effects
        for at in range(self.at, len(effects)):
            effect = effects[at]
            if isinstance(effect, ChooseOne):
                if not self.asked:
                    ways = tuple(range(1, len(effect.ways) + 1))
                    return then(state, replace(self, at=at, asked=True), Choosing(self.seat, "way", ways))
                after = replace(self, at=at + 1, asked=False)
                return then(state, after, replace(self, at=0, of=at, way=came[0] if came else 0, asked=False))
            above = _frame(game, self.seat, effect)
            if above is not None:
                return then(state, replace(self, at=at + 1), above)
            state = _given(game, state, self.seat, self.card, effect)
        return done(state)


def _frame(game: HeroRules, seat: Seat, effect: object) -> StackFrame | None:
    """Return the frame of an effect, or None if the effect is carried out at once."""
    match effect:
        case Draw(cards):
            return drawing(game, seat, cards)
        case Stun(may):
            return Stunning(seat, may)
        case Prepare():
            return Preparing(seat)
        case Sacrifice(most, gives):
            return Sacrificing(seat, most, gives)
        case Recall(cards, may):
            return Recalling(seat, cards is Cards.CHAMPIONS, may)
        case Rummage(most, may):
            return Rummaging(seat, most, may)
        case OpponentDiscards(cards):
            return Targeting(seat, cards)
    return None


def _given(game: HeroRules, state: State, seat: Seat, card: CardId, effect: object) -> State:
    match effect:
        case Gold(amount):
            return gained(state, seat, Tallied.GOLD, amount)
        case Combat(amount):
            return gained(state, seat, Tallied.COMBAT, amount)
        case Health(amount):
            return healed(game, state, seat, amount)
        case ForEach(what, amount, counted):
            given = amount * _count(state, seat, card, counted)
            pool = Tallied(what)
            health = pool is Tallied.HEALTH
            return healed(game, state, seat, given) if health else gained(state, seat, pool, given)
        case Redirect(cards, to):
            return altered(state, redirects=(*state.redirects, (str(seat), str(cards), str(to))))
    raise AssertionError(effect)


def _count(state: State, seat: Seat, card: CardId, counted: Counted) -> int:
    match counted:
        case Counted.CHAMPIONS:
            return len(champions(state, seat))
        case Counted.OTHER_CHAMPIONS:
            return sum(one != card for one in champions(state, seat))
        case Counted.OTHER_GUARDS:
            return sum(one != card and record(one).guard for one in champions(state, seat))
        case Counted.OTHER_OF_FACTION:
            faction: Faction = record(card).faction
            return sum(one != card and record(one).faction is faction for one in in_play(state, seat))


def gained(state: State, seat: Seat, pool: Tallied, amount: int) -> State:
    """Return the state with more in a seat's pool."""
    return tallied(state, seat, pool, amount)


def healed(game: HeroRules, state: State, seat: Seat, amount: int) -> State:
    """Return the state with more health for a seat's side (reading `health_cap`)."""
    whose = holder(state, seat)
    now = state.counters[whose, Tallied.HEALTH]
    most = TEAM_HEALTH if len(side_of(state, seat)) > 1 else HEALTH
    after = now + amount if game.options.health_cap == "none" else max(now, min(most, now + amount))
    return tallied_as(state, whose, Tallied.HEALTH, after)


def drawing(game: HeroRules, seat: Seat, count: int) -> Drawing:
    """Return the frame where a seat draws; an empty deck is refilled from its discard pile (DG-7.2)."""
    counted = game.options.hands == "counted"
    return Drawing(
        own(seat, "deck"), own(seat, "hand"), count, seat, counted=counted, refill=own(seat, "discard")
    )


def from_hand(state: State, seat: Seat, card: CardId, zone: str) -> State:
    """Return the state with a card taken out of a hand, even a hand that was only counted."""
    zones = state.zones
    if not zones.is_in(card, own(seat, "hand")):
        zones = zones.revealed(own(seat, "hand"), card, to=(seat,))
    return altered(state, zones=zones.moved(card, zone))


def stunned(state: State, champion: CardId) -> State:
    """Return the state with a champion on its owner's discard pile (DG-6.2)."""
    owner = owner_of(state, champion)
    assert owner is not None  # noqa: S101  # narrows the type: it's in play
    zones = state.zones.moved(champion, own(owner, "discard"))
    return altered(untallied(state, champion), zones=zones)


@dataclass(frozen=True, slots=True)
class Stunning(StackFrame):
    """A champion is stunned without combat, guards before others (DG-6.5)."""

    seat: Seat
    """The seat that stuns."""
    may: bool
    """It may choose no champion."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Let the seat choose a champion, then stun it."""
        if came is None:
            found = tuple(str(card) for _, card in champion_targets(state, game.options, self.seat))
            return then(state, self, Choosing(self.seat, "stun", found, 0 if self.may else 1))
        for card in came:
            state = stunned(state, card)
        return done(state)


@dataclass(frozen=True, slots=True)
class Preparing(StackFrame):
    """An expended champion of the player's own is turned upright (DG-4.3)."""

    seat: Seat
    """The seat that prepares a champion."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Let the seat choose a champion, then turn it."""
        del game
        if came is None:
            found = tuple(str(card) for card in champions(state, self.seat) if not is_prepared(state, card))
            return then(state, self, Choosing(self.seat, "prepare", found))
        zones = state.zones
        for card in came:
            zones = zones.turned(card, sideways=False)
        return done(altered(state, zones=zones))


@dataclass(frozen=True, slots=True)
class Sacrificing(StackFrame):
    """Cards from hand or discard pile may be sacrificed; their own effects don't happen (DG-4.5)."""

    seat: Seat
    """The seat that sacrifices."""
    most: int
    """The most cards that it may sacrifice."""
    gives: int
    """The combat that the seat gains if it sacrifices any card."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Let the seat choose the cards, then put them away."""
        del game
        if came is None:
            discarded = state.zones.known(own(self.seat, "discard"))
            found = tuple(map(str, (*hand_of(state, self.seat), *discarded)))
            return then(state, self, choosing(state, self.seat, "sacrifice", found, 0, self.most))
        for card in came:
            if state.zones.is_in(card, own(self.seat, "discard")):
                state = altered(state, zones=state.zones.moved(card, SACRIFICED))
            else:
                state = from_hand(state, self.seat, card, SACRIFICED)
        return done(gained(state, self.seat, Tallied.COMBAT, self.gives) if came and self.gives else state)


@dataclass(frozen=True, slots=True)
class Recalling(StackFrame):
    """A card of the player's discard pile goes on top of the player's deck, as all see."""

    seat: Seat
    """The seat that recalls."""
    champions: bool
    """Only champions may be chosen."""
    may: bool
    """It may choose no card."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Let the seat choose the card, then put it there."""
        del game
        if came is None:
            pile = state.zones.known(own(self.seat, "discard"))
            found = tuple(str(card) for card in pile if record(card).is_champion or not self.champions)
            return then(state, self, Choosing(self.seat, "recall", found, 0 if self.may else 1))
        for card in came:
            state = altered(state, zones=state.zones.moved(card, own(self.seat, "deck")))
        return done(state)


@dataclass(frozen=True, slots=True)
class Rummaging(StackFrame):
    """Cards are drawn, then as many discarded."""

    seat: Seat
    """The seat that draws and discards."""
    most: int
    """The most cards that it may draw."""
    may: bool
    """Whether it chooses how many; else it draws the most."""
    held: int = -1
    """The number of cards that were in its hand before; -1: nothing is drawn yet."""

    def run(self, game: HeroRules, state: State, came: Numbered) -> FrameStep:
        """Ask for the number, draw the cards, and let the seat discard."""
        hand = state.zones.count(own(self.seat, "hand"))
        if self.held >= 0:
            return instead(state, Discarding(self.seat, max(0, hand - self.held)))
        if self.may and came is None:
            numbers = tuple(range(1, self._offered(game, state) + 1))
            return then(state, self, Choosing(self.seat, "draw", numbers, 0))
        count = self.most if came is None else sum(came)
        return then(state, replace(self, held=hand), drawing(game, self.seat, count))

    def _offered(self, game: HeroRules, state: State) -> int:
        """Return the most cards that may be asked for (reading `draw_offer`)."""
        if game.options.draw_offer == "printed":
            return self.most
        return min(self.most, sum(state.zones.count(own(self.seat, pile)) for pile in ("deck", "discard")))


@dataclass(frozen=True, slots=True)
class Targeting(StackFrame):
    """An opponent discards cards from hand."""

    seat: Seat
    """The seat that chooses the opponent."""
    cards: int
    """The number of cards that the opponent discards."""

    def run(self, game: HeroRules, state: State, came: Named) -> FrameStep:
        """Let the seat choose an opponent."""
        if came is None:
            found = tuple(map(str, made_to_discard(state, game.options, self.seat)))
            return then(state, self, Choosing(self.seat, "target", found))
        if not came:
            return done(state)
        return Discarding(came[0], self.cards).run(game, state, None)


@dataclass(frozen=True, slots=True)
class Discarding(StackFrame):
    """A seat discards cards of its own choice from hand."""

    seat: Seat
    """The seat that discards."""
    cards: int
    """The number of cards that it discards, or its whole hand if it holds fewer."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Let the seat choose the cards, then discard them."""
        del game
        if came is None:
            count = min(self.cards, state.zones.count(own(self.seat, "hand")))
            held = tuple(map(str, hand_of(state, self.seat))) if count else ()
            chosen = choosing(state, self.seat, "discard", held, count, count)
            return then(state, self, altered(chosen, kind="discard"))
        for card in came:
            state = from_hand(state, self.seat, card, own(self.seat, "discard"))
        return done(state)


WORKING_FRAMES: tuple[type[StackFrame], ...] = (
    Working,
    ChoosingHeld,
    Stunning,
    Preparing,
    Sacrificing,
    Recalling,
    Rummaging,
    Targeting,
    Discarding,
)
