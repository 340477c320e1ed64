"""Cards in use: paid, aimed, nullified, carried out for each target, put away."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind, card_of, names
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded, moved
from engine.games.quoc_chien.position.registry import worn_by
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    MIDDLE,
    OPENED,
    State,
    cards_of,
    counted,
    equipment_of,
    is_away,
    is_red,
    own,
    put,
)
from engine.games.quoc_chien.resolving.card_rules import rules_of
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.resolving.targets import in_turn
from engine.kit.changed import altered
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart


class UsePart(FramePart):
    """The parts of a use."""

    PAY = 0
    AIM = 1
    TAKE_EFFECT = 2
    TAKE_ANSWER = 3
    PUT_AWAY = 4


@dataclass(frozen=True, slots=True)
class Using(StackFrame):
    """A use of cards as one card, on its targets one after the other.

    It may be one card, several, or none.
    """

    user: Seat
    """The seat that uses the card."""
    cards: tuple[str, ...]
    """The cards that are used: several, one or none count as one."""
    name: str
    """The name of the card that they count as."""
    targets: tuple[Seat, ...] = ()
    """The targets, in the order of turns."""
    part: UsePart = UsePart.PAY
    """The next part."""
    at: int = 0
    """The place of the next target among them."""
    off: tuple[Seat, ...] = ()
    """The targets that it was nullified for."""
    hard: tuple[Seat, ...] = ()
    """The targets who can't dodge."""
    more: int = 0
    """The additional damage of its hit."""
    free: bool = False
    """Whether it doesn't count as the Slash of the turn."""
    colour: str = ""
    """The colour of its cards; empty where they have several, or none."""
    second: Seat | None = None
    """The player that the target is to attack; None: no player."""
    aimed: bool = False
    """Whether the present target must be checked again; the moment that names it comes next."""

    @property
    def facts(self) -> tuple[tuple[str, str | int], ...]:
        """Return the facts of the use's moments."""
        whom = self.targets[self.at] if self.at < len(self.targets) else ""
        return (
            ("user", str(self.user)),
            ("name", self.name),
            ("target", str(whom)),
            ("cards", len(self.cards)),
            ("colour", self.colour),
        )

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Do the next part of the use."""
        match self.part:
            case UsePart.PAY:
                return self._paid(game, state)
            case UsePart.AIM:
                if self.at >= len(self.targets):
                    return altered(self, part=UsePart.TAKE_EFFECT, at=0).run(game, state, None)
                if not self.aimed:
                    # Targets that skills added also come in the order of turns.
                    sorts = not self.at and game.options.order == "turns"
                    aims = altered(self, targets=in_turn(state, self.user, self.targets)) if sorts else self
                    return then(state, altered(aims, aimed=True), Firing(Moment.AIMED, aims.facts, self.user))
                following = altered(self, at=self.at + 1, aimed=False)
                if self.targets[self.at] in self.off:
                    return following.run(game, state, None)
                if any(effect.masks(self.name) for effect in worn_by(state, self.user)):
                    state = put(state, self.targets[self.at], Count.MASKED, 1)
                return then(state, following, Firing(Moment.TARGETED, self.facts, self.user))
            case UsePart.TAKE_EFFECT:
                return self._next(game, state)
            case UsePart.TAKE_ANSWER:
                return self._answered(game, state, came)
        return self._away(game, state)

    def _paid(self, game: QuocRules, state: State) -> FrameStep:
        kind = names()[self.name].kind
        zones = state.zones
        owned = [card for card in self.cards if zones.zone_of(card) is not None]
        user = self.user
        mine = [card for card in owned if card in cards_of(state, user)]
        for card in owned:
            state = moved(state, card, MIDDLE)
        drunk = 0
        if self.name in SLASHES:
            drunk = state.counters[user, Count.DRUNK]
            state = put(state, user, Count.DRUNK, 0)
            if not self.free:
                state = counted(state, user, Count.SHA)
        rules = rules_of(self.name)
        state, opened = rules.begins(state, user)
        reds = {is_red(state, user, card) for card in self.cards}
        colour = "" if len(reds) != 1 else "red" if reds == {True} else "black"
        targets = tuple(one for one in self.targets or rules.usual(state, user) if not is_away(state, one))
        if rules.includes_user:
            targets = (user, *targets)
        state = counted(state, user, Count.CARDS, len(self.cards) > 0)
        if any(one != user for one in targets):
            state = put(state, user, Count.AIMED, 1)
        after = altered(self, part=UsePart.AIM, targets=targets, more=drunk, colour=colour)
        if kind.is_equipment or kind is Kind.DELAYED:
            after = altered(after, part=UsePart.AIM if kind is Kind.DELAYED else UsePart.TAKE_EFFECT)
        above: list[StackFrame] = [*lost(state, user, mine), Firing(Moment.USING, after.facts, user)]
        return then(state, after, *above, *opened)

    def _next(self, game: QuocRules, state: State) -> FrameStep:
        kind = names()[self.name].kind
        if self.at >= len(self.targets):
            return self._away(game, state)
        target = self.targets[self.at]
        passed = altered(self, at=self.at + 1)
        needless = (
            kind is Kind.TRICK
            and game.options.nullify == "useful"
            and not rules_of(self.name).matters(state, target, self.second)
        )
        if target in state.out or target in self.off or needless:
            return passed.run(game, state, None)
        if kind.is_equipment:
            old = equipment_of(state, target, kind)
            state = _laid(state, self.cards[0], target)
            left = lost(state, target, (old,)) if old is not None else ()
            return then(state, altered(passed, part=UsePart.PUT_AWAY), *left)
        if kind is Kind.DELAYED:
            (card,) = self.cards
            zones = state.zones.moved(card, own(target, "judgment"))
            counts_as = tuple(one for one in state.judged_as if one[0] != card)
            if card_of(card).name != self.name:
                counts_as = (*counts_as, (card, self.name))
            return then(
                altered(state, zones=zones, judged_as=counts_as), altered(passed, part=UsePart.PUT_AWAY)
            )
        if kind is Kind.TRICK:
            window = game.nullifying(state, self.name, self.user, target)
            return then(state, altered(self, part=UsePart.TAKE_ANSWER), window)
        return then(state, passed, *rules_of(self.name).effect(game, state, self, target))

    def _answered(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Go on after nullification: `came` is the seat and card that nullified, or None."""
        target = self.targets[self.at]
        after = altered(self, part=UsePart.TAKE_EFFECT, at=self.at + 1)
        if not isinstance(came, tuple):
            return then(state, after, *rules_of(self.name).effect(game, state, self, target))
        seat, name = came
        also = rules_of(name).also_nullified(state, target, self.targets[self.at + 1 :])
        if also:
            wide = altered(after, off=(*self.off, *also))
            return then(state, after, Extending(Seat(seat), wide))
        return after.run(game, state, None)

    def _away(self, game: QuocRules, state: State) -> FrameStep:
        mine = [card for card in self.cards if _lies_open(state, card)]
        state = discarded(state, (*state.zones.known(OPENED), *mine))
        state = altered(state, counters=state.counters.without(what=Count.MASKED))
        state, last = rules_of(self.name).ends(game, state, self.user)
        # Only its cards that still lie on the discards: players may have taken others.
        over = altered(self, cards=tuple(mine), at=len(self.targets))
        return then(state, Done(), *last, Firing(Moment.USED, over.facts, self.user))


@dataclass(frozen=True, slots=True)
class Done(StackFrame):
    """The end of a card's use."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Do nothing."""
        del game, came
        return done(state)


@dataclass(frozen=True, slots=True)
class Extending(StackFrame):
    """A seat that nullified a trick for one target may extend that to others, by its card."""

    seat: Seat
    """The seat that nullified the trick."""
    wide: Using
    """The trick in use, with all its targets."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the seat, and extend the nullification."""
        del game
        if came is None:
            return then(state, self, Choosing(self.seat, "extend", (1,), 0))
        if not came:
            return done(state)
        stack = list(state.stack)
        for place in range(len(stack) - 1, -1, -1):
            if isinstance(stack[place], Using):
                stack[place] = self.wide
                break
        return done(altered(state, stack=tuple(stack)))


def _laid(state: State, card: str, seat: Seat) -> State:
    """Return the state with an equipment laid before a seat; its old one of this kind is discarded."""
    old = equipment_of(state, seat, card_of(card).kind)
    zones = state.zones.moved(card, own(seat, "equipment"))
    return discarded(altered(state, zones=zones), (old,) if old is not None else ())


def _lies_open(state: State, card: str) -> bool:
    zone = state.zones.zone_of(card)
    return zone is not None and zone.name in (MIDDLE, OPENED)


USING_FRAMES: tuple[type[StackFrame], ...] = (Using, Done, Extending)
