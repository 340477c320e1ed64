"""Juxiang, a skill of Zhurong of Shu."""

from collections.abc import Sequence

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DISCARDS, State
from engine.games.quoc_chien.skills.doing import Shunning, SkillUse, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Juxiang(Shunning):
    """Barbarians don't affect the owner. After another player's Barbarians the owner takes the card."""

    name = "juxiang"
    names = wording(en="Juxiang", vi="Cự Tượng", ja="巨象")
    text = wording(
        en="Nanman Ruqin doesn't affect you; take others' when it's over.",
        vi="Nam Man Nhập Xâm vô hiệu với bạn; lấy lá đó của người khác sau khi xong.",
        ja="南蛮入侵は効かず、ほかの人のものは解決後に得る。",
    )
    moments = (Moment.AIMED, Moment.USED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when Barbarians name the owner.

        It also returns True when another player's Barbarians lie on the discard pile after their use.
        """
        if firing.moment == Moment.AIMED:
            return Shunning.ready(self, game, state, firing, seat)
        anothers = not is_own(firing, "user", seat) and firing.fact("name") == "nanman-ruqin"
        pile = state.zones.known(DISCARDS)[: int(firing.fact("cards"))]
        return anothers and _on_top(pile)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take the owner out of the targets, or take the card."""
        if use.moment == Moment.AIMED:
            return Shunning.start(self, use, state)
        pile = state.zones.known(DISCARDS)
        # A draw by the reveal that Juxiang needed may have shuffled it into the deck.
        if not _on_top(pile):
            return done(state)
        return done(taken(state, pile[0], use.seat))

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return True for Barbarians."""
        return name == "nanman-ruqin"


def _on_top(pile: Sequence[str]) -> bool:
    return bool(pile) and card_of(pile[0]).name == "nanman-ruqin"
