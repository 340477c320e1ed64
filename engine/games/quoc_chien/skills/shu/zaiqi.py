"""Zaiqi, a skill of Menghuo of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded, taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    OPENED,
    State,
    health_of,
    is_wounded,
    most_health,
    put,
    suit_of,
)
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Zaiqi(Stepwise):
    """Instead of drawing, a wounded owner turns up as many cards as the health that is lacking.

    Hearts heal one each; the owner takes the others.
    """

    name = "zaiqi"
    names = wording(en="Zaiqi", vi="Tái Khởi", ja="再起")
    text = wording(
        en=(
            "Wounded, instead of drawing turn up as many as you lack health: hearts heal, you keep the rest."
        ),
        vi="Khi bị thương, thay vì rút thì lật số lá bằng sinh lực thiếu: cơ thì hồi, còn lại giữ.",
        ja="負傷時、引く代わりに失った体力の数だけめくり、ハートは回復、残りを得る。",
    )
    moments = (Moment.PHASE_DRAW,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the draw phase of a wounded owner."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Turn up the cards."""
        state = put(state, use.seat, Count.NO_DRAW, 1)
        lacks = most_health(state, use.seat) - health_of(state, use.seat)
        return use.ask(state, Drawing(DECK, OPENED, lacks, refill=DISCARDS), self.turned_up)

    def turned_up(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Recover one health for each heart, and take the other cards."""
        seat = use.seat
        hearts = [card for card in cards if suit_of(state, seat, card) is Suit.HEART]
        state = discarded(state, hearts)
        for card in cards:
            if card not in hearts:
                state = taken(state, card, seat)
        return instead(state, *([Healing(seat, len(hearts))] if hearts else []))
