"""Cards that count as others."""

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind, card_of
from engine.games.quoc_chien.position.formation import queue
from engine.games.quoc_chien.position.registry import Converted, Skill, is_led, known
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    held,
    is_red,
    own,
    suit_of,
)
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.kit.resolving.frames import StackFrame
from engine.kit.zones.box import CardId


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

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield red cards; led by the lord, all."""
        if wanted == "sha" and is_led(state, seat):
            return (((card,), wanted) for card in cards_of(state, seat))
        return RedAs.converts(self, state, seat, wanted, playing=playing)


@known
class Huoji(RedAs):
    """Red hand cards count as Fire Attacks."""

    name = "huoji"
    wanted = "huogong"
    only_in_hand = True


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


@known
class Lianhuan(Skill):
    """Club hand cards count as Iron Chains, or are recast."""

    name = "lianhuan"

    def recasts(self, state: State, seat: Seat) -> Iterable[CardId]:
        """Return the clubs in hand."""
        return [card for card in held(state, seat) if suit_of(state, seat, card) == "C"]

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield clubs."""
        if wanted == "tiesuo-lianhuan" and playing:
            yield from (((card,), wanted) for card in held(state, seat) if suit_of(state, seat, card) == "C")


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
class Qingguo(Skill):
    """Black hand cards count as Dodges."""

    name = "qingguo"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black cards."""
        if wanted == "shan" and not playing:
            hand = (card for card in held(state, seat) if not is_red(state, seat, card))
            yield from (((card,), "shan") for card in hand)


@known
class Duanliang(Skill):
    """Black basic cards and equipment count as Supply Shortage, which reaches two."""

    name = "duanliang"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black basic cards and equipment."""
        if wanted == "bingliang-cunduan" and playing:
            for card in cards_of(state, seat):
                kind = card_of(card).kind
                if not is_red(state, seat, card) and (kind is Kind.BASIC or kind.is_equipment):
                    yield (card,), wanted

    def far_delay(self, state: State, seat: Seat, name: str) -> int:
        """Return two for that trick."""
        return 2 if name == "bingliang-cunduan" else 1


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
class Jixi(Skill):
    """As head: fields count as Snatching."""

    name = "jixi"
    only = "head"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the fields."""
        if wanted == "shunshou-qianyang" and playing:
            yield from (((card,), wanted) for card in state.zones.known(own(seat, "fields")))


@known
class Tianfu(Kanpo):
    """As head, while the turn is in the owner's queue: black hand cards count as nullifications."""

    name = "tianfu"
    only = "head"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield black cards, then."""
        if wanted == "wuxie-keji" and state.turn in queue(state, seat):
            yield from Kanpo.converts(self, state, seat, wanted, playing=playing)

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's called for, where another could lengthen the queue."""
        return summons(state, seat, self.name, siege=False)

    def frames_of(self, game: Any, state: State, seat: Seat, action: Any) -> tuple[StackFrame, ...]:
        """Return the call."""
        return (Summoning(seat, siege=False),)
