"""What lords lead: swords that come back, troops, beacons, and skills of their whole kingdom."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, card_of, names
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import Converted, Skill, has, known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    alive,
    cards_of,
    discarded,
    equipped,
    moved,
    own,
    put,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.phases.drawing import followers
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, amended, done, instead

SWORD = "feilong-duofeng.S2"
LIT = ((1, "yingzi"), (2, "haoshi"), (3, "shelie"), (4, "duoshi"))
"""How many beacons give which skill to a player of the kingdom."""


@known
class Zhangwu(Stepwise):
    """The lord's sword comes back from others and the discards; lost, it goes under the deck for two."""

    name = "zhangwu"
    must = True
    moments = ("lost", "used")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it has just left the owner; or when it lies on the discards, or before another."""
        if SWORD in cards_of(state, seat) or state.zones.zone_of(SWORD) is None:
            return False
        if firing.moment == "lost" and is_own(firing, "seat", seat):
            return bool(firing.fact("phoenix"))
        worn = any(SWORD in equipped(state, one) for one in alive(state, seat, others=True))
        return worn or state.zones.is_in(SWORD, DISCARDS)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Lay it under the deck and draw; or take it back."""
        if is_own(doing, "seat", doing.seat) and doing.fact("phoenix"):
            state = altered(state, zones=state.zones.moved(SWORD, DECK, bottom=True))
            return instead(state, drawing(doing.seat, 2))
        loser = next((one for one in alive(state) if SWORD in equipped(state, one)), None)
        state = taken(state, SWORD, doing.seat)
        return instead(state, *(lost(state, loser, (SWORD,)) if loser is not None else ()))


@known
class Shouyue(Skill):
    """The kingdom's tigers do more.

    Any card counts as a Slash by Wusheng, Paoxiao pierces armour, Longdan draws one, Liegong reaches
    one farther, and whom Tieqi's Slash names can't dodge after black either, unless it discards a card of the
    suit.
    """

    name = "shouyue"
    must = True


@known
class Hongfa(Stepwise):
    """Keeps heavenly soldiers: players, Slashes for the kingdom, and in place of the lord's health."""

    name = "hongfa"
    must = True
    moments = ("phase_start", "losing")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase without any; when the lord is about to lose health, with one."""
        none = state.zones.is_empty(own(seat, "troops"))
        return is_own(firing, "seat", seat) and none == (firing.moment == "phase_start")

    def forced(self, firing: Any) -> bool:
        """Tell that they come by themselves, and are spent at will."""
        return bool(firing.moment == "phase_start")

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Turn up as many as the kingdom has players; or spend one."""
        troops = own(doing.seat, "troops")
        if doing.fact("moment") == "phase_start":
            return instead(state, Drawing(DECK, troops, followers(state, doing.seat), refill=DISCARDS))
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, state.zones.known(troops))))
        return done(amended(discarded(state, came), Losing, amount=0))

    def lends_cards(self, state: State, owner: Seat, wanted: str) -> Iterator[Converted]:
        """Yield the soldiers, as Slashes."""
        if wanted == "sha":
            yield from (((card,), wanted) for card in state.zones.known(own(owner, "troops")))

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield them for the lord, too."""
        return self.lends_cards(state, seat, wanted)


@known
class Jiahe(Stepwise):
    """The kingdom lays equipment as beacons; these give it a skill a turn, and burn down by damage."""

    name = "jiahe"
    must = True
    moments = ("damaged", "phase_start")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """With a beacon: when a Slash or trick damaged the lord; in the start phases of the kingdom."""
        if firing.moment == "phase_start":
            whom = Seat(str(firing.fact("seat")))
            ours = whom == seat or are_friends(state, seat, whom)
            return ours and not state.zones.is_empty(own(seat, "beacons"))
        card = str(firing.fact("card"))
        by_card = card in SLASHES or (card in names() and names()[card].kind.is_trick)
        return is_own(firing, "victim", seat) and by_card and not state.zones.is_empty(own(seat, "beacons"))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Lay one down, or lose one; light a skill."""
        if doing.fact("victim"):
            if doing.at == 0:
                return doing.then(
                    state, doing.choose(map(str, state.zones.known(own(doing.seat, "beacons"))))
                )
            return done(discarded(state, came))
        if doing.fact("moment") == "phase_start":
            return self._lit(state, doing, came)
        seat = doing.seat
        if doing.at == 0:
            worn = [card for card in cards_of(state, seat) if card_of(card).kind.is_equipment]
            return doing.then(state, doing.choose(worn))
        lord = next(one for one in alive(state) if has(state, one, self.name))
        state = moved(state, came[0], own(lord, "beacons"))
        return instead(state, *lost(state, seat, came, thrown=0))

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that the lord lays one."""
        if has(state, seat, self.name):
            yield from self.lends(game, state, seat, seat)

    def lends(self, game: Any, state: State, owner: Seat, seat: Seat) -> Iterable[Any]:
        """Yield that a player of the kingdom lays one, once a turn."""
        some = any(card_of(card).kind.is_equipment for card in cards_of(state, seat))
        if some and not state.counters[seat, f"turn:skill.{self.name}"]:
            yield UseSkill(self.name)

    def _lit(self, state: State, doing: Doing, came: Any) -> FrameStep:
        """Let whoever's start phase it is choose a skill for this turn."""
        whom = doing.whom("seat")
        if doing.at == 0:
            lit = [name for least, name in LIT if state.zones.count(own(doing.seat, "beacons")) >= least]
            return doing.then(state, doing.choose(lit, 0, by=whom))
        return done(put(state, whom, f"turn:given.{came[0]}", 1) if came else state)
