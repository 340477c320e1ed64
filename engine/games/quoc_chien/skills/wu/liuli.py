"""Liuli, a skill of Daqiao of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
)
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Occasion, SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, instead, nearest
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Liuli(Stepwise):
    """For a card moves a Slash on the owner to another within reach."""

    name = "liuli"
    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When a Slash names the owner, who has a card and somebody else within reach."""
        mine = is_own(firing, "target", seat) and firing.fact("name") in SLASHES
        return mine and bool(cards_of(state, seat)) and bool(self._others(state, firing, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose whom."""
        return use.ask(state, use.choose(self._others(state, use, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Pay."""
        return use.ask(state, use.pay(self._payments(state, use.seat, whom)), self.paid, whom)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Move the Slash: its moment comes again for the player that it names now."""
        state, above = thrown(state, use.seat, cards)
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        targets = tuple(whom if one == use.seat else one for one in using.targets)
        state = amended(state, Using, targets=targets, at=using.at - 1)
        return instead(state, *above)

    def _others(self, state: State, moment: Occasion, seat: Seat) -> list[Seat]:
        user = dict(moment.facts).get("user")
        near = (one for one in alive(state, seat, others=True) if self._payments(state, seat, one))
        using = nearest(state, Using)
        taken_already = using.targets if using is not None else ()
        return [one for one in near if one != user and one not in taken_already]

    def _payments(self, state: State, seat: Seat, whom: Seat) -> list[CardId]:
        """Return the cards without which somebody is still within the owner's reach."""
        cards = cards_of(state, seat)
        return [card for card in cards if is_within(state, seat, whom, without=frozenset({card}))]
