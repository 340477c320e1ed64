"""Lianzi, a skill of Lord Sunquan of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moving import discarded, taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import DECK, DISCARDS, OPENED, State, alive, equipped, held, own
from engine.games.quoc_chien.resolving.playing import thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Lianzi(Stepwise):
    """Once a phase, for a hand card, the owner turns up cards and takes those of its type.

    It's one card for each equipment and beacon of the kingdom.
    """

    name = "lianzi"
    names = wording(en="Lianzi", vi="Liễm Tư", ja="斂資")
    text = wording(
        en=(
            "For a hand card turn up as many as your kingdom's equipment and beacons, take those of its type."
        ),
        vi="Bỏ một lá trên tay, lật số lá bằng trang bị và phong hỏa của thế lực, lấy những lá cùng loại.",
        ja="手札1枚を捨て、自勢力の装備と烽火の数だけめくり、同じ種類のカードを得る。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a hand card and the kingdom has an equipment or a beacon."""
        return bool(held(state, seat)) and self._count(state, seat) > 0

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the hand card."""
        return use.ask(state, use.choose(held(state, use.seat), kind="discard"), self.paid)

    def paid(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Turn up the cards."""
        state, above = thrown(state, use.seat, (card,))
        opening = Drawing(DECK, OPENED, self._count(state, use.seat), refill=DISCARDS)
        return use.first(state, (*above, opening), self.turned_up, card)

    def turned_up(self, use: SkillUse, state: State, paid: CardId) -> FrameStep:
        """Give the owner the cards of that type."""
        for card in state.zones.known(OPENED):
            ours = _type(card) == _type(paid)
            state = taken(state, card, use.seat) if ours else discarded(state, (card,))
        return done(state)

    def _count(self, state: State, seat: Seat) -> int:
        ours = [one for one in alive(state) if one == seat or are_friends(state, seat, one)]
        return sum(len(equipped(state, one)) for one in ours) + state.zones.count(own(seat, "beacons"))


def _type(card: str) -> str:
    kind = card_of(card).kind
    return "equipment" if kind.is_equipment else "trick" if kind.is_trick else str(Kind.BASIC)
