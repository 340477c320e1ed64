"""Xuanlue, a skill of Lingtong of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, equipped
from engine.games.quoc_chien.resolving.equipping import lacking, laid_before
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId

CARDS = 3
"""The most equipments that may move."""


@known
class Xuanlue(Stepwise):
    """Once a match, the owner lays up to three equipments before other players.

    They are taken from players' equipment.
    """

    name = "xuanlue"
    names = wording(en="Xuanlue", vi="Tuyền Lược", ja="旋略")
    text = wording(
        en="Lay up to three equipments before other players.",
        vi="Dời tối đa ba trang bị sang người khác.",
        ja="場の装備を3枚までほかの人の前に移す。",
    )
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True until it was used, while an equipment can be moved."""
        return not state.counters[seat, Family.LIMITED.of("xuanlue")] and bool(self._movable(state))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Begin with the first of three equipments."""
        return self.next_card(use, state, CARDS)

    def next_card(self, use: SkillUse, state: State, left: int) -> FrameStep:
        """Ask the owner for an equipment; only the first one must be chosen."""
        among = self._movable(state)
        if not left or not among:
            return done(state)
        choice = use.choose_if_any(among) if left == CARDS else use.offer(among)
        return use.ask(state, choice, self.chosen, left)

    def chosen(self, use: SkillUse, state: State, card: CardId | None, left: int) -> FrameStep:
        """Choose the player who gets it."""
        if card is None:
            return done(state)
        return use.ask(state, use.choose(lacking(state, card, alive(state))), self.laid, left - 1, card)

    def laid(self, use: SkillUse, state: State, whom: Seat, left: int, card: CardId) -> FrameStep:
        """Lay the equipment there, then go on with the next one."""
        state, above = laid_before(state, card, whom)
        return use.first(state, above, self.next_card, left)

    def _movable(self, state: State) -> list[CardId]:
        worn = (card for one in alive(state) for card in equipped(state, one))
        return [card for card in worn if lacking(state, card, alive(state))]
