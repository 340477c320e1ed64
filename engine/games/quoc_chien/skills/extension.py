"""What the extensions' equipment does at moments; it asks its owner under the card's name."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    State,
    alive,
    cards_of,
    counted,
    discarded,
    equipment_of,
    health_of,
    held,
    hidden,
    is_away,
    most_health,
    moved,
    own,
    put,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Shunning, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, instead, nearest

CAMPS = ("huoshao-lianying", "huogong", "huo-sha")
"""What shining armour keeps off."""


@known
class SkyHalberd(Stepwise):
    """Phương Thiên Họa Kích: a Slash on more, of different kingdoms or none; a Dodge saves the rest."""

    name = "fangtian-huaji"
    moments = ("using", "dodged", "used")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner uses a Slash; when one that it lengthened was dodged, or is over."""
        if not is_own(firing, "user", seat) or firing.fact("name") not in SLASHES:
            return False
        lengthened = bool(state.counters[seat, "turn:halberd"])
        return bool(self._more(state, seat)) if firing.moment == "using" else lengthened

    def forced(self, firing: Any) -> bool:
        """Tell that only lengthening is at will."""
        return bool(firing.moment != "using")

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose one more, until none is wanted; or let it fail on those who are left."""
        seat = doing.seat
        if doing.fact("moment") == "used":
            return done(put(state, seat, "turn:halberd", 0))
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        if doing.fact("moment") == "dodged":
            return done(amended(state, Using, off=(*using.off, *using.targets[using.at :])))
        if came:
            state = amended(state, Using, targets=(*using.targets, Seat(came[0])))
            state = put(state, seat, "turn:halberd", 1)
        more = self._more(state, seat) if came or not doing.at else []
        return doing.then(state, doing.choose(more, 0 if doing.at else 1)) if more else done(state)

    def _more(self, state: State, seat: Seat) -> list[str]:
        using = nearest(state, Using)
        aimed = using.targets if using is not None else ()
        taken_ones = {kingdom_of(state, one) for one in aimed} - {None, CAREERIST}
        return [
            str(one)
            for one in alive(state, seat, others=True)
            if one not in aimed
            and not is_away(state, one)
            and is_within(state, seat, one)
            and kingdom_of(state, one) not in taken_ones
        ]


@known
class ShiningArmour(Shunning):
    """Minh Quang Khải: no target of camps, fire attacks, fire Slashes; of a small kingdom, no chain."""

    name = "mingguang-kai"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for these."""
        return name in CAMPS


@known
class HeartMirror(Stepwise):
    """Hộ Tâm Kính: discarded, it prevents damage that would take all health."""

    name = "huxin-jing"
    moments = ("enduring",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When there is as much damage as health, after all that changes it."""
        damage = nearest(state, Damage)
        pierced = damage is not None and damage.unarmoured
        fatal = int(firing.fact("amount")) >= health_of(state, seat)
        return is_own(firing, "victim", seat) and fatal and not pierced

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Discard it, call the damage off."""
        mirror = equipment_of(state, doing.seat, Kind.ARMOUR)
        state = discarded(amended(state, Damage, off=True), (str(mirror),))
        return instead(state, *lost(state, doing.seat, (str(mirror),)))


@known
class ImperialSeal(Stepwise):
    """Ngọc Tỉ: with a kingdom, one card more, and knowing somebody as the play phase begins."""

    name = "yuxi"
    must = True
    moments = ("phase_draw", "phase_play")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own phases, with a shown general."""
        knows = firing.moment == "phase_draw" or bool(self._others(state, seat))
        return is_own(firing, "seat", seat) and kingdom_of(state, seat) is not None and knows

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw one more; or choose whom to know."""
        if doing.fact("moment") == "phase_draw":
            return done(counted(state, doing.seat, "turn:draw"))
        if doing.at == 0:
            return doing.then(state, doing.choose(self._others(state, doing.seat)))
        return instead(state, Using(doing.seat, (), "zhiji-zhibi", (Seat(came[0]),)))

    def _others(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [
            str(one) for one in others if not is_away(state, one) and (held(state, one) or hidden(state, one))
        ]


@known
class WoodenOx(Stepwise):
    """Mộc Ngưu Lưu Mã: once, a hand card is put under it, and it may go on to who has no treasure."""

    name = "muniu-liuma"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a hand card."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which, then whether it goes on."""
        seat = doing.seat
        if doing.at == 0:
            choice = replace(doing.choose(held(state, seat)), secret=True)
            return doing.then(state, choice)
        if doing.at == 1:
            state = moved(state, came[0], own(seat, "cargo"))
            others = alive(state, seat, others=True)
            free = [str(one) for one in others if equipment_of(state, one, Kind.TREASURE) is None]
            return doing.then(state, *lost(state, seat, came, thrown=0), doing.choose(free, 0))
        ox = equipment_of(state, seat, Kind.TREASURE)
        if not came or ox is None:
            return done(state)
        state = moved(state, ox, own(Seat(came[0]), "equipment"))
        return instead(state, *lost(state, seat, (ox,)))


@known
class DragonSword(Stepwise):
    """Phi Long Đoạt Phượng: whom a Slash names discards one; whom it leaves dying gives a hand card.

    By the older printing it takes no card; whom it kills may come back (`resolving.returning`).
    """

    name = "feilong-duofeng"
    moments = ("targeted", "dying")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's Slash names somebody with cards; or when it left somebody dying."""
        if firing.moment == "targeted":
            target = Seat(str(firing.fact("target")))
            mine = is_own(firing, "user", seat) and firing.fact("name") in SLASHES
            return mine and bool(cards_of(state, target))
        damage = nearest(state, Damage)
        newer = game.options.duofeng == "newer"
        dealt = damage is not None and damage.source == seat and damage.card in SLASHES
        mine = newer and dealt and is_own(firing, "source", seat)
        victim = Seat(str(firing.fact("victim")))
        return mine and victim != seat and bool(held(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Let it discard; or take one."""
        if doing.fact("moment") == "targeted":
            return instead(state, Dropping(doing.whom("target"), 1, all_of_it=True))
        return instead(state, Robbing(doing.seat, doing.whom("victim"), keeps=True, places=("hand",)))


@known
class NightPearl(Stepwise):
    """Định Lan Dạ Minh Châu: once, discards up to as many cards as the health limit and draws as many.

    Who has that skill already isn't bound to a number.
    """

    name = "dinglan-yemingzhu"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(self._cards(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose, discard, draw."""
        seat = doing.seat
        if doing.at == 0:
            cards = self._cards(state, seat)
            most = len(cards) if has(state, seat, "zhiheng") else most_health(state, seat)
            return doing.then(state, doing.choose(cards, 1, most, kind="discard"))
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), drawing(seat, len(came)))

    def _cards(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat)]
