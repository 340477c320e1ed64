"""Shelie, a skill that Jiahe gives."""

from engine.games.quoc_chien.content.cards import Suit, card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moving import all_taken, discarded
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import DECK, DISCARDS, OPENED, State, put
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import InDrawPhase
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Shelie(InDrawPhase):
    """Instead of drawing, the owner turns up five cards and takes one of each suit."""

    name = "shelie"
    names = wording(en="Shelie", vi="Thiệp Liệp", ja="渉猟")
    text = wording(
        en="Instead of drawing turn up five and take one of each suit.",
        vi="Thay vì rút, lật năm lá và lấy mỗi chất một lá.",
        ja="引く代わりに5枚めくり、スートごとに1枚得る。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Turn up five cards instead of drawing."""
        opening = Drawing(DECK, OPENED, 5, refill=DISCARDS)
        return use.ask(put(state, use.seat, Count.NO_DRAW, 1), opening, self.picked)

    def picked(self, use: SkillUse, state: State, cards: tuple[CardId, ...], *suits: Suit) -> FrameStep:
        """Take the card of the last suit, and choose one of the next."""
        state = all_taken(state, cards if suits else (), use.seat)
        opened = state.zones.known(OPENED)
        for suit in (one for one in Suit if one not in suits):
            of_it = [card for card in opened if card_of(card).suit is suit]
            if of_it:
                return use.ask(state, use.choose_some(of_it, 1, 1), self.picked, *suits, suit)
        return done(discarded(state, opened))
