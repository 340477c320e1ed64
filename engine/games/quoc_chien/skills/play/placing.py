"""Skills of the play phase that change where players stand: how far, how hidden."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of, names
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    PLACES,
    State,
    alive,
    cards_of,
    discarded,
    equipment_of,
    equipped,
    general,
    general_in,
    held,
    moved,
    own,
    put,
    shown,
)
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.permitted import PLAYABLE, aims
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.resolving.using import Using, usual_targets
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Fenxun(Stepwise):
    """Once: for a card one player is at distance 1 in this turn."""

    name = "fenxun"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
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
class Qingcheng(Stepwise):
    """For an equipment hides one general of a player with both shown."""

    name = "qingcheng"

    def can(self, state: State, seat: Seat) -> bool:
        """With an equipment, and such a player."""
        return bool(self._worn(state, seat)) and bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
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
                return doing.then(
                    state, *lost(state, seat, came), doing.choose(_hideable(state, doing.kept_seat()))
                )
        slug = general_in(state, doing.kept_seat(), str(came[0]))
        return done(altered(state, zones=state.zones.turned(str(slug), up=False)))

    def _worn(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if card_of(card).kind.is_equipment]

    def _others(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [str(one) for one in others if len(shown(state, one)) == len(PLACES) and _hideable(state, one)]


def _hideable(state: State, seat: Seat) -> list[str]:
    """Return where a seat's generals are that can be hidden: a lord can't."""
    found = ((place, general(state, seat, place)) for place in PLACES)
    return [place for place, one in found if one is not None and not one.is_lord]


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


@known
class Cunsi(Stepwise):
    """Removes this general: a player has Yongjue from then on, and draws two if it's another."""

    name = "cunsi"

    def can(self, state: State, seat: Seat) -> bool:
        """While it's there."""
        return True

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, remove it."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, alive(state, seat))))
        if doing.at == 1:
            (place,) = [one for one in PLACES if self._is_in(state, seat, one)][:1] or ("head",)
            return doing.then(state, Removing(seat, place), kept=tuple(came))
        whom = doing.kept_seat()
        state = put(state, whom, "given.yongjue", 1)
        return instead(state, *([drawing(whom, 2)] if whom != seat else []))

    def _is_in(self, state: State, seat: Seat, place: str) -> bool:
        found = general(state, seat, place)
        return found is not None and self.name in found.skills


@known
class Xuanlue(Stepwise):
    """Once a match: up to three equipments are laid before other players."""

    name = "xuanlue"
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Until it was used, when one can move."""
        return not state.counters[seat, "limited.xuanlue"] and bool(self._movable(state))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which and before whom, one after the other."""
        match doing.at:
            case 0:
                left = int(doing.kept[0]) if doing.kept else 3  # as many as the skill says
                among = self._movable(state)
                if not left or not among:
                    return done(state)
                choice = doing.choose(among, 1 if left == 3 else 0)  # the first is sure
                return doing.again(state, choice, at=1, kept=(left,))
            case 1 if came:
                kept = (int(doing.kept[0]) - 1, came[0])
                return doing.again(state, doing.choose(self._to(state, came[0])), at=2, kept=kept)
            case 2:
                card = str(doing.kept[1])
                zone = state.zones.zone_of(card)
                state = moved(state, card, own(Seat(came[0]), "equipment"))
                above = lost(state, zone.owner, (card,)) if zone is not None and zone.owner else ()
                return doing.again(state, *above, at=0, kept=doing.kept[:1])
        return done(state)

    def _movable(self, state: State) -> list[str]:
        worn = (str(card) for one in alive(state) for card in equipped(state, one))
        return [card for card in worn if self._to(state, card)]

    def _to(self, state: State, card: str) -> list[str]:
        kind = card_of(card).kind
        return [str(one) for one in alive(state) if equipment_of(state, one, kind) is None]
