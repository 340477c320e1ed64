"""Skills of the generals of Wu."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import HEART, SLASHES, card_of
from engine.games.quoc_chien.position.distance import distance, is_within
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    alive,
    cards_of,
    counted,
    discarded,
    equipment_of,
    gender_of,
    health_of,
    held,
    is_wounded,
    most_health,
    own,
    put,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Damage, Dying, Healing, Losing
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.registry import Converted, Skill, known
from engine.kit.choosing.picking import Choosing
from engine.kit.drawing import Drawing
from engine.kit.resolving.frames import Frame, Step, amended, done, instead, nearest, then

HAOSHI = 5
"""With more cards than this the generous gives half of them away."""

SUITS = ("S", "H", "C", "D")


@known
class Zhiheng(Stepwise):
    """Once: discards up to as many cards as the health limit, draws as many."""

    name = "zhiheng"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose, discard, draw."""
        seat = doing.seat
        if doing.at == 0:
            choice = doing.choose(cards_of(state, seat), 1, most_health(state, seat), kind="discard")
            return doing.then(state, choice)
        return instead(discarded(state, came), *lost(state, seat, came), drawing(seat, len(came)))


class SuitAs(Skill):
    """Cards of some suits count as another in the play phase."""

    wanted = ""
    suits: tuple[str, ...] = ()
    only_in_hand = False

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield them."""
        if wanted == self.wanted and playing:
            cards = held(state, seat) if self.only_in_hand else cards_of(state, seat)
            yield from (((card,), wanted) for card in cards if suit_of(state, seat, card) in self.suits)


@known
class Qixi(SuitAs):
    """Black cards count as Dismantling."""

    name = "qixi"
    wanted = "guohe-chaiqiao"
    suits = ("S", "C")


@known
class Guose(SuitAs):
    """Diamonds count as Indulgence."""

    name = "guose"
    wanted = "le-busi-shu"
    suits = ("D",)


@known
class Keji(Stepwise):
    """Skips the discard phase if no Slash was used or played in the play phase."""

    name = "keji"
    moments = ("before_discard",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before the own discard phase, without a Slash in this turn."""
        quiet = not state.counters[seat, "turn:sha"] and not state.counters[seat, "turn:slashed"]
        return is_own(firing, "seat", seat) and quiet

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Skip it."""
        return done(put(state, doing.seat, "turn:skip.discard", 1))


@known
class Kurou(Stepwise):
    """Loses one health, draws two."""

    name = "kurou"

    def can(self, state: State, seat: Seat) -> bool:
        """Always."""
        return True

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Do it."""
        if doing.at == 0:
            return doing.then(state, Losing(doing.seat))
        return done(state) if doing.seat in state.out else instead(state, drawing(doing.seat, 2))


@known
class Yingzi(Stepwise):
    """Draws one more in the draw phase."""

    name = "yingzi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not state.counters[seat, "turn:no_draw"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw one more."""
        return done(counted(state, doing.seat, "turn:draw"))


@known
class Fanjian(Stepwise):
    """Once: another names a suit and takes a card unseen; of another suit it does one damage."""

    name = "fanjian"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card in hand."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom; it names a suit (1 spade, 2 heart, 3 club, 4 diamond), takes a card and shows it."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                whom = Seat(came[0])
                return doing.again(state, doing.choose((1, 2, 3, 4), by=whom), at=2, kept=(str(whom),))
            case 2:
                whom = Seat(str(doing.kept[0]))
                blind = Drawing(own(seat, "hand"), own(whom, "hand"), 1, whom, blind=True)
                return doing.then(state, blind, kept=(str(whom), came[0]))
        whom, named = Seat(str(doing.kept[0])), SUITS[int(doing.kept[1]) - 1]
        (card,) = came
        state = replace(state, zones=state.zones.shown(card, state.seats))
        struck = suit_of(state, whom, card) != named
        return instead(state, *([Damage(whom, 1, seat)] if struck else []))


@known
class Liuli(Stepwise):
    """For a card moves a Slash on the owner to another within reach."""

    name = "liuli"
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When a Slash names the owner, who has a card and somebody else within reach."""
        mine = is_own(firing, "target", seat) and firing.fact("name") in SLASHES
        return mine and bool(cards_of(state, seat)) and bool(self._others(state, firing, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, pay, move."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, doing, seat)))
            case 1:
                return doing.again(
                    state, doing.choose(cards_of(state, seat), kind="discard"), at=2, kept=tuple(came)
                )
        whom = Seat(str(doing.kept[0]))
        state = discarded(state, came)
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        targets = tuple(whom if one == seat else one for one in using.targets)
        # The moment comes again for whom it names now.
        state = amended(state, Using, targets=targets, at=using.at - 1)
        return instead(state, *lost(state, seat, came))

    def _others(self, state: State, firing: Any, seat: Seat) -> list[str]:
        user = dict(firing.facts).get("user")
        near = (one for one in alive(state, seat, others=True) if is_within(state, seat, one))
        using = nearest(state, Using)
        taken_already = using.targets if using is not None else ()
        return [str(one) for one in near if one != user and one not in taken_already]


@known
class Qianxun(Skill):
    """No target of Snatching and Indulgence."""

    name = "qianxun"
    must = True

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """Return so for these."""
        return name in ("shunshou-qianyang", "le-busi-shu")


@known
class Duoshi(SuitAs):
    """Up to four times: red hand cards count as resting."""

    name = "duoshi"
    wanted = "yiyi-dailao"
    suits = ("H", "D")
    only_in_hand = True

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield them, four times a turn."""
        if state.counters[seat, f"turn:skill.{self.name}"] < 4:  # as often as the skill says
            yield from SuitAs.converts(self, state, seat, wanted, playing=playing)


@known
class Jieyin(Stepwise):
    """Once: for two hand cards she and a wounded male heal one each."""

    name = "jieyin"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With two cards, and such a male."""
        return len(held(state, seat)) > 1 and bool(self._males(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, pay, heal."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._males(state, seat)))
            case 1:
                choice = doing.choose(held(state, seat), 2, 2, kind="discard")
                return doing.again(state, choice, at=2, kept=tuple(came))
        whom = Seat(str(doing.kept[0]))
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Healing(seat), Healing(whom))

    def _males(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [str(one) for one in others if is_wounded(state, one) and gender_of(state, one) == "male"]


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
class Yinghun(Stepwise):
    """Wounded, in the own start phase: another draws X and discards 1, or draws 1 and discards X."""

    name = "yinghun"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase, wounded."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom and which way (1: draws X; 2: discards X)."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                return doing.again(state, doing.choose((1, 2)), at=2, kept=tuple(came))
        whom, lacks = Seat(str(doing.kept[0])), most_health(state, seat) - health_of(state, seat)
        draws, drops = (lacks, 1) if came[0] == 1 else (1, lacks)
        return instead(state, drawing(whom, draws), Dropping(whom, drops, all_of_it=True))


@known
class Tianxiang(Stepwise):
    """For a heart in hand damage goes to another, who then draws as many cards as it lacks health."""

    name = "tianxiang"
    moments = ("suffering",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is about to take it, with a heart in hand."""
        return is_own(firing, "victim", seat) and bool(self._hearts(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Pay, choose whom, move it."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._hearts(state, seat), kind="discard"))
            case 1:
                state = discarded(state, came)
                others = map(str, alive(state, seat, others=True))
                return doing.then(state, *lost(state, seat, came), doing.choose(others))
            case 2:
                whom = Seat(came[0])
                damage = nearest(state, Damage)
                assert damage is not None  # noqa: S101  # narrows the type: the moment is of damage
                state = amended(state, Damage, off=True)
                moved = replace(damage, victim=whom, part=2)
                return doing.then(state, moved, kept=(str(whom),))
        whom = Seat(str(doing.kept[0]))
        lacks = most_health(state, whom) - health_of(state, whom)
        return instead(state, drawing(whom, lacks)) if whom not in state.out and lacks > 0 else done(state)

    def _hearts(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in held(state, seat) if suit_of(state, seat, card) == HEART]


@known
class Hongyan(Skill):
    """Her spades count as hearts."""

    name = "hongyan"
    must = True


@known
class Tianyi(Stepwise):
    """Once: compares points; winning, one more Slash, of any range; losing, none in this turn."""

    name = "tianyi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When both have cards."""
        return bool(held(state, seat)) and bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Compare."""
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, doing.seat)))
            case 1:
                return doing.then(state, Comparing(doing.seat, Seat(came[0])))
        return done(put(state, doing.seat, "turn:tianyi" if came else "turn:no_sha", 1))

    def slashes(self, state: State, seat: Seat) -> int:
        """Return one more after winning."""
        return 1 if state.counters[seat, "turn:tianyi"] else 0

    def reaches(self, state: State, seat: Seat) -> int:
        """Return any range after winning."""
        return 99 if state.counters[seat, "turn:tianyi"] else 0

    def _others(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if held(state, one)]


@known
class Haoshi(Stepwise):
    """Draws two more; with more than five then gives half to another with fewest."""

    name = "haoshi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not state.counters[seat, "turn:no_draw"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw two more now; what follows the draw comes after it (`Sharing`)."""
        state = counted(state, doing.seat, "turn:draw", 2)
        return done(put(state, doing.seat, "turn:haoshi", 1))


@dataclass(frozen=True, slots=True)
class Sharing(Frame):
    """Half of a hand of more than five goes to another with fewest cards. `cards`: which."""

    seat: Seat
    cards: tuple[str, ...] = ()

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Choose which, then to whom."""
        del game
        hand = held(state, self.seat)
        if came is None and len(hand) <= HAOSHI:
            return done(state)
        if came is None:
            half = len(hand) // 2
            return then(state, self, Choosing(self.seat, "haoshi", tuple(map(str, hand)), half, half))
        if not self.cards:
            others = alive(state, self.seat, others=True)
            fewest = min(len(held(state, one)) for one in others)
            poor = tuple(str(one) for one in others if len(held(state, one)) == fewest)
            return then(state, replace(self, cards=came), Choosing(self.seat, "haoshi", poor))
        for card in self.cards:
            state = taken(state, card, Seat(came[0]))
        return done(state)


@known
class Dimeng(Stepwise):
    """Once: two others swap hands; the owner discards as many as they differ."""

    name = "dimeng"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When there are two others whose hands differ by no more than the owner has."""
        return bool(self._pairs(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose both, pay, swap."""
        seat = doing.seat
        match doing.at:
            case 0:
                first = dict.fromkeys(one for pair in self._pairs(state, seat) for one in pair)
                return doing.then(state, doing.choose(first))
            case 1:
                fits = [other for pair in self._pairs(state, seat) if came[0] in pair for other in pair]
                others = dict.fromkeys(one for one in fits if one != came[0])
                return doing.again(state, doing.choose(others), at=2, kept=tuple(came))
            case 2:
                one, other = Seat(str(doing.kept[0])), Seat(came[0])
                differ = abs(len(held(state, one)) - len(held(state, other)))
                return doing.then(state, Dropping(seat, differ, all_of_it=True), kept=(str(one), str(other)))
        one, other = Seat(str(doing.kept[0])), Seat(str(doing.kept[1]))
        mine, theirs = held(state, one), held(state, other)
        for card in mine:
            state = taken(state, card, other)
        for card in theirs:
            state = taken(state, card, one)
        return done(state)

    def _pairs(self, state: State, seat: Seat) -> list[tuple[str, str]]:
        others, most = alive(state, seat, others=True), len(cards_of(state, seat))
        return [
            (str(one), str(other))
            for n, one in enumerate(others)
            for other in others[n + 1 :]
            if abs(len(held(state, one)) - len(held(state, other))) <= most
            and (held(state, one) or held(state, other))
        ]


@known
class Zhijian(Stepwise):
    """Lays an equipment from hand before another, draws one."""

    name = "zhijian"

    def can(self, state: State, seat: Seat) -> bool:
        """With an equipment that somebody lacks."""
        return bool(self._cards(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose which and before whom."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._cards(state, seat)))
            case 1:
                kind = card_of(came[0]).kind
                free = [
                    str(one)
                    for one in alive(state, seat, others=True)
                    if equipment_of(state, one, kind) is None
                ]
                return doing.again(state, doing.choose(free), at=2, kept=tuple(came))
        card = str(doing.kept[0])
        zones = state.zones.moved(card, own(Seat(came[0]), "equipment"))
        state = replace(state, zones=zones)
        return instead(state, *lost(state, seat, (card,)), drawing(seat, 1))

    def _cards(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [
            str(card)
            for card in held(state, seat)
            if card_of(card).kind.is_equipment
            and any(equipment_of(state, one, card_of(card).kind) is None for one in others)
        ]


@known
class Fenxun(Stepwise):
    """Once: for a card one player is at distance 1 in this turn."""

    name = "fenxun"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, pay."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                choice = doing.choose(cards_of(state, seat), kind="discard")
                return doing.again(state, choice, at=2, kept=tuple(came))
        state = put(discarded(state, came), seat, f"turn:near.{doing.kept[0]}", 1)
        return instead(state, *lost(state, seat, came))

    def fixed_distance(self, state: State, seat: Seat, other: Seat) -> int | None:
        """Return one for who was named."""
        return 1 if state.counters[seat, f"turn:near.{other}"] else None


@known
class Buqu(Stepwise):
    """Without health, lays the top card aside for each point; while all ranks differ the owner lives on."""

    name = "buqu"
    moments = ("dying",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is dying."""
        return is_own(firing, "victim", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Lay as many wounds as it lacks; with all ranks different it isn't dying."""
        seat = doing.seat
        wounds = own(seat, "wounds")
        if doing.at == 0:
            missing = 1 - health_of(state, seat) - state.zones.count(wounds)
            return doing.then(state, Drawing(DECK, wounds, max(0, missing), refill=DISCARDS))
        ranks = [card_of(card).rank for card in state.zones.known(wounds)]
        if len(set(ranks)) == len(ranks) and nearest(state, Dying) is not None:
            return done(amended(state, Dying, off=True))
        return done(state)


@known
class Guzheng(Stepwise):
    """At the end of another's discard phase returns one of the discarded cards and takes the others."""

    name = "guzheng"
    moments = ("after_discard",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another discarded in its phase."""
        whom = Seat(str(firing.fact("seat")))
        return whom != seat and whom not in state.out and bool(state.counters[whom, "turn:discarded"])

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose which goes back."""
        whom = doing.whom("seat")
        if doing.at == 0:
            top = state.zones.known(DISCARDS)[: state.counters[whom, "turn:discarded"]]
            return doing.then(state, doing.choose(map(str, top)), kept=tuple(map(str, top)))
        for card in doing.kept:
            state = taken(state, str(card), whom if card in came else doing.seat)
        return done(state)


@known
class Duanbing(Stepwise):
    """An own Slash may have one more target, at distance 1."""

    name = "duanbing"
    moments = ("using",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner uses a Slash and somebody else is near."""
        mine = is_own(firing, "user", seat) and firing.fact("name") in SLASHES
        return mine and bool(self._near(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom besides."""
        if doing.at == 0:
            return doing.then(state, doing.choose(self._near(state, doing.seat)))
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        return done(amended(state, Using, targets=(*using.targets, Seat(came[0]))))

    def _near(self, state: State, seat: Seat) -> list[str]:
        using = nearest(state, Using)
        aimed = using.targets if using is not None else ()
        others = alive(state, seat, others=True)
        return [str(one) for one in others if one not in aimed and distance(state, seat, one) == 1]


WU_FRAMES: tuple[type[Frame], ...] = (Sharing,)
