"""Cunsi, a skill of Mifuren of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import PLACES, State, alive, general, put
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Cunsi(Stepwise):
    """The owner removes this general to give a player Yongjue.

    If that is another player, they draw two cards.
    """

    name = "cunsi"
    names = wording(en="Cunsi", vi="Tồn Tự", ja="存嗣")
    text = wording(
        en="Remove this general: a player has Yongjue, and draws two if it's another.",
        vi="Loại bỏ tướng này: một người có Dũng Quyết; nếu không phải bạn thì người đó rút hai lá.",
        ja="この武将を外し、1人が勇決を得る。ほかの人なら2枚引く。",
    )

    def can(self, state: State, seat: Seat) -> bool:
        """Return True while the general is there."""
        return True

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player who gets Yongjue."""
        return use.ask(state, use.choose(alive(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Remove the general."""
        place = next((one for one in PLACES if self._is_in(state, use.seat, one)), "head")
        return use.first(state, (Removing(use.seat, place),), self.removed, whom)

    def removed(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Give Yongjue to the player, and two cards if it's another."""
        state = put(state, whom, Family.GIVEN.of("yongjue"), 1)
        return instead(state, *([drawing(whom, 2)] if whom != use.seat else []))

    def _is_in(self, state: State, seat: Seat, place: str) -> bool:
        found = general(state, seat, place)
        return found is not None and self.name in found.skills
