"""Skills of the generals of Shu."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind, card_of
from engine.games.quoc_chien.position.distance import distance, reach
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    OPENED,
    State,
    alive,
    cards_of,
    counted,
    discarded,
    health_of,
    held,
    is_wounded,
    judged_on,
    most_health,
    put,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.registry import Converted, Skill, known
from engine.kit.drawing import Drawing, Peeking
from engine.kit.resolving.frames import Step, amended, done, instead, nearest


@known
class Rende(Stepwise):
    """Gives hand cards away; the third in a phase heals one."""

    name = "rende"

    def can(self, state: State, seat: Seat) -> bool:
        """With a card in hand."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose to whom, then which."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                hand = held(state, seat)
                return doing.again(state, doing.choose(hand, 1, len(hand)), at=2, kept=tuple(came))
        before = state.counters[seat, "turn:given"]
        for card in came:
            state = taken(state, card, Seat(str(doing.kept[0])))
        state = counted(state, seat, "turn:given", len(came))
        heals = before < 3 <= before + len(came)  # the third
        return instead(state, *lost(state, seat, came), *([Healing(seat)] if heals else []))


class RedAs(Skill):
    """Red cards count as another."""

    wanted = ""
    only_in_hand = False

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield red cards."""
        if wanted == self.wanted:
            cards = held(state, seat) if self.only_in_hand else cards_of(state, seat)
            yield from (((card,), wanted) for card in cards if suit_of(state, seat, card) in ("H", "D"))


@known
class Wusheng(RedAs):
    """Red cards count as Slashes."""

    name = "wusheng"
    wanted = "sha"


@known
class Paoxiao(Skill):
    """As many Slashes as one likes."""

    name = "paoxiao"

    def slashes(self, state: State, seat: Seat) -> int:
        """Return more than there are cards."""
        return 999


@known
class Guanxing(Stepwise):
    """Looks at the top cards and puts them back, on top or at the bottom."""

    name = "guanxing"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Look, then choose what stays on top, in order; the rest goes to the bottom, in order."""
        match doing.at:
            case 0:
                return doing.then(state, Peeking(DECK, min(5, len(alive(state))), doing.seat))
            case 1:
                seen = tuple(map(str, came))
                choice = replace(doing.choose(seen, 0, len(seen)), secret=True, in_order=True)
                return doing.again(state, choice, at=2, kept=seen)
            case 2:
                rest = tuple(str(one) for one in doing.kept if one not in came)
                choice = replace(doing.choose(rest, len(rest), len(rest)), secret=True, in_order=True)
                state = _on_top(state, tuple(map(str, came)))
                return doing.again(state, choice, at=3, kept=rest)
        for card in came:
            state = replace(state, zones=state.zones.moved(card, DECK, bottom=True))
        return done(state)


@known
class Kongcheng(Skill):
    """With an empty hand no target of Slashes and duels."""

    name = "kongcheng"
    must = True

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """With an empty hand."""
        return name in (*SLASHES, "juedou") and not held(state, seat)


@known
class Longdan(Skill):
    """Slashes count as Dodges, Dodges as Slashes."""

    name = "longdan"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the other one."""
        if wanted == "shan" and not playing:
            yield from (((card,), wanted) for card in held(state, seat) if card_of(card).name in SLASHES)
        if wanted == "sha":
            yield from (((card,), wanted) for card in held(state, seat) if card_of(card).name == "shan")


class Mashu(Skill):
    """Sees others nearer by one."""

    must = True

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return one less."""
        return -1


@known
class MashuOfAll(Mashu):
    """Sees others nearer by one."""

    name = "mashu"


class NamesTarget(Stepwise):
    """Goes off when the owner's Slash names a target."""

    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it's the owner's Slash."""
        return is_own(firing, "user", seat) and firing.fact("name") in SLASHES


@known
class Tieqi(NamesTarget):
    """Judges: if red, the target can't dodge."""

    name = "tieqi"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Judge."""
        if doing.at == 0:
            return doing.then(state, Judging(doing.seat, self.name))
        if came is not None and came[0] in ("H", "D"):
            state = undodgeable(state, doing.whom("target"))
        return done(state)


@known
class Liegong(NamesTarget):
    """A target with many cards, or few, can't dodge."""

    name = "liegong"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own play phase, by the target's hand."""
        if not NamesTarget.ready(self, game, state, firing, seat) or state.turn != seat:
            return False
        count = len(held(state, Seat(str(firing.fact("target")))))
        return count >= health_of(state, seat) or count <= reach(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Forbid dodging."""
        return done(undodgeable(state, doing.whom("target")))


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
class Qicai(Skill):
    """Tricks know no distance."""

    name = "qicai"
    must = True

    def far_tricks(self, state: State, seat: Seat) -> bool:
        """Return so."""
        return True


@known
class Kuanggu(Stepwise):
    """Heals one for each point dealt to somebody who was near."""

    name = "kuanggu"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner dealt it at distance 1 and lacks health."""
        victim = Seat(str(firing.fact("victim")))
        near = victim == seat or distance(state, seat, victim) <= 1
        return is_own(firing, "source", seat) and near and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Heal."""
        return instead(state, Healing(doing.seat, int(doing.fact("amount"))))


@known
class Lianhuan(Skill):
    """Club hand cards count as Iron Chains."""

    name = "lianhuan"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield clubs."""
        if wanted == "tiesuo-lianhuan" and playing:
            yield from (((card,), wanted) for card in held(state, seat) if suit_of(state, seat, card) == "C")


@known
class Niepan(Stepwise):
    """Dying, once a match: discards all, stands up, draws three, has three health."""

    name = "niepan"
    limited = True
    moments = ("dying",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is dying."""
        return is_own(firing, "victim", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Do it."""
        seat = doing.seat
        state = counted(state, seat, f"limited.{self.name}")
        state = discarded(state, (*cards_of(state, seat), *judged_on(state, seat)))
        state = put(put(state, seat, "chained", 0), seat, "turned", 0)
        return instead(put(state, seat, "health", min(3, most_health(state, seat))), drawing(seat, 3))


@known
class Huoji(RedAs):
    """Red hand cards count as Fire Attacks."""

    name = "huoji"
    wanted = "huogong"
    only_in_hand = True


@known
class Kanpo(Skill):
    """Black hand cards count as nullifications."""

    name = "kanpo"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black cards."""
        if wanted == "wuxie-keji" and not playing:
            hand = (card for card in held(state, seat) if suit_of(state, seat, card) in ("S", "C"))
            yield from (((card,), wanted) for card in hand)


@known
class Bazhen(Skill):
    """Without armour as if with the Eight Trigrams."""

    name = "bazhen"
    must = True


@known
class Xiangle(Stepwise):
    """Who aims a Slash at the owner discards a basic card, or it fails."""

    name = "xiangle"
    must = True
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another's Slash names the owner."""
        return is_own(firing, "target", seat) and firing.fact("name") in SLASHES

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Ask the other."""
        user = doing.whom("user")
        if doing.at == 0:
            basics = [card for card in held(state, user) if card_of(card).kind is Kind.BASIC]
            return doing.then(state, doing.choose(basics, 0, by=user, kind="discard"))
        if came:
            return instead(discarded(state, came), *lost(state, user, came))
        return done(untargeted(state, doing.seat))


@known
class Huoshou(Skill):
    """Barbarians don't affect the owner."""

    name = "huoshou"
    must = True

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """Return so for that trick."""
        return name == "nanman-ruqin"


@known
class Zaiqi(Stepwise):
    """Wounded, turns up as many cards as it lacks health, not drawing; hearts heal, it keeps the rest."""

    name = "zaiqi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase, wounded."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Turn up, then sort."""
        seat = doing.seat
        if doing.at == 0:
            state = put(state, seat, "turn:no_draw", 1)
            lacks = most_health(state, seat) - health_of(state, seat)
            return doing.then(state, Drawing(DECK, OPENED, lacks, refill=DISCARDS))
        hearts = [card for card in came if suit_of(state, seat, card) == "H"]
        state = discarded(state, hearts)
        for card in came:
            if card not in hearts:
                state = taken(state, card, seat)
        return instead(state, *([Healing(seat, len(hearts))] if hearts else []))


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
class Lieren(Stepwise):
    """After an own Slash dealt damage compares points; wins a card."""

    name = "lieren"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When both have cards."""
        victim = Seat(str(firing.fact("victim")))
        dealt = is_own(firing, "source", seat) and firing.fact("card") in SLASHES
        return dealt and victim not in state.out and bool(held(state, seat)) and bool(held(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Compare, take."""
        victim = doing.whom("victim")
        if doing.at == 0:
            return doing.then(state, Comparing(doing.seat, victim))
        if not came:
            return done(state)
        return instead(state, Robbing(doing.seat, victim, keeps=True, places=("hand", "equipment")))


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


@known
class Shenzhi(Stepwise):
    """In the own start phase may discard the hand; for as many as the own health it heals one."""

    name = "shenzhi"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, with cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Discard, heal."""
        hand = held(state, doing.seat)
        heals = len(hand) >= health_of(state, doing.seat)
        state = discarded(state, hand)
        return instead(state, *lost(state, doing.seat, hand), *([Healing(doing.seat)] if heals else []))


@known
class Fangquan(Stepwise):
    """Skips the play phase; at the end, for a hand card, another has an extra turn."""

    name = "fangquan"
    moments = ("before_play", "turn_over")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before the own play phase; then when the turn is over, if it was skipped."""
        if not is_own(firing, "seat", seat):
            return False
        return firing.moment == "before_play" or bool(state.counters[seat, "fangquan"] and held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Skip; or choose the card and whose turn it is."""
        seat = doing.seat
        if doing.fact("phase") == "play":
            return done(put(put(state, seat, "turn:skip.play", 1), seat, "fangquan", 1))
        match doing.at:
            case 0:
                return doing.then(
                    put(state, seat, "fangquan", 0), doing.choose(held(state, seat), kind="discard")
                )
            case 1:
                state = discarded(state, came)
                others = map(str, alive(state, seat, others=True))
                return doing.then(state, *lost(state, seat, came), doing.choose(others))
        return done(put(state, Seat(came[0]), "extra_turn", 1))


def undodgeable(state: State, target: Seat) -> State:
    """Return the state in which a target can't dodge the Slash that is being used."""
    using = nearest(state, Using)
    assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
    found: State = amended(state, Using, hard=(*using.hard, target))
    return found


def untargeted(state: State, target: Seat) -> State:
    """Return the state in which a card that is being used has no effect on a target."""
    using = nearest(state, Using)
    assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
    found: State = amended(state, Using, off=(*using.off, target))
    return found


def _on_top(state: State, cards: tuple[str, ...]) -> State:
    for card in reversed(cards):
        state = replace(state, zones=state.zones.moved(card, DECK))
    return state
