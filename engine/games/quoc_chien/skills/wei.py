"""Skills of the generals of Wei."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import HEART, Kind, card_of
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    JUDGED,
    MIDDLE,
    State,
    alive,
    cards_of,
    counted,
    discarded,
    equipped,
    health_of,
    held,
    judged_on,
    most_health,
    own,
    put,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Damage, Losing
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.registry import Converted, Skill, known
from engine.kit.resolving.frames import Step, done, instead


class AfterDamage(Stepwise):
    """Goes off after its owner took damage."""

    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it was its owner."""
        return is_own(firing, "victim", seat)


@known
class Jianxiong(AfterDamage):
    """Takes the card that dealt the damage."""

    name = "jianxiong"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When a card dealt it that still lies in the middle."""
        return (
            is_own(firing, "victim", seat) and bool(firing.fact("card")) and bool(state.zones.known(MIDDLE))
        )

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Take what lies in the middle."""
        for card in state.zones.known(MIDDLE):
            state = taken(state, card, doing.seat)
        return done(state)


@known
class Fankui(AfterDamage):
    """Takes a card of who dealt the damage."""

    name = "fankui"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When there is one with cards."""
        source = Seat(str(firing.fact("source")))
        return is_own(firing, "victim", seat) and source not in ("", seat) and bool(cards_of(state, source))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Take one."""
        robbing = Robbing(doing.seat, doing.whom("source"), keeps=True, places=("hand", "equipment"))
        return instead(state, robbing)


@known
class Guicai(Stepwise):
    """Replaces a judgment by a card of the own hand."""

    name = "guicai"
    moments = ("judging",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """With a card in hand."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose, and lay it there."""
        if doing.at == 0:
            return doing.then(state, doing.choose(held(state, doing.seat)))
        (old,) = state.zones.known(JUDGED)
        state = discarded(state, (old,))
        state = replace(state, zones=state.zones.moved(came[0], JUDGED))
        return instead(state, *lost(state, doing.seat, came))


@known
class Ganglie(AfterDamage):
    """Judges: if not heart, who dealt the damage discards two or takes one."""

    name = "ganglie"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When somebody dealt it."""
        return is_own(firing, "victim", seat) and bool(firing.fact("source"))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Judge, then let the other choose."""
        source = doing.whom("source")
        match doing.at:
            case 0:
                return doing.then(state, Judging(doing.seat, self.name))
            case 1 if came is not None and came[0] != HEART and source not in state.out:
                ways = (1, 2) if len(held(state, source)) > 1 else (2,)
                return doing.then(state, doing.choose(ways, by=source))
            case 2:
                return instead(state, Dropping(source, 2) if came[0] == 1 else Damage(source, 1, doing.seat))
        return done(state)


@known
class Tuxi(Stepwise):
    """Gives up drawing to take a card each from one or two others."""

    name = "tuxi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase, when somebody has cards in hand."""
        return is_own(firing, "seat", seat) and bool(self._others(state, seat)) and not _drawn(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose from whom."""
        if doing.at == 0:
            state = put(state, doing.seat, "turn:no_draw", 1)
            return doing.then(state, doing.choose(self._others(state, doing.seat), 1, 2))
        takes = [Robbing(doing.seat, Seat(one), keeps=True, places=("hand",)) for one in came]
        return instead(state, *takes)

    def _others(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if held(state, one)]


@known
class Luoyi(Stepwise):
    """Draws one less; own Slashes and duels deal one more in this turn."""

    name = "luoyi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not _drawn(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw less, and remember it."""
        state = counted(state, doing.seat, "turn:draw", -1)
        return done(put(state, doing.seat, "turn:stronger", 1))


@known
class Tiandu(Stepwise):
    """Takes the card of the own judgment."""

    name = "tiandu"
    moments = ("judged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After an own judgment whose card still lies there."""
        return is_own(firing, "seat", seat) and bool(state.zones.known(JUDGED))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Take it."""
        for card in state.zones.known(JUDGED):
            state = taken(state, card, doing.seat)
        return done(state)


@known
class Yiji(AfterDamage):
    """For each point of damage looks at the top two cards and hands them out."""

    name = "yiji"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw two for each point, give each to whom it chooses."""
        amount = int(doing.fact("amount"))
        match doing.at:
            case 0:
                return doing.then(state, drawing(doing.seat, 2 * amount))
            case 1:
                return doing.again(state, at=2, kept=tuple(came or ()))
            case 2 if doing.kept:
                return doing.again(state, doing.choose(map(str, alive(state, doing.seat))), at=3)
            case 3:
                card, *rest = doing.kept
                if came[0] != doing.seat:
                    state = taken(state, str(card), Seat(came[0]))
                return doing.again(state, at=2, kept=tuple(rest))
        return done(state)


@known
class Luoshen(Stepwise):
    """Judges again and again while black, and takes these cards."""

    name = "luoshen"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Judge; take black; ask whether to go on."""
        match doing.at:
            case 0:
                return doing.then(state, Judging(doing.seat, self.name))
            case 1:
                if came is None or came[0] not in ("S", "C"):
                    return done(state)
                if state.zones.is_in(came[2], DISCARDS):
                    state = taken(state, came[2], doing.seat)
                return doing.then(state, doing.choose((1,), 0))
            case 2 if came:
                return doing.again(state, at=0)
        return done(state)


@known
class Qingguo(Skill):
    """Black hand cards count as Dodges."""

    name = "qingguo"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black cards."""
        if wanted == "shan" and not playing:
            hand = (card for card in held(state, seat) if not _is_red(state, seat, card))
            yield from (((card,), "shan") for card in hand)


@known
class Shensu(Stepwise):
    """Skips judgment and drawing, or playing for an equipment, for a Slash each that reaches anybody."""

    name = "shensu"
    moments = ("before_judgment", "before_play")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before these phases of the own turn."""
        if not is_own(firing, "seat", seat):
            return False
        return firing.moment == "before_judgment" or any(
            card_of(card).kind.is_equipment for card in cards_of(state, seat)
        )

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Pay, skip, strike."""
        early = doing.fact("phase") == "judgment"
        others = list(map(str, alive(state, doing.seat, others=True)))
        match doing.at:
            case 0 if early:
                state = put(put(state, doing.seat, "turn:skip.judgment", 1), doing.seat, "turn:skip.draw", 1)
                return doing.again(state, doing.choose(others), at=2)
            case 0:
                worn = [card for card in cards_of(state, doing.seat) if card_of(card).kind.is_equipment]
                return doing.then(put(state, doing.seat, "turn:skip.play", 1), doing.choose(worn))
            case 1:
                state = discarded(state, came)
                return doing.then(state, *lost(state, doing.seat, came), doing.choose(others))
        return instead(state, Using(doing.seat, (), "sha", (Seat(came[0]),), free=True))


@known
class Qiaobian(Stepwise):
    """For a hand card skips a phase: drawing to take from two others, playing to move a card on the table."""

    name = "qiaobian"
    moments = ("before_judgment", "before_draw", "before_play", "before_discard")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before these phases of the own turn, with a card in hand, if they aren't skipped already."""
        skipped = state.counters[seat, f"turn:skip.{dict(firing.facts).get('phase')}"]
        return is_own(firing, "seat", seat) and bool(held(state, seat)) and not skipped

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Discard, skip, then take or move."""
        phase = str(doing.fact("phase"))
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(held(state, doing.seat), kind="discard"))
            case 1:
                state = put(discarded(state, came), doing.seat, f"turn:skip.{phase}", 1)
                above = lost(state, doing.seat, came)
                others = [str(one) for one in alive(state, doing.seat, others=True) if held(state, one)]
                if phase == "draw" and others:
                    return doing.then(state, *above, doing.choose(others, 0, 2))
                if phase == "play":
                    return doing.again(state, *above, doing.choose(_movable(state), 0), at=3)
                return instead(state, *above)
            case 2:
                takes = [Robbing(doing.seat, Seat(one), keeps=True, places=("hand",)) for one in came]
                return instead(state, *takes)
            case 3 if came:
                to = [str(seat) for seat in alive(state, doing.seat) if _can_come(state, str(came[0]), seat)]
                return doing.again(state, doing.choose(to), at=4, kept=(came[0],))
            case 4 if came:
                card = str(doing.kept[0])
                place = "equipment" if card_of(card).kind.is_equipment else "judgment"
                zones = state.zones.moved(card, own(Seat(came[0]), place))
                return done(replace(state, zones=zones))
        return done(state)


@known
class Duanliang(Skill):
    """Black basic cards and equipment count as Supply Shortage, which reaches two."""

    name = "duanliang"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black basic cards and equipment."""
        if wanted == "bingliang-cunduan" and playing:
            for card in cards_of(state, seat):
                kind = card_of(card).kind
                if not _is_red(state, seat, card) and (kind is Kind.BASIC or kind.is_equipment):
                    yield (card,), wanted

    def far_delay(self, state: State, seat: Seat, name: str) -> int:
        """Return two for that trick."""
        return 2 if name == "bingliang-cunduan" else 1


@known
class Jushou(Stepwise):
    """Draws three and turns over in the own end phase."""

    name = "jushou"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Do it."""
        return instead(turned_over(state, doing.seat), drawing(doing.seat, 3))


@known
class Qiangxi(Stepwise):
    """Once: loses one health or discards a weapon to deal one damage within range."""

    name = "qiangxi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When somebody is within range."""
        return any(is_within(state, seat, other) for other in alive(state, seat, others=True))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom and how to pay (a weapon, or none: health)."""
        seat = doing.seat
        match doing.at:
            case 0:
                near = [str(one) for one in alive(state, seat, others=True) if is_within(state, seat, one)]
                return doing.then(state, doing.choose(near))
            case 1:
                weapons = [card for card in cards_of(state, seat) if card_of(card).kind is Kind.WEAPON]
                return doing.again(state, doing.choose(weapons, 0), at=2, kept=tuple(came))
            case 2:
                victim = Seat(str(doing.kept[0]))
                if not came:
                    return instead(state, Losing(seat), Damage(victim, 1, seat))
                state = discarded(state, came)
                return instead(state, *lost(state, seat, came), Damage(victim, 1, seat))
        return done(state)


@known
class Quhu(Stepwise):
    """Once: compares points with somebody of more health, who then hits another, or the owner."""

    name = "quhu"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When both have cards."""
        return bool(held(state, seat)) and bool(self._stronger(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Compare, then hit."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._stronger(state, seat)))
            case 1:
                return doing.again(state, Comparing(seat, Seat(came[0])), at=2, kept=tuple(came))
            case 2:
                wolf = Seat(str(doing.kept[0]))
                if not came:
                    return instead(state, Damage(seat, 1, wolf))
                near = [str(one) for one in alive(state, seat) if is_within(state, wolf, one)]
                return doing.then(state, doing.choose(near)) if near else done(state)
            case 3 if came:
                return instead(state, Damage(Seat(came[0]), 1, Seat(str(doing.kept[0]))))
        return done(state)

    def _stronger(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [
            str(one) for one in others if held(state, one) and health_of(state, one) > health_of(state, seat)
        ]


@known
class Jieming(AfterDamage):
    """For each point of damage one player fills its hand up to the health limit, five at most."""

    name = "jieming"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, point by point."""
        left = int(doing.kept[0]) if doing.kept else int(doing.fact("amount"))
        if doing.at == 0 and left > 0:
            everybody = map(str, alive(state, doing.seat))
            return doing.again(state, doing.choose(everybody, 0), at=1, kept=(left,))
        if doing.at == 1 and came:
            whom = Seat(came[0])
            count = min(5, most_health(state, whom)) - len(held(state, whom))
            return doing.again(state, drawing(whom, max(0, count)), at=0, kept=(left - 1,))
        return done(state)


@known
class Xingshang(Stepwise):
    """Takes all cards of another who dies."""

    name = "xingshang"
    moments = ("death",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another with cards dies."""
        victim = Seat(str(firing.fact("victim")))
        return victim != seat and bool(cards_of(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Take them."""
        for card in cards_of(state, doing.whom("victim")):
            state = taken(state, card, doing.seat)
        return done(state)


@known
class Fangzhu(AfterDamage):
    """Another draws as many cards as the owner lacks health, and turns over."""

    name = "fangzhu"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
        lacks = most_health(state, seat) - health_of(state, seat)
        whom = Seat(came[0])
        return instead(turned_over(state, whom), drawing(whom, max(0, lacks)))


@known
class Xiaoguo(Stepwise):
    """In another's end phase, for a basic card: it discards an equipment or takes one damage."""

    name = "xiaoguo"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In another's end phase, with a basic card."""
        basics = any(card_of(card).kind is Kind.BASIC for card in held(state, seat))
        return not is_own(firing, "seat", seat) and basics

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Pay, let the other choose."""
        whom = doing.whom("seat")
        match doing.at:
            case 0:
                basics = [card for card in held(state, doing.seat) if card_of(card).kind is Kind.BASIC]
                return doing.then(state, doing.choose(basics, kind="discard"))
            case 1:
                state = discarded(state, came)
                above = lost(state, doing.seat, came)
                worn = [card for card in cards_of(state, whom) if card_of(card).kind.is_equipment]
                if not worn:
                    return instead(state, *above, Damage(whom, 1, doing.seat))
                return doing.then(state, *above, doing.choose(worn, 0, by=whom))
            case 2 if came:
                state = discarded(state, came)
                return instead(state, *lost(state, whom, came))
        return instead(state, Damage(whom, 1, doing.seat))


def turned_over(state: State, seat: Seat) -> State:
    """Return the state with a player turned over, or back."""
    return put(state, seat, "turned", 1 - state.counters[seat, "turned"])


def _drawn(state: State, seat: Seat) -> bool:
    return bool(state.counters[seat, "turn:no_draw"])


def _is_red(state: State, seat: Seat, card: str) -> bool:
    return suit_of(state, seat, card) in ("H", "D")


def _movable(state: State) -> list[str]:
    found = (card for seat in alive(state) for card in (*equipped(state, seat), *judged_on(state, seat)))
    return [str(card) for card in found if any(_can_come(state, card, seat) for seat in alive(state))]


def _can_come(state: State, card: str, seat: Seat) -> bool:
    one = card_of(card)
    here = equipped(state, seat) if one.kind.is_equipment else judged_on(state, seat)
    if one.kind.is_equipment:
        return all(card_of(other).kind is not one.kind for other in here)
    return all(card_of(other).name != one.name for other in here)
