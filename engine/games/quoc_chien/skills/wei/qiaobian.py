"""Qiaobian, a skill of Zhanghe of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import moved
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, equipped, held, judged_on, others, own, put
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.equipping import lacking, laid_before
from engine.games.quoc_chien.resolving.laying import landing
from engine.games.quoc_chien.resolving.permitted import delayed_name
from engine.games.quoc_chien.resolving.playing import thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import is_skipped
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Qiaobian(Stepwise):
    """For a hand card the owner skips a phase.

    For the draw phase the owner takes a card each from up to two players; for the play phase the owner moves
    a card on the table.
    """

    name = "qiaobian"
    names = wording(en="Qiaobian", vi="Xảo Biến", ja="巧変")
    text = wording(
        en=(
            "For a hand card skip a phase; skipping the draw takes from up to two others, skipping play "
            "moves a card on the table."
        ),
        vi=(
            "Bỏ một lá trên tay để bỏ qua một giai đoạn; bỏ rút bài thì lấy của tối đa hai người, bỏ ra "
            "bài thì dời một lá trên bàn."
        ),
        ja="手札1枚を捨ててフェイズを飛ばす。ドローならほかの2人まで1枚ずつ得、使用なら場のカードを1枚移す。",
    )
    moments = (Moment.BEFORE_JUDGMENT, Moment.BEFORE_DRAW, Moment.BEFORE_PLAY, Moment.BEFORE_DISCARD)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True before such a phase of the owner, if it isn't skipped already.

        The owner must have a hand card.
        """
        mine = is_own(firing, "seat", seat) and not is_skipped(state, firing, seat)
        return mine and bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the hand card that pays."""
        return use.ask(state, use.pay(held(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Skip the phase; ask for the players to take from, or for the card to move."""
        seat, phase = use.seat, str(use.fact("phase"))
        state, above = thrown(state, seat, cards)
        state = put(state, seat, Family.SKIPPED.of(phase), 1)
        holding = others(state, seat, held)
        if phase == "draw" and holding:
            return use.ask(state, use.choose_some(holding, 0, 2).after(*above), self.robbed)
        if phase == "play":
            return use.ask(state, use.offer(_movable(state)).after(*above), self.chosen)
        return instead(state, *above)

    def robbed(self, use: SkillUse, state: State, seats: tuple[Seat, ...]) -> FrameStep:
        """Take one card of each of these players."""
        return instead(state, *(Robbing(use.seat, one, keeps=True, places=("hand",)) for one in seats))

    def chosen(self, use: SkillUse, state: State, card: str | None) -> FrameStep:
        """Ask the owner where the card goes."""
        if card is None:
            return done(state)
        to = [seat for seat in alive(state, use.seat) if _can_come(state, card, seat)]
        return use.ask(state, use.choose_if_any(to), self.laid, card)

    def laid(self, use: SkillUse, state: State, whom: Seat | None, card: str) -> FrameStep:
        """Lay the moved card there."""
        if whom is None:
            return done(state)
        if not _is_worn(state, card):
            state = moved(state, card, own(whom, "judgment"))
            return instead(state, landing(state, card, whom))
        state, above = laid_before(state, card, whom)
        return instead(state, *above)


def _movable(state: State) -> list[CardId]:
    found = (card for seat in alive(state) for card in (*equipped(state, seat), *judged_on(state, seat)))
    return [card for card in found if any(_can_come(state, card, seat) for seat in alive(state))]


def _can_come(state: State, card: str, seat: Seat) -> bool:
    """Tell whether a card before one player may lie before a seat, judged by the same name."""
    if not _is_worn(state, card):
        names = [delayed_name(state, other) for other in judged_on(state, seat)]
        return delayed_name(state, card) not in names
    return bool(lacking(state, card, (seat,)))


def _is_worn(state: State, card: str) -> bool:
    zone = state.zones.zone_of(card)
    return zone is not None and zone.name.endswith(".equipment")
