"""Jiahe, a skill of Lord Sunquan of Wu."""

from collections.abc import Iterable
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, card_of, names
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    discarded,
    moved,
    own,
    put,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead

LIT = ((1, "yingzi"), (2, "haoshi"), (3, "shelie"), (4, "duoshi"))
"""How many beacons give which skill to a player of the kingdom."""


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
