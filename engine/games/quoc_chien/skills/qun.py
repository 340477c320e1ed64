"""Skills of the generals of Qun."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, card_of, names
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of, members
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    DISCARDS,
    JUDGED,
    PLACES,
    State,
    alive,
    cards_of,
    discarded,
    equipped,
    gender_of,
    general_in,
    held,
    hidden,
    is_wounded,
    moved,
    own,
    put,
    shown,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import THUNDER, Damage, Healing, Losing
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing, Slashing
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import Answering, drawing, lost
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.registry import Converted, Skill, known
from engine.games.quoc_chien.skills.wei import turned_over
from engine.kit.resolving.frames import Step, amended, done, instead, nearest


@known
class Jijiu(Skill):
    """Outside the own turn red cards count as Peaches."""

    name = "jijiu"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield red cards."""
        if wanted == "tao" and not playing and state.turn != seat:
            red = (card for card in cards_of(state, seat) if suit_of(state, seat, card) in ("H", "D"))
            yield from (((card,), wanted) for card in red)


@known
class Qingnang(Stepwise):
    """Once: for a hand card a wounded player heals one."""

    name = "qingnang"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card, and somebody wounded."""
        return bool(held(state, seat)) and any(is_wounded(state, one) for one in alive(state))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, pay, heal."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(
                    state, doing.choose(str(one) for one in alive(state) if is_wounded(state, one))
                )
            case 1:
                return doing.again(
                    state, doing.choose(held(state, seat), kind="discard"), at=2, kept=tuple(came)
                )
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Healing(Seat(str(doing.kept[0])), 1, seat))


@known
class Wushuang(Stepwise):
    """His Slashes take two Dodges, in his duels two Slashes are played each time."""

    name = "wushuang"
    must = True
    moments = ("slashing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When his Slash comes to a target."""
        return is_own(firing, "user", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Two Dodges."""
        return done(amended(state, Slashing, dodges=2))


@known
class Lijian(Stepwise):
    """Once: for a card one of two other males duels the other."""

    name = "lijian"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card and two such males."""
        return bool(cards_of(state, seat)) and len(self._males(state, seat)) > 1

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose who is challenged, then who challenges; pay."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._males(state, seat)))
            case 1:
                others = [one for one in self._males(state, seat) if one != came[0]]
                return doing.again(state, doing.choose(others), at=2, kept=tuple(came))
            case 2:
                kept = (*doing.kept, *came)
                return doing.again(
                    state, doing.choose(cards_of(state, seat), kind="discard"), at=3, kept=kept
                )
        target, user = (Seat(str(one)) for one in doing.kept)
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Using(user, (), "juedou", (target,)))

    def _males(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if gender_of(state, one) == "male"]


@known
class Biyue(Stepwise):
    """Draws one in the own end phase."""

    name = "biyue"
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw."""
        return instead(state, drawing(doing.seat, 1))


@known
class Luanji(Skill):
    """Two hand cards of one suit count as Arrows."""

    name = "luanji"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield pairs."""
        if wanted == "wanjian-qifa" and playing:
            for one, other in combinations(held(state, seat), 2):
                if suit_of(state, seat, one) == suit_of(state, seat, other):
                    yield (one, other), wanted


@known
class Shuangxiong(Stepwise):
    """Instead of drawing judges and takes the card; cards of the other colour count as duels in this turn."""

    name = "shuangxiong"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not state.counters[seat, "turn:no_draw"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Judge, take, remember the colour (1 red, 2 black)."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(put(state, seat, "turn:no_draw", 1), Judging(seat, self.name))
        if came is None:
            return done(state)
        if state.zones.is_in(came[2], DISCARDS):
            state = taken(state, came[2], seat)
        return done(put(state, seat, "turn:shuangxiong", 1 if came[0] in ("H", "D") else 2))

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield cards of the other colour."""
        colour = state.counters[seat, "turn:shuangxiong"]
        if wanted == "juedou" and playing and colour:
            for card in held(state, seat):
                if (suit_of(state, seat, card) in ("H", "D")) != (colour == 1):
                    yield (card,), wanted


@known
class Wansha(Skill):
    """In the own turn only the owner and the dying may use Peaches."""

    name = "wansha"
    must = True


@known
class Luanwu(Stepwise):
    """Once a match: every other uses a Slash on a nearest player, or loses one health."""

    name = "luanwu"
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Until it was used."""
        return not state.counters[seat, "limited.luanwu"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Ask one after the other: for whom it's a Slash, or none."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.again(state, at=1, kept=tuple(map(str, alive(state, seat, others=True))))
            case 1 if doing.kept:
                one = Seat(str(doing.kept[0]))
                if one in state.out:
                    return doing.again(state, at=1, kept=doing.kept[1:])
                return doing.again(state, doing.choose(self._targets(state, one), 0, by=one), at=2)
            case 2:
                one = Seat(str(doing.kept[0]))
                if not came:
                    return doing.again(state, Losing(one), at=1, kept=doing.kept[1:])
                target = Seat(came[0])
                return doing.again(
                    state, Answering(one, "sha", 1, target, self.name), at=3, kept=(*doing.kept, str(target))
                )
            case 3:
                one, target = Seat(str(doing.kept[0])), Seat(str(doing.kept[-1]))
                rest = doing.kept[1:-1]
                if not came:
                    return doing.again(state, Losing(one), at=1, kept=rest)
                return doing.again(state, Using(one, (), "sha", (target,), free=True), at=1, kept=rest)
        return done(state)

    def _targets(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        nearest_of = min((distance(state, seat, one) for one in others), default=0)
        can = any(card_of(card).name in SLASHES for card in held(state, seat))
        return [str(one) for one in others if distance(state, seat, one) == nearest_of] if can else []


@known
class Weimu(Skill):
    """No target of black tricks."""

    name = "weimu"
    must = True

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """Return so for black tricks."""
        return red is False and names()[name].kind.is_trick


class Dodged(Stepwise):
    """Goes off when the owner's Slash was dodged."""

    moments = ("dodged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the target has cards."""
        return is_own(firing, "user", seat) and bool(cards_of(state, Seat(str(firing.fact("target")))))


@known
class Mengjin(Dodged):
    """Discards a card of who dodged."""

    name = "mengjin"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose which."""
        return instead(state, Robbing(doing.seat, doing.whom("target"), places=("hand", "equipment")))


@known
class Leiji(Stepwise):
    """When using a Dodge, another judges: spade is two thunder damage."""

    name = "leiji"
    moments = ("answered",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner dodged."""
        return is_own(firing, "seat", seat) and firing.fact("name") == "shan"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose who judges."""
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, doing.seat))))
            case 1:
                return doing.again(state, Judging(Seat(came[0]), self.name), at=2, kept=tuple(came))
        whom = Seat(str(doing.kept[0]))
        struck = came is not None and came[0] == "S"
        return instead(state, *([Damage(whom, 2, doing.seat, THUNDER)] if struck else []))


@known
class Guidao(Stepwise):
    """Swaps a judgment for a black card of the own."""

    name = "guidao"
    moments = ("judging",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """With a black card."""
        return bool(self._black(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose, and swap."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(self._black(state, seat)))
        (old,) = state.zones.known(JUDGED)
        state = taken(state, old, seat)
        return instead(moved(state, came[0], JUDGED), *lost(state, seat, came))

    def _black(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if suit_of(state, seat, card) in ("S", "C")]


@known
class Beige(Stepwise):
    """For a card, who took Slash damage judges: heart heals, diamond draws two, club and spade punish."""

    name = "beige"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When a Slash damaged somebody who lives, and the owner has a card."""
        victim = Seat(str(firing.fact("victim")))
        return firing.fact("card") in SLASHES and victim not in state.out and bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Pay, judge, do it."""
        victim, source = doing.whom("victim"), doing.whom("source")
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(cards_of(state, doing.seat), kind="discard"))
            case 1:
                state = discarded(state, came)
                return doing.then(state, *lost(state, doing.seat, came), Judging(victim, self.name))
        match came[0] if came is not None else "":
            case "H":
                return instead(state, Healing(victim))
            case "D":
                return instead(state, drawing(victim, 2))
            case "C" if source:
                return instead(state, Dropping(source, 2, all_of_it=True))
            case "S" if source:
                return done(turned_over(state, source))
        return done(state)


@known
class Duanchang(Stepwise):
    """On death the killer loses the skills of one of its generals."""

    name = "duanchang"
    must = True
    moments = ("death",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is killed by somebody."""
        return is_own(firing, "victim", seat) and firing.fact("killer") not in ("", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose which."""
        killer = doing.whom("killer")
        if doing.at == 0:
            ways = [place for place in PLACES if general_in(state, killer, place) is not None]
            return doing.then(state, doing.choose(ways))
        return done(put(state, killer, f"lost.{came[0]}", 1) if came else state)


@known
class Xiongyi(Stepwise):
    """Once a match: all of the kingdom draw three; of a smallest kingdom the owner heals one."""

    name = "xiongyi"
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Until it was used."""
        return not state.counters[seat, "limited.xiongyi"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw, heal."""
        seat = doing.seat
        friends = [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]
        counts = {
            kingdom: 1 if kingdom == CAREERIST else len(members(state, kingdom))
            for one in alive(state)
            if (kingdom := kingdom_of(state, one)) is not None
        }
        mine = counts.get(kingdom_of(state, seat) or "", 1)
        heals = mine <= min(counts.values(), default=mine)
        return instead(state, *[drawing(one, 3) for one in friends], *([Healing(seat)] if heals else []))


@known
class Mingshi(Stepwise):
    """Takes one less of who has a hidden general."""

    name = "mingshi"
    must = True
    moments = ("suffering",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When such a one deals it."""
        source = Seat(str(firing.fact("source")))
        return is_own(firing, "victim", seat) and bool(source) and bool(hidden(state, source))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """One less."""
        damage = nearest(state, Damage)
        assert damage is not None  # noqa: S101  # narrows the type: the moment is of damage
        return done(amended(state, Damage, amount=damage.amount - 1))


@known
class Shuangren(Stepwise):
    """At the start of the play phase compares points; wins a Slash, or ends the phase."""

    name = "shuangren"
    moments = ("phase_play",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own play phase, when both have cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat)) and bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Compare, strike."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, seat)))
            case 1:
                return doing.again(state, Comparing(seat, Seat(came[0])), at=2, kept=tuple(came))
            case 2 if not came:
                return done(put(state, seat, "turn:play_over", 1))
            case 2:
                first = Seat(str(doing.kept[0]))
                friends = (one for one in alive(state, seat, others=True) if are_friends(state, first, one))
                ways = dict.fromkeys((str(first), *map(str, friends)))
                return doing.then(state, doing.choose(ways))
        return instead(state, Using(seat, (), "sha", (Seat(came[0]),), free=True))

    def _others(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if held(state, one)]


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
class Suishi(Stepwise):
    """Draws when another is dying by the own kingdom's damage; loses health when one of the kingdom dies."""

    name = "suishi"
    must = True
    moments = ("dying", "death")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it's another."""
        victim = Seat(str(firing.fact("victim")))
        if victim == seat:
            return False
        if firing.moment == "death":
            return are_friends(state, seat, victim)
        source = Seat(str(firing.fact("source")))
        return bool(source) and are_friends(state, seat, source)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Draw, or lose."""
        died = "killer" in dict(doing.facts)
        return instead(state, Losing(doing.seat) if died else drawing(doing.seat, 1))


@known
class Kuangfu(Stepwise):
    """After an own Slash dealt damage takes an equipment of the victim, or discards it."""

    name = "kuangfu"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the victim has one."""
        victim = Seat(str(firing.fact("victim")))
        dealt = is_own(firing, "source", seat) and firing.fact("card") in SLASHES
        return dealt and victim != seat and bool(equipped(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose which; lay it before oneself (1) or discard it (2)."""
        seat, victim = doing.seat, doing.whom("victim")
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, equipped(state, victim))))
            case 1:
                kind = card_of(came[0]).kind
                free = all(card_of(card).kind is not kind for card in equipped(state, seat))
                return doing.again(state, doing.choose((1, 2) if free else (2,)), at=2, kept=tuple(came))
        card = str(doing.kept[0])
        to = own(seat, "equipment") if came[0] == 1 else DISCARDS
        return instead(moved(state, card, to), *lost(state, victim, (card,)))


@known
class Qingcheng(Stepwise):
    """For an equipment hides one general of a player with both shown."""

    name = "qingcheng"

    def can(self, state: State, seat: Seat) -> bool:
        """With an equipment, and such a player."""
        return bool(self._worn(state, seat)) and bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, pay, choose which general, hide it."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, seat)))
            case 1:
                worn = doing.choose(self._worn(state, seat), kind="discard")
                return doing.again(state, worn, at=2, kept=tuple(came))
            case 2:
                state = discarded(state, came)
                return doing.then(state, *lost(state, seat, came), doing.choose(PLACES))
        slug = general_in(state, Seat(str(doing.kept[0])), str(came[0]))
        return done(replace(state, zones=state.zones.turned(str(slug), up=False)))

    def _worn(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if card_of(card).kind.is_equipment]

    def _others(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if len(shown(state, one)) == len(PLACES)]


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
class Huoshui(Skill):
    """In the own turn the others can't show generals."""

    name = "huoshui"
    must = True
