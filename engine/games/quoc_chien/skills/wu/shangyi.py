"""Shangyi, a skill of Jiangqin of Wu."""

from collections.abc import Iterable
from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, general_in, held, hidden, is_red
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


class ShangyiSight(IntEnum):
    """The things that the owner may look at, by number."""

    HAND = 1
    GENERALS = 2


@known
class Shangyi(Stepwise):
    """Once a phase, the owner shows another player the hand, then looks at that player's hand or generals.

    Of the hand (1) the owner discards a black card; the generals (2) are only looked at.
    """

    name = "shangyi"
    names = wording(en="Shangyi", vi="Thượng Nghĩa", ja="尚義")
    text = wording(
        en=(
            "Show another your hand, then see its hand and discard a black card, or see its hidden generals."
        ),
        vi="Cho người khác xem bài trên tay, rồi xem bài họ và bỏ một lá đen, hoặc xem tướng úp của họ.",
        ja="ほかの人に手札を見せ、その手札を見て黒を1枚捨てさせるか、伏せた武将を見る。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a hand card and another player has something to look at."""
        return bool(held(state, seat)) and bool(self._others(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player to look at."""
        return use.ask(state, use.choose(self._others(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Show the chosen player the hand, and ask the owner what to look at."""
        state = _seen(state, held(state, use.seat), whom)
        has_both = {ShangyiSight.HAND: held(state, whom), ShangyiSight.GENERALS: hidden(state, whom)}
        return use.ask(state, use.choose(way for way, some in has_both.items() if some), self.seen, whom)

    def seen(self, use: SkillUse, state: State, sight: ShangyiSight, whom: Seat) -> FrameStep:
        """Show it to the owner; ask for a black card of the hand."""
        if sight is ShangyiSight.GENERALS:
            slugs = [str(general_in(state, whom, place)) for place in hidden(state, whom)]
            return done(_seen(state, slugs, use.seat))
        state = _seen(state, held(state, whom), use.seat)
        black = [card for card in held(state, whom) if not is_red(state, whom, card)]
        choice = use.choose(black, kind="discard", secret=True)
        return use.ask(state, choice, self.picked, whom) if black else done(state)

    def picked(self, use: SkillUse, state: State, card: CardId, whom: Seat) -> FrameStep:
        """Discard the black card."""
        return after_discarding(state, whom, (card,))

    def _others(self, state: State, seat: Seat) -> list[Seat]:
        others = alive(state, seat, others=True)
        return [one for one in others if held(state, one) or hidden(state, one)]


def _seen(state: State, cards: Iterable[str], by: Seat) -> State:
    zones = state.zones
    for card in cards:
        zones = zones.shown(str(card), (by,))
    return altered(state, zones=zones)
