"""Muniu Liuma: treasure."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    equipment_of,
    held,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


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
