"""Jizhi, a skill of Huangyueying of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Draws, is_own
from engine.kit.resolving.frames import nearest
from engine.kit.resolving.moments import Firing


@known
class Jizhi(Draws):
    """Draws one for each trick that is used as what it is, a nullification, too."""

    name = "jizhi"
    moments = (Moment.USING, Moment.ANSWERED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner uses a trick that isn't delayed nor another card."""
        if firing.moment == Moment.ANSWERED:
            nullifies = firing.fact("name") == "wuxie-keji" and not firing.fact("as")
            return nullifies and is_own(firing, "seat", seat)
        using = nearest(state, Using)
        if not is_own(firing, "user", seat) or using is None or len(using.cards) != 1:
            return False
        one = card_of(using.cards[0])
        return one.kind is Kind.TRICK and one.name == using.name
