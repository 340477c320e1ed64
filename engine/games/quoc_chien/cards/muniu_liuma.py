"""Muniu Liuma: treasure."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind
from engine.games.quoc_chien.position.moving import moved
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import CARGO, State, equipment_of, held, others, own
from engine.games.quoc_chien.resolving.equipping import laid_before
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.zones.box import CardId


@known
class WoodenOx(Stepwise):
    """Mộc Ngưu Lưu Mã: once a phase the owner puts a hand card under it.

    It may then pass to a player without a treasure, with all cards under it.
    """

    name = "muniu-liuma"
    once = True
    under = CARGO

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a hand card."""
        return bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which card."""
        return use.ask(state, use.choose(held(state, use.seat), secret=True), self.loaded)

    def loaded(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Put the card under the ox; ask the owner whether the ox passes on."""
        seat = use.seat
        state = moved(state, card, own(seat, self.under))
        free = others(state, seat, lambda state, one: equipment_of(state, one, Kind.TREASURE) is None)
        return use.ask(state, use.offer(free).after(*lost(state, seat, (card,))), self.passed_on)

    def passed_on(self, use: SkillUse, state: State, whom: Seat | None) -> FrameStep:
        """Lay the ox before that player."""
        ox = equipment_of(state, use.seat, Kind.TREASURE)
        if whom is None or ox is None:
            return done(state)
        state, above = laid_before(state, ox, whom)
        return instead(state, *above)
