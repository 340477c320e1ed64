"""Qingcheng, a skill of Zoushi of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import PLACES, State, alive, cards_of, general, general_in, shown
from engine.games.quoc_chien.resolving.playing import thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Qingcheng(Stepwise):
    """For an equipment the owner hides one general of a player who has both shown."""

    name = "qingcheng"
    names = wording(en="Qingcheng", vi="Khuynh Thành", ja="傾城")
    text = wording(
        en="For an equipment, hide a general of a player with both shown.",
        vi="Bỏ một trang bị, úp một tướng của người đã lật cả hai.",
        ja="装備1枚を捨て、両方公開した人の武将1枚を伏せる。",
    )

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has an equipment and there is such a player."""
        return bool(self._worn(state, seat)) and bool(self._others(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player whose general is hidden."""
        return use.ask(state, use.choose(self._others(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner for the equipment that pays."""
        return use.ask(state, use.pay(self._worn(state, use.seat)), self.paid, whom)

    def paid(self, use: SkillUse, state: State, cards: tuple[str, ...], whom: Seat) -> FrameStep:
        """Ask the owner which general is hidden."""
        state, above = thrown(state, use.seat, cards)
        places = use.choose(_hideable(state, whom))
        return use.ask(state, places.after(*above), self.hid, whom)

    def hid(self, use: SkillUse, state: State, place: str, whom: Seat) -> FrameStep:
        """Turn the general face down."""
        return done(altered(state, zones=state.zones.turned(str(general_in(state, whom, place)), up=False)))

    def _worn(self, state: State, seat: Seat) -> list[CardId]:
        return [card for card in cards_of(state, seat) if card_of(card).kind.is_equipment]

    def _others(self, state: State, seat: Seat) -> list[Seat]:
        others = alive(state, seat, others=True)
        return [one for one in others if len(shown(state, one)) == len(PLACES) and _hideable(state, one)]


def _hideable(state: State, seat: Seat) -> list[str]:
    """Return the places of a seat's generals that can be hidden: a lord can't."""
    found = ((place, general(state, seat, place)) for place in PLACES)
    return [place for place, one in found if one is not None and not one.is_lord]
