"""Which cards may be used on whom in the play phase, and which rules forbid it (QC-2.6)."""

from collections.abc import Iterator
from itertools import combinations

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind, card_of, names
from engine.games.quoc_chien.position.actions import Use
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import distance, is_within
from engine.games.quoc_chien.position.kingdoms import are_friends, is_large, is_small, kingdom_of
from engine.games.quoc_chien.position.registry import skills_of
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    State,
    alive,
    at_hand,
    equipment_of,
    equipped,
    has_equipped,
    health_of,
    held,
    hidden,
    is_away,
    is_wounded,
    judged_on,
    most_health,
    rule,
)
from engine.games.quoc_chien.resolving.effects import matters
from engine.games.quoc_chien.resolving.playing import converted, converts_anything

PLAYABLE = (
    "sha",
    "huo-sha",
    "lei-sha",
    "tao",
    "jiu",
    "wugu-fengdeng",
    "taoyuan-jieyi",
    "nanman-ruqin",
    "wanjian-qifa",
    "juedou",
    "wuzhong-shengyou",
    "shunshou-qianyang",
    "guohe-chaiqiao",
    "tiesuo-lianhuan",
    "huogong",
    "jiedao-sharen",
    "yiyi-dailao",
    "zhiji-zhibi",
    "yuanjiao-jingong",
    "le-busi-shu",
    "bingliang-cunduan",
    "shandian",
    "xie-tianzi-yi-ling-zhuhou",
    "huoshao-lianying",
    "lu-li-tongxin",
    "lianjun-shengyan",
    "diaohu-lishan",
    "shuiyan-qijun",
    "chiling",
)
"""Names that cards can be used as in the play phase, beside equipment."""

_PLAYABLE = frozenset(PLAYABLE)
WIDE = ("lu-li-tongxin", "lianjun-shengyan")
RECAST = ("tiesuo-lianhuan", "zhiji-zhibi", "lu-li-tongxin")


def usable(state: State, seat: Seat) -> Iterator[Use]:
    """Yield all uses of cards that a seat may make in its play phase."""
    for card in at_hand(state, seat):
        name = card_of(card).name
        for on in aims(state, seat, name, (card,)):
            yield Use(card, on)
    for name in PLAYABLE if converts_anything(state, seat) else ():
        for cards, as_, _ in converted(state, seat, name, playing=True):
            for on in aims(state, seat, as_, cards):
                yield Use(cards[0], on, as_, cards[1:])


def aims(state: State, seat: Seat, name: str, cards: tuple[str, ...]) -> Iterator[tuple[Seat, ...]]:
    """Yield the targets, as they're written, on which a card of a name may be used; one empty: no target."""
    if not _is_for_play(name) or any(_forbidden_at_all(state, seat, name)):
        return
    for on in thinkable(state, seat, name):
        if not any(_forbidden_on(state, seat, name, on, cards)):
            yield on


def thinkable(state: State, seat: Seat, name: str) -> Iterator[tuple[Seat, ...]]:
    """Yield the targets that a card of a name takes, whether or not the rules forbid them now."""
    others = alive(state, seat, others=True)
    match name:
        case "tiesuo-lianhuan":
            everybody = alive(state, seat)
            yield from ((one,) for one in everybody)
            yield from combinations(everybody, 2)
        case "jiedao-sharen":
            yield from ((one, other) for one in others for other in alive(state, seat) if other != one)
        case "huogong":
            yield from ((one,) for one in alive(state, seat))
        case "diaohu-lishan":
            yield from ((one,) for one in others)
            yield from combinations(others, 2)
        case "lu-li-tongxin":
            around = alive(state, seat)
            for side in (is_large, is_small):
                found = tuple(one for one in around if side(state, one))
                if found:
                    yield found
        case _ if name in SLASHES:
            yield from ((one,) for one in others)
            if any(skill.more_targets(state, seat) for skill in skills_of(state, seat)):
                yield from combinations(others, 2)
        case "lianjun-shengyan":
            yield from _other_kingdoms(state, seat, others)
        case _ if takes_target(name):
            yield from ((one,) for one in others)
        case _:
            yield ()


def takes_target(name: str) -> bool:
    """Tell whether a card is used on players whom its user names."""
    return name in (*SLASHES, *_AIMED)


_AIMED = (
    "juedou",
    "shunshou-qianyang",
    "guohe-chaiqiao",
    "tiesuo-lianhuan",
    "huogong",
    "jiedao-sharen",
    "zhiji-zhibi",
    "yuanjiao-jingong",
    "le-busi-shu",
    "bingliang-cunduan",
    "diaohu-lishan",
    "lu-li-tongxin",
    "lianjun-shengyan",
    "shuiyan-qijun",
)


def _other_kingdoms(state: State, seat: Seat, others: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
    """Yield the members of each other kingdom; every careerist is one of its own."""
    found: dict[str, tuple[Seat, ...]] = {}
    for one in others:
        kingdom = kingdom_of(state, one)
        if kingdom == CAREERIST:
            yield (one,)
        elif kingdom is not None and not are_friends(state, seat, one):
            found[kingdom] = (*found.get(kingdom, ()), one)
    yield from found.values()


def slashes_left(state: State, seat: Seat) -> bool:
    """Tell whether a seat may use another Slash in this play phase."""
    if state.counters[seat, Count.NO_SHA]:
        return False
    if has_equipped(state, seat, "zhuge-liannu"):
        return True
    more = sum(skill.slashes(state, seat) for skill in skills_of(state, seat))
    return state.counters[seat, Count.SHA] < 1 + more


def forbidden(
    state: State, seat: Seat, name: str, on: tuple[Seat, ...], cards: tuple[str, ...]
) -> Iterator[Violation]:
    """Yield the rules that a use breaks, whoever holds the cards."""
    if not _is_for_play(name):
        yield broken(rule(2, 6), "answer_only", name=name)
        return
    if on not in set(thinkable(state, seat, name)):
        yield broken(rule(2, 6), "no_such_target", name=name)
        return
    yield from _forbidden_at_all(state, seat, name)
    yield from _forbidden_on(state, seat, name, on, cards)


def _is_for_play(name: str) -> bool:
    """Tell whether cards can be used as one of a name in the play phase: the others only answer."""
    return name in _PLAYABLE or names()[name].kind.is_equipment


def _forbidden_at_all(state: State, seat: Seat, name: str) -> Iterator[Violation]:
    """Yield the rules that any use of a card of a name breaks, on whomever."""
    match name:
        case "tao" if not is_wounded(state, seat):
            yield broken(rule(2, 6), "unhurt", health=health_of(state, seat), limit=most_health(state, seat))
        case "jiu" if state.counters[seat, Count.JIU]:
            yield broken(rule(2, 6), "one_wine")
        case "xie-tianzi-yi-ling-zhuhou" if not is_large(state, seat):
            yield broken(rule(10, 2), "not_large", seat=str(seat))
        case "chiling" if all(kingdom_of(state, one) for one in alive(state)):
            yield broken(rule(3, 4), "all_known")
        case "lianjun-shengyan" if kingdom_of(state, seat) is None:
            yield broken(rule(3, 4), "no_kingdom", seat=str(seat))
        case "yuanjiao-jingong" if kingdom_of(state, seat) is None:
            yield broken(rule(3, 4), "no_kingdom", seat=str(seat))
        case _ if name in SLASHES and not slashes_left(state, seat):
            yield broken(rule(2, 6), "one_slash")


def _forbidden_on(
    state: State, seat: Seat, name: str, on: tuple[Seat, ...], cards: tuple[str, ...]
) -> Iterator[Violation]:
    """Yield the rules that a use breaks on targets that a card of its name takes."""
    without = frozenset(cards)
    if name in SLASHES:
        for one in on:
            if not is_within(state, seat, one, without=without):
                far = distance(state, seat, one, without=without)
                yield broken(rule(2, 6), "out_of_range", seat=str(one), far=far)
    yield from _trick_forbidden(state, seat, name, on, without)
    for one in on:
        if is_away(state, one):
            yield broken(rule(2, 6), "lured", seat=str(one))


def _trick_forbidden(
    state: State, seat: Seat, name: str, on: tuple[Seat, ...], without: frozenset[str]
) -> Iterator[Violation]:
    match name:
        case "shunshou-qianyang" | "guohe-chaiqiao" if not matters(state, name, on[0]):
            yield broken(rule(2, 6), "nothing_there", seat=str(on[0]))
        case "huogong" if without.issuperset(held(state, on[0])):
            yield broken(rule(2, 6), "nothing_there", seat=str(on[0]))
        case "zhiji-zhibi" if not held(state, on[0]) and not hidden(state, on[0]):
            yield broken(rule(2, 6), "nothing_there", seat=str(on[0]))
        case "jiedao-sharen":
            if equipment_of(state, on[0], Kind.WEAPON) is None:
                yield broken(rule(2, 6), "no_weapon", seat=str(on[0]))
            elif not is_within(state, on[0], on[1]):
                yield broken(rule(2, 6), "out_of_range", seat=str(on[1]), far=distance(state, *on))
        case "shuiyan-qijun" if not equipped(state, on[0]):
            yield broken(rule(2, 6), "nothing_there", seat=str(on[0]))
        case "yuanjiao-jingong" if kingdom_of(state, seat):
            if kingdom_of(state, on[0]) is None or are_friends(state, seat, on[0]):
                yield broken(rule(3, 4), "not_other_kingdom", seat=str(on[0]))
    if name in ("shunshou-qianyang", "bingliang-cunduan") and not _sees_all(state, seat):
        away = distance(state, seat, on[0])
        if away > _near(state, seat, name):
            yield broken(rule(2, 6), "out_of_range", seat=str(on[0]), far=away)
    if names()[name].kind is Kind.DELAYED:
        whom = on[0] if on else seat
        if any(delayed_name(state, card) == name for card in judged_on(state, whom)):
            yield broken(rule(2, 6), "twice_judged", seat=str(whom), name=name)


def _sees_all(state: State, seat: Seat) -> bool:
    """Tell whether a seat's tricks know no distance."""
    return any(skill.far_tricks(state, seat) for skill in skills_of(state, seat))


def _near(state: State, seat: Seat, name: str) -> int:
    return max((1, *(skill.far_delay(state, seat, name) for skill in skills_of(state, seat))))


def delayed_name(state: State, card: str) -> str:
    """Return as what a card before a player is judged, if it's another than is printed on it."""
    return dict(state.judged_as).get(card, card_of(card).name)
