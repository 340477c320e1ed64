"""Lirang, a skill of Kongrong of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DISCARDS, State, alive
from engine.games.quoc_chien.skills.doing import Occasion, SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Lirang(Stepwise):
    """The owner may hand cards of the owner that were discarded to other players."""

    name = "lirang"
    names = wording(en="Lirang", vi="Lễ Nhượng", ja="礼譲")
    text = wording(
        en="When cards of yours are discarded, hand them to others.",
        vi="Khi bài của bạn bị bỏ, đưa chúng cho người khác.",
        ja="自分のカードが捨てられたとき、ほかの人に渡せる。",
    )
    moments = (Moment.LOST,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when cards of the owner have just come to the discard pile."""
        return is_own(firing, "seat", seat) and bool(self._cards(state, firing))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Begin with the first of these cards."""
        return use.first(state, (), self.next_card, *self._cards(state, use))

    def next_card(self, use: SkillUse, state: State, *cards: CardId) -> FrameStep:
        """Ask the owner who gets the next card, if anybody."""
        if not cards:
            return done(state)
        return use.ask(state, use.offer(alive(state, use.seat, others=True)), self.given, *cards)

    def given(self, use: SkillUse, state: State, whom: Seat | None, card: CardId, *rest: CardId) -> FrameStep:
        """Give the card to the player who was chosen."""
        return done(state) if whom is None else use.first(taken(state, card, whom), (), self.next_card, *rest)

    def _cards(self, state: State, moment: Occasion) -> list[CardId]:
        count = int(dict(moment.facts).get("thrown", 0))
        return list(state.zones.known(DISCARDS)[:count])
