"""Lijian, a skill of Diaochan of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, cards_of, gender_of
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep
from engine.kit.zones.box import CardId


@known
class Lijian(Stepwise):
    """Once a phase, for a card, the owner makes one of two other males duel the other."""

    name = "lijian"
    names = wording(en="Lijian", vi="Ly Gián", ja="離間")
    text = wording(
        en="For a card, one of two other males duels the other.",
        vi="Bỏ một lá: trong hai tướng nam khác, người này Quyết Đấu với người kia.",
        ja="1枚捨てて、ほかの男性2人を決闘させる。",
    )
    once = True
    gendered = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a card and there are two such males."""
        return bool(cards_of(state, seat)) and len(self._males(state, seat)) > 1

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner who is challenged."""
        return use.ask(state, use.choose(self._males(state, use.seat)), self.challenged)

    def challenged(self, use: SkillUse, state: State, target: Seat) -> FrameStep:
        """Ask the owner who challenges."""
        others = [one for one in self._males(state, use.seat) if one != target]
        return use.ask(state, use.choose(others), self.challenging, target)

    def challenging(self, use: SkillUse, state: State, user: Seat, target: Seat) -> FrameStep:
        """Ask the owner for the card that pays."""
        return use.ask(state, use.pay(cards_of(state, use.seat)), self.paid, target, user)

    def paid(
        self, use: SkillUse, state: State, cards: tuple[CardId, ...], target: Seat, user: Seat
    ) -> FrameStep:
        """Start the duel."""
        return after_discarding(state, use.seat, cards, Using(user, (), "juedou", (target,)))

    def _males(self, state: State, seat: Seat) -> list[Seat]:
        return [one for one in alive(state, seat, others=True) if gender_of(state, one) == "male"]
