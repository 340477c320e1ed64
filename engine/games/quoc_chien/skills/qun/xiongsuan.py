"""Xiongsuan, a skill of Lijueguosi of Qun."""

from typing import ClassVar

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import SKILLS, known
from engine.games.quoc_chien.position.state import State, alive, held, put
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import drawing, thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Xiongsuan(Stepwise):
    """Once a match, for a hand card, the owner hits a player of the kingdom and draws three.

    It deals one damage. A limited skill that this player has spent comes back once the turn is over.
    """

    name = "xiongsuan"
    names = wording(en="Xiongsuan", vi="Hung Toán", ja="凶算")
    text = wording(
        en=(
            "For a hand card, one damage to one of your kingdom and three cards for you; a limited skill "
            "that it has used comes back after the turn."
        ),
        vi=(
            "Bỏ một lá trên tay: gây một sát thương cho người cùng thế lực và rút ba lá; hết lượt, một "
            "kỹ năng hạn định họ đã dùng được dùng lại."
        ),
        ja=(
            "手札1枚を捨て、同じ勢力の1人に1ダメージを与えて3枚引く。"
            "その人が使った限定技能1つは手番の後に戻る。"
        ),
    )
    limited = True
    reading: ClassVar[tuple[str, str] | None] = ("xichou", "newer")

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a hand card."""
        return bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the hand card."""
        return use.ask(state, use.choose(held(state, use.seat), kind="discard"), self.paid)

    def paid(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Ask the owner who takes the damage."""
        seat = use.seat
        friends = [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]
        return use.ask(state, use.choose(friends), self.chosen, card)

    def chosen(self, use: SkillUse, state: State, whom: Seat, card: CardId) -> FrameStep:
        """Discard the card and deal the damage."""
        state, above = thrown(state, use.seat, (card,))
        frames = (*above, Damage(whom, 1, use.seat))
        return use.first(state, frames, self.hit, whom)

    def hit(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Draw three cards, if the owner lives."""
        if use.seat in state.out:
            return done(state)
        return use.first(state, (drawing(use.seat, 3),), self.drew, whom)

    def drew(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner which spent skill comes back."""
        spent = _spent(state, whom) if whom not in state.out else []
        return use.ask(state, use.choose(spent), self.renewed, whom) if spent else done(state)

    def renewed(self, use: SkillUse, state: State, skill: str, whom: Seat) -> FrameStep:
        """Have the skill come back once the turn is over."""
        return done(put(state, whom, Family.RENEWED.of(skill), 1))


def _spent(state: State, seat: Seat) -> list[str]:
    """Return a seat's limited skills that were used."""
    found = (what for what, _ in state.counters.of_one(seat) if what.startswith(Family.LIMITED))
    names = (what.removeprefix(Family.LIMITED) for what in found)
    return sorted(name for name in names if name in SKILLS)
