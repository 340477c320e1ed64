"""Quhu, a skill of Xunyu of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, health_of, held
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Quhu(Stepwise):
    """Once a phase, the owner compares points with a player of more health.

    If the owner wins, that player deals one damage to a player within range; if not, to the owner.
    """

    name = "quhu"
    names = wording(en="Quhu", vi="Khu Hổ", ja="駆虎")
    text = wording(
        en=(
            "Compare points with somebody of more health: winning, that player hits one within its "
            "range; losing, it hits you."
        ),
        vi=(
            "Đọ điểm với người nhiều sinh lực hơn: thắng thì người đó gây một sát thương cho một "
            "người trong tầm của họ; thua thì họ gây một sát thương cho bạn."
        ),
        ja="体力の多い人と点を比べ、勝てばその人が射程内の1人に、負ければ自分に1ダメージを与える。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner and such a player have hand cards."""
        return bool(held(state, seat)) and bool(self._stronger(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player to compare points with."""
        return use.ask(state, use.choose(self._stronger(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, wolf: Seat) -> FrameStep:
        """Compare points with the chosen player."""
        return use.ask(state, Comparing(use.seat, wolf), self.compared, wolf)

    def compared(self, use: SkillUse, state: State, won: bool, wolf: Seat) -> FrameStep:
        """Ask the owner who takes the damage; after a loss it's the owner."""
        if not won:
            return instead(state, Damage(use.seat, 1, wolf))
        near = [one for one in alive(state, use.seat) if is_within(state, wolf, one)]
        return use.ask(state, use.choose(near), self.hit, wolf) if near else done(state)

    def hit(self, use: SkillUse, state: State, whom: Seat, wolf: Seat) -> FrameStep:
        """Have the chosen player deal the damage."""
        return instead(state, Damage(whom, 1, wolf))

    def _stronger(self, state: State, seat: Seat) -> list[Seat]:
        others = alive(state, seat, others=True)
        return [one for one in others if held(state, one) and health_of(state, one) > health_of(state, seat)]
