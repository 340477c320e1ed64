"""Fangtian Huaji: weapon."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import CAREERIST, State, alive, is_away, put
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, nearest
from engine.kit.resolving.moments import Firing


@known
class SkyHalberd(Stepwise):
    """Phương Thiên Họa Kích: a Slash may have more targets, each of another kingdom or of none.

    Once one of them dodges, the Slash fails on the others.
    """

    name = "fangtian-huaji"
    moments = (Moment.USING, Moment.DODGED, Moment.USED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner uses a Slash, and when a lengthened Slash was dodged or is over."""
        if not is_own(firing, "user", seat) or firing.fact("name") not in SLASHES:
            return False
        lengthened = bool(state.counters[seat, Count.HALBERD])
        return bool(self._more(state, seat)) if firing.moment == Moment.USING else lengthened

    def forced(self, firing: Firing) -> bool:
        """Return True except where targets are added: only then the owner is asked."""
        return bool(firing.moment != Moment.USING)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask for another target, or end the Slash for the others, or forget it."""
        if use.moment == Moment.USED:
            return done(put(state, use.seat, Count.HALBERD, 0))
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        if use.moment == Moment.DODGED:
            return done(amended(state, Using, off=(*using.off, *using.targets[using.at :])))
        more = self._more(state, use.seat)
        return use.ask(state, use.choose_if_any(more), self.named, 1) if more else done(state)

    def named(self, use: SkillUse, state: State, whom: Seat | None, count: int) -> FrameStep:
        """Add the target, and ask for another one until the owner wants no more."""
        using = nearest(state, Using)
        if whom is None or using is None:
            return done(state)
        state = put(amended(state, Using, targets=(*using.targets, whom)), use.seat, Count.HALBERD, 1)
        more = self._more(state, use.seat)
        return use.ask(state, use.offer(more), self.named, count + 1) if more else done(state)

    def _more(self, state: State, seat: Seat) -> list[Seat]:
        using = nearest(state, Using)
        aimed = using.targets if using is not None else ()
        taken_ones = {kingdom_of(state, one) for one in aimed} - {None, CAREERIST}
        return [
            one
            for one in alive(state, seat, others=True)
            if one not in aimed
            and not is_away(state, one)
            and is_within(state, seat, one)
            and kingdom_of(state, one) not in taken_ones
        ]
