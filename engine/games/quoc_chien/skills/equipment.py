"""What weapons do at moments of a Slash; they ask their owner, under the card's name."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.registry import Converted, Skill, known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    at_hand,
    cards_of,
    discarded,
    equipped,
    gender_of,
    held,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing, Slashing
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.resolving.using import Using
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done, instead, nearest, then

BLADE_COST = 2


def _mine(firing: Any, seat: Seat) -> bool:
    return bool(firing.fact("user") == seat)


@known
class TwinSwords(Skill):
    """Thư Hùng Song Cổ Kiếm: a target of the other gender discards a card, or its owner draws one."""

    name = "cixiong-shuanggu-jian"
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's Slash aims at somebody of the other gender, as all can see (QC-3.3)."""
        if not _mine(firing, seat) or firing.fact("name") not in ("sha", "huo-sha", "lei-sha"):
            return False
        mine, theirs = gender_of(state, seat), gender_of(state, Seat(str(firing.fact("target"))))
        return None not in (mine, theirs) and mine != theirs

    def frames(
        self, game: Any, state: State, firing: Any, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Let the target choose."""
        return (Yielding(Seat(str(firing.fact("target"))), seat),)


@dataclass(frozen=True, slots=True)
class Yielding(StackFrame):
    """A target discards a hand card (1), or the attacker draws one (2)."""

    target: Seat
    user: Seat

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Ask it."""
        del game
        if came is None:
            ways = (1, 2) if held(state, self.target) else (2,)
            return then(state, self, Asked(self.target, "twin_swords", ways))
        return instead(state, Dropping(self.target, 1) if came[0] == 1 else drawing(self.user, 1))


@known
class IceSword(Skill):
    """Hàn Băng Kiếm: instead of damage two cards of the target are discarded, one after the other."""

    name = "hanbing-jian"
    moments = ("hitting",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's Slash hits somebody who has cards."""
        return _mine(firing, seat) and bool(cards_of(state, Seat(str(firing.fact("target")))))

    def frames(
        self, game: Any, state: State, firing: Any, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Call the damage off and discard."""
        target = Seat(str(firing.fact("target")))
        robbing = Robbing(seat, target, places=("hand", "equipment"))
        return (CallingOff(), robbing, robbing)


@dataclass(frozen=True, slots=True)
class CallingOff(StackFrame):
    """A Slash that has hit does no damage after all."""

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Call it off."""
        del game, came
        return done(amended(state, Slashing, off=True) if nearest(state, Slashing) else state)


@known
class StoneAxe(Skill):
    """Quán Thạch Phủ: two cards are discarded for a Slash to hit though it was dodged."""

    name = "guanshi-fu"
    moments = ("dodged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's Slash was dodged and there are two cards beside the axe."""
        return _mine(firing, seat) and len(self._cards(state, seat)) >= BLADE_COST

    def frames(
        self, game: Any, state: State, firing: Any, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Discard, and hit."""
        return (Paying(seat, tuple(self._cards(state, seat)), BLADE_COST), Hitting())

    def _cards(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if card_of(card).name != self.name]


@dataclass(frozen=True, slots=True)
class Paying(StackFrame):
    """A seat discards so many of some cards."""

    seat: Seat
    among: tuple[str, ...]
    count: int

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Ask which."""
        del game
        if came is None:
            choice = Asked(self.seat, "pay", self.among, self.count, self.count, kind="discard")
            return then(state, self, choice)
        return instead(discarded(state, came), *lost(state, self.seat, came))


@dataclass(frozen=True, slots=True)
class Hitting(StackFrame):
    """A Slash that was dodged hits."""

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Let it hit."""
        del game, came
        return done(amended(state, Slashing, part=3) if nearest(state, Slashing) else state)


@known
class UnicornBow(Skill):
    """Kỳ Lân Cung: a mount of whom the owner's Slash damages is discarded."""

    name = "qilin-gong"
    moments = ("causing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's Slash is about to damage somebody with a mount."""
        return _slashes(firing, seat) and bool(_mounts(state, Seat(str(firing.fact("victim")))))

    def frames(
        self, game: Any, state: State, firing: Any, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Let its owner choose which mount."""
        victim = Seat(str(firing.fact("victim")))
        return (Unhorsing(seat, victim),)


@dataclass(frozen=True, slots=True)
class Unhorsing(StackFrame):
    """A mount of a seat is discarded, as another chooses."""

    seat: Seat
    victim: Seat

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Ask which."""
        del game
        if came is None:
            return then(state, self, Asked(self.seat, "mount", tuple(_mounts(state, self.victim))))
        return instead(discarded(state, came), *lost(state, self.victim, came))


@known
class TriplePoint(Skill):
    """Tam Tiêm Lưỡng Nhận Đao: for a hand card somebody at distance 1 from the victim takes one damage."""

    name = "sanjian-liangren-dao"
    moments = ("dealt",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After the owner's Slash dealt damage."""
        return _slashes(firing, seat) and bool(held(state, seat)) and any(self._near(state, firing, seat))

    def ways(self, game: Any, state: State, firing: Any, seat: Seat) -> Iterable[UseSkill]:
        """Yield whom it hits."""
        return (UseSkill(self.name, (other,)) for other in self._near(state, firing, seat))

    def frames(
        self, game: Any, state: State, firing: Any, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Discard, and hit."""
        return (Dropping(seat, 1), Damage(action.on[0], 1, seat))

    def _near(self, state: State, firing: Any, seat: Seat) -> Iterator[Seat]:
        victim = Seat(str(firing.fact("victim")))
        if victim in state.out:
            return
        yield from (
            one
            for one in alive(state, seat)
            if one not in (seat, victim) and distance(state, victim, one) == 1
        )


@known
class FeatherFan(Skill):
    """Chu Tước Vũ Phiến: a plain Slash may be used as one of fire, also one that no card is laid for."""

    name = "zhuque-yushan"
    moments = ("using",)

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield plain Slashes as fire Slashes."""
        if wanted == "huo-sha":
            plain = (card for card in at_hand(state, seat) if card_of(card).name == "sha")
            yield from (((card,), "huo-sha") for card in plain)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is taken to use a plain Slash, without a card."""
        return _mine(firing, seat) and firing.fact("name") == "sha" and not firing.fact("cards")

    def frames(
        self, game: Any, state: State, firing: Any, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Make it one of fire."""
        return (Kindling(),)


@dataclass(frozen=True, slots=True)
class Kindling(StackFrame):
    """The Slash that is being used is one of fire."""

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Make it one."""
        del game, came
        return done(amended(state, Using, name="huo-sha") if nearest(state, Using) else state)


def _slashes(firing: Any, seat: Seat) -> bool:
    """Tell whether damage is that of a seat's Slash on its target: not what goes along a chain."""
    mine = firing.fact("source") == seat and firing.fact("card") in ("sha", "huo-sha", "lei-sha")
    return mine and not firing.fact("passed")


def _mounts(state: State, seat: Seat) -> list[str]:
    return [str(card) for card in equipped(state, seat) if card_of(card).kind in (Kind.PLUS, Kind.MINUS)]


EQUIPMENT_FRAMES: tuple[type[StackFrame], ...] = (
    Yielding,
    CallingOff,
    Paying,
    Hitting,
    Unhorsing,
    Kindling,
)
