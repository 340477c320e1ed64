"""What newer printings have: marks for what first reveals bring, and the two bandits' Xiongsuan."""

from typing import Any, ClassVar

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import SKILLS, has, known
from engine.games.quoc_chien.position.state import (
    RENEWED,
    State,
    alive,
    counted,
    discarded,
    held,
    hidden,
    is_wounded,
    others,
    own,
    put,
)
from engine.games.quoc_chien.resolving.damage import Damage, Healing
from engine.games.quoc_chien.resolving.discarding import hand_limit
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done, instead

FULL = 4
"""Up to how many cards the pioneer's mark fills the hand."""

KEEPS = 2
"""How many cards more may be kept for the mark of a leftover half."""


class Mark(Stepwise):
    """A mark that a first reveal brought: spent once, for everybody to see."""

    def can(self, state: State, seat: Seat) -> bool:
        """Tell so: who has none hasn't this skill."""
        return True

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Put the mark away, then do what it's for."""
        return self.spent(
            put(state, doing.seat, f"given.{self.name}", 0) if not doing.at else state, doing, came
        )

    def spent(self, state: State, doing: Doing, came: Any) -> FrameStep:
        """Do the step `doing.at`, the mark being away."""
        raise NotImplementedError


@known
class Xianqu(Mark):
    """Of the first to show a general: fills the hand up to four, then looks at another's hidden general."""

    name = "xianqu"

    def spent(self, state: State, doing: Doing, came: Any) -> FrameStep:
        """Draw; choose whom, then which; look."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, drawing(seat, max(0, FULL - len(held(state, seat)))))
            case 1 if others(state, seat, hidden):
                return doing.then(state, doing.choose(others(state, seat, hidden)))
            case 2:
                whom = Seat(came[0])
                return doing.then(state, doing.choose(hidden(state, whom)), kept=(str(whom),))
            case 3:
                slug = state.zones.known(own(doing.kept_seat(), str(came[0])))[0]
                return done(altered(state, zones=state.zones.shown(slug, (seat,))))
        return done(state)


@known
class Yinyangyu(Mark):
    """For a leftover half: draws one in the play phase, or keeps two cards more in the discard phase."""

    name = "yinyangyu"
    moments = ("before_discard",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before the own discard phase, with too many cards."""
        return is_own(firing, "seat", seat) and len(held(state, seat)) > hand_limit(state, seat)

    def spent(self, state: State, doing: Doing, came: Any) -> FrameStep:
        """Draw, or keep."""
        if doing.fact("moment"):
            return done(counted(state, doing.seat, "turn:limit", KEEPS))
        return instead(state, drawing(doing.seat, 1))


@known
class Zhulianbihe(Mark):
    """Of companions: draws two or recovers one in the play phase; or counts as a Peach for the dying."""

    name = "zhulianbihe"
    moments = ("dying",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When somebody is dying whom the owner may rescue."""
        alone = has(state, state.turn, "wansha") and seat not in (state.turn, firing.fact("victim"))
        return not alone

    def spent(self, state: State, doing: Doing, came: Any) -> FrameStep:
        """Rescue; or choose, and draw (1) or recover (2)."""
        if doing.fact("victim"):
            return instead(state, Healing(doing.whom("victim"), 1, doing.seat))
        if doing.at == 0:
            return doing.then(state, doing.choose((1, 2) if is_wounded(state, doing.seat) else (1,)))
        return instead(state, drawing(doing.seat, 2) if came[0] == 1 else Healing(doing.seat))


@known
class Xiongsuan(Stepwise):
    """Once a match, for a hand card: one damage to one of the kingdom, three cards; a spent skill comes back.

    A limited skill of that player's comes back once the turn is over.
    """

    name = "xiongsuan"
    limited = True
    reading: ClassVar[tuple[str, str] | None] = ("xichou", "newer")

    def can(self, state: State, seat: Seat) -> bool:
        """With a hand card."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose the card and whom; hit, draw, choose which skill comes back."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(held(state, seat), kind="discard"))
            case 1:
                friends = [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]
                return doing.then(state, doing.choose(map(str, friends)), kept=(came[0],))
            case 2:
                paid, whom = str(doing.kept[0]), Seat(came[0])
                state = discarded(state, (paid,))
                return doing.then(
                    state, *lost(state, seat, (paid,)), Damage(whom, 1, seat), kept=(str(whom),)
                )
            case 3 if seat not in state.out:
                return doing.then(state, drawing(seat, 3))
            case 4 if doing.kept_seat() not in state.out:
                again = _spent(state, doing.kept_seat())
                return doing.then(state, doing.choose(again)) if again else done(state)
            case 5:
                return done(put(state, doing.kept_seat(), f"{RENEWED}{came[0]}", 1))
        return done(state)


def _spent(state: State, seat: Seat) -> list[str]:
    """Return a seat's limited skills that were used."""
    names = (what.removeprefix("limited.") for what, _ in state.counters.of_one(seat) if "limited." in what)
    return sorted(name for name in names if name in SKILLS)
