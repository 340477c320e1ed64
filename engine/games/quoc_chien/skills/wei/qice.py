"""Qice, a skill of Xunyou of Wei."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, names
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    held,
)
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.permitted import PLAYABLE, aims
from engine.games.quoc_chien.resolving.using import Using, usual_targets
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Qice(Stepwise):
    """Once: the whole hand counts as a trick that isn't delayed; then the deputy may be changed."""

    name = "qice"
    once = True

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield it where the hand could be some trick."""
        spent = state.counters[seat, f"turn:skill.{self.name}"]
        if not spent and held(state, seat) and any(True for _ in self._ways(game, state, seat)):
            yield UseSkill(self.name)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which trick, then on whom; use it; perhaps change."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(
                    state, doing.choose(dict.fromkeys(name for name, _ in self._ways(game, state, seat)))
                )
            case 1:
                aimed = [on for name, on in self._ways(game, state, seat) if name == came[0]]
                return doing.then(state, doing.choose(_written(aimed)), kept=tuple(came))
            case 2:
                name = str(doing.kept[0])
                aimed = [on for other, on in self._ways(game, state, seat) if other == name]
                targets = aimed[_written(aimed).index(came[0])]
                hand = tuple(map(str, held(state, seat)))
                if name == "jiedao-sharen":
                    return doing.then(state, Using(seat, hand, name, targets[:1], second=targets[1]))
                return doing.then(state, Using(seat, hand, name, targets))
            case 3 if can_change(state, seat):
                return doing.then(state, doing.choose((1,), 0))
            case 4 if came:
                return instead(state, Changing(seat))
        return done(state)

    def _ways(self, game: Any, state: State, seat: Seat) -> Iterator[tuple[str, tuple[Seat, ...]]]:
        """Yield each trick and on whom: no more than there are cards, by the reading `qice`."""
        hand = tuple(map(str, held(state, seat)))
        for name in PLAYABLE:
            if names()[name].kind is Kind.TRICK:
                for on in aims(state, seat, name, hand):
                    many = game.options.qice == "cards" and len(_aimed(state, seat, name, on)) > len(hand)
                    if not many:
                        yield name, on


def _aimed(state: State, seat: Seat, name: str, on: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return who the targets of a trick are that is written so."""
    match name:
        case "jiedao-sharen":  # the second is whom the target strikes
            return on[:1]
        case "lianjun-shengyan":
            return (seat, *on)
    return on or usual_targets(state, seat, name)


def _written(aimed: list[tuple[Seat, ...]]) -> list[str | int]:
    """Return targets as they're chosen: a seat, or their number where it takes several or none."""
    return [str(on[0]) if len(on) == 1 else number for number, on in enumerate(aimed, 1)]
