"""Lianjun Shengyan, the allied banquet."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    State,
    alive,
    health_of,
    is_wounded,
    most_health,
    put,
    rule,
)
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.ways import numbers
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, instead, then


@ruled
class AlliedBanquet(CardRules):
    """The user draws a card for each guest of another kingdom.

    A guest recovers, or draws and is unchained.
    """

    name = "lianjun-shengyan"
    wide = True
    includes_user = True

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield the members of each other kingdom; every careerist is a kingdom of one."""
        found: dict[str, tuple[Seat, ...]] = {}
        for one in alive(state, seat, others=True):
            kingdom = kingdom_of(state, one)
            if kingdom == CAREERIST:
                yield (one,)
            elif kingdom is not None and not are_friends(state, seat, one):
                found[kingdom] = (*found.get(kingdom, ()), one)
        yield from found.values()

    def forbidden(self, state: State, seat: Seat) -> Iterable[Violation]:
        """Yield a violation if the user has no kingdom."""
        if kingdom_of(state, seat) is None:
            yield broken(rule(3, 4), "no_kingdom", seat=str(seat))

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Let the host draw, or split the cards into health; serve a guest."""
        newer = game.options.banquet == "newer"
        if target != using.user:
            return (Feasting(target, heals=not newer),)
        guests = len(using.targets) - 1
        return (Banqueting(target, guests),) if newer else (drawing(target, guests),)


@dataclass(frozen=True, slots=True)
class Banqueting(StackFrame):
    """The step where a banquet's host splits a number between cards and health."""

    seat: Seat
    """The host."""
    count: int
    """The number that is split."""

    def run(self, game: QuocRules, state: State, came: tuple[int, ...] | None) -> FrameStep:
        """Ask for the health; the rest is drawn as cards."""
        del game
        missing = most_health(state, self.seat) - health_of(state, self.seat)
        if came is None:
            ways = tuple(range(1, min(self.count, missing) + 1))
            return then(state, self, Choosing(self.seat, "banquet", ways, 0))
        heals = int(came[0]) if came else 0
        above: list[StackFrame] = [drawing(self.seat, self.count - heals)] if self.count > heals else []
        return instead(state, *above, *([Healing(self.seat, heals)] if heals else []))


class Feast(IntEnum):
    """A guest's gifts at a banquet; players choose by the number."""

    HEALTH = 1
    CARD = 2


@dataclass(frozen=True, slots=True)
class Feasting(StackFrame):
    """The step where a guest recovers one health, or draws a card and is unchained."""

    seat: Seat
    """The guest."""
    heals: bool
    """Whether the guest could recover, so that there's a choice."""

    def run(self, game: QuocRules, state: State, came: tuple[int, ...] | None) -> FrameStep:
        """Ask the guest which of the two."""
        del game
        if came is None:
            heals = self.heals and is_wounded(state, self.seat)
            ways = numbers(Feast if heals else (Feast.CARD,))
            return then(state, self, Choosing(self.seat, "feast", ways))
        if came[0] == Feast.HEALTH:
            return instead(state, Healing(self.seat))
        return instead(put(state, self.seat, Count.CHAINED, 0), drawing(self.seat, 1))
