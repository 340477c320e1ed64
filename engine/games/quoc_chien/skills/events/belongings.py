"""Skills at using, losing and gaining cards, and at recovering."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.distance import reach
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    alive,
    held,
    moved,
    own,
    taken,
)
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import DiscardsOfAnother, Doing, Draws, Shunning, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead, nearest


@known
class Jizhi(Draws):
    """Draws one for each trick that is used as what it is, a nullification, too."""

    name = "jizhi"
    moments = ("using", "answered")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner uses a trick that isn't delayed nor another card."""
        if firing.moment == "answered":
            nullifies = firing.fact("name") == "wuxie-keji" and not firing.fact("as")
            return nullifies and is_own(firing, "seat", seat)
        using = nearest(state, Using)
        if not is_own(firing, "user", seat) or using is None or len(using.cards) != 1:
            return False
        one = card_of(using.cards[0])
        return one.kind is Kind.TRICK and one.name == using.name


@known
class Sijian(DiscardsOfAnother):
    """After losing the last hand card discards a card of another."""

    name = "sijian"
    moments = ("lost",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it was of the hand, and that is empty, too."""
        last = bool(firing.fact("hand")) and not held(state, seat)
        return last and super().ready(game, state, firing, seat)


@known
class Xiaoji(Draws):
    """Draws two after losing an equipment."""

    name = "xiaoji"
    moments = ("unequipped",)
    cards = 2

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it was hers."""
        return is_own(firing, "seat", seat)


@known
class Lirang(Stepwise):
    """Own cards that were discarded may be handed to others."""

    name = "lirang"
    moments = ("lost",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When own cards have just come to the discard pile."""
        return is_own(firing, "seat", seat) and bool(self._cards(state, firing))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
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
class Juxiang(Shunning):
    """Barbarians don't affect the owner, who takes others' when they're over."""

    name = "juxiang"
    moments = ("aimed", "used")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When Barbarians name the owner; when another's are over and lie on the discards."""
        if firing.moment == "aimed":
            return Shunning.ready(self, game, state, firing, seat)
        anothers = not is_own(firing, "user", seat) and firing.fact("name") == "nanman-ruqin"
        pile = state.zones.known(DISCARDS)[: int(firing.fact("cards"))]
        return anothers and bool(pile) and card_of(pile[0]).name == "nanman-ruqin"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Stop being a target, or take it."""
        if doing.fact("moment") == "aimed":
            return Shunning.step(self, game, state, doing, came)
        return done(taken(state, state.zones.known(DISCARDS)[0], doing.seat))

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
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

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
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


@known
class Tuntian(Stepwise):
    """After losing cards outside the own turn judges: not heart, it's a field; fields bring others nearer."""

    name = "tuntian"
    moments = ("lost",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner lost cards in another's turn."""
        return is_own(firing, "seat", seat) and state.turn != seat

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Judge, lay it on the general."""
        if doing.at == 0:
            return doing.then(state, Judging(doing.seat, self.name))
        if came is None or came[0] == "H" or not state.zones.is_in(came[2], DISCARDS):
            return done(state)
        return done(moved(state, came[2], own(doing.seat, "fields")))

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return one less for each field."""
        return -state.zones.count(own(seat, "fields"))


@known
class Shoucheng(Stepwise):
    """Who of the own kingdom loses the last hand card outside its turn may draw one."""

    name = "shoucheng"
    moments = ("lost",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the last of a hand of the kingdom is gone."""
        whom = Seat(str(firing.fact("seat")))
        ours = whom == seat or are_friends(state, seat, whom)
        last = bool(firing.fact("hand")) and not held(state, whom)
        return ours and last and state.turn != whom and whom not in state.out

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Let it draw."""
        return instead(state, drawing(doing.whom("seat"), 1))


@known
class Liefeng(DiscardsOfAnother):
    """After losing equipment discards a card of another."""

    name = "liefeng"
    moments = ("unequipped",)


@known
class Jili(Stepwise):
    """With as many cards used or played in a turn as the own range is, draws as many."""

    name = "jili"
    moments = ("using", "answered")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's last card was that one."""
        mine = is_own(firing, "user" if firing.moment == "using" else "seat", seat)
        if firing.moment == "answered" and not firing.fact("card"):  # a judgment's Dodge is no card
            return False
        return mine and state.counters[seat, "turn:cards"] == reach(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw."""
        return instead(state, drawing(doing.seat, reach(state, doing.seat)))
