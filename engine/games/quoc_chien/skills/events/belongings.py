"""Skills at using, losing and gaining cards, and at recovering."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    alive,
    cards_of,
    held,
    taken,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.registry import known
from engine.kit.resolving.frames import Step, done, instead, nearest


@known
class Jizhi(Stepwise):
    """Draws one for each trick that is used as what it is."""

    name = "jizhi"
    moments = ("using",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner uses a trick that isn't delayed nor another card."""
        using = nearest(state, Using)
        if not is_own(firing, "user", seat) or using is None or len(using.cards) != 1:
            return False
        one = card_of(using.cards[0])
        return one.kind is Kind.TRICK and one.name == using.name

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw."""
        return instead(state, drawing(doing.seat, 1))


@known
class Sijian(Stepwise):
    """After losing the last hand card discards a card of another."""

    name = "sijian"
    moments = ("lost",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the hand is empty and somebody has cards."""
        return is_own(firing, "seat", seat) and not held(state, seat) and bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whose, which."""
        if doing.at == 0:
            return doing.then(state, doing.choose(self._others(state, doing.seat)))
        return instead(state, Robbing(doing.seat, Seat(came[0]), places=("hand", "equipment")))

    def _others(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if cards_of(state, one)]


@known
class Xiaoji(Stepwise):
    """Draws two after losing an equipment."""

    name = "xiaoji"
    moments = ("unequipped",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it was hers."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw."""
        return instead(state, drawing(doing.seat, 2))


@known
class Lirang(Stepwise):
    """Own cards that were discarded may be handed to others."""

    name = "lirang"
    moments = ("lost",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When own cards have just come to the discard pile."""
        return is_own(firing, "seat", seat) and bool(self._cards(state, firing))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Hand them out one by one."""
        others = [str(one) for one in alive(state, doing.seat, others=True)]
        if doing.at == 0:
            return doing.again(state, at=1, kept=tuple(self._cards(state, doing)))
        if doing.at == 1 and doing.kept:
            return doing.again(state, doing.choose(others, 0), at=2)
        if doing.at == 2 and came:
            card, *rest = doing.kept
            return doing.again(taken(state, str(card), Seat(came[0])), at=1, kept=tuple(rest))
        return done(state)

    def _cards(self, state: State, moment: Any) -> list[str]:
        count = int(dict(moment.facts).get("thrown", 0))
        return [str(card) for card in state.zones.known(DISCARDS)[:count]]


@known
class Juxiang(Stepwise):
    """Barbarians don't affect the owner, who takes others' when they're over."""

    name = "juxiang"
    must = True
    moments = ("used",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another's Barbarians are over and lie on the discards."""
        pile = state.zones.known(DISCARDS)
        mine = is_own(firing, "user", seat) or firing.fact("name") != "nanman-ruqin"
        return not mine and bool(pile) and card_of(pile[0]).name == "nanman-ruqin"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Take it."""
        return done(taken(state, state.zones.known(DISCARDS)[0], doing.seat))

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """Return so for that trick."""
        return name == "nanman-ruqin"


@known
class Shushen(Stepwise):
    """For each point healed another of the kingdom draws one."""

    name = "shushen"
    moments = ("healed",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner was healed and has friends."""
        return is_own(firing, "seat", seat) and bool(self._friends(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, for each point."""
        left = int(doing.kept[0]) if doing.kept else int(doing.fact("amount"))
        if doing.at == 0 and left > 0:
            friends = self._friends(state, doing.seat)
            return doing.again(state, doing.choose(friends, 0), at=1, kept=(left,))
        if doing.at == 1 and came:
            return doing.again(state, drawing(Seat(came[0]), 1), at=0, kept=(left - 1,))
        return done(state)

    def _friends(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if are_friends(state, seat, one)]
