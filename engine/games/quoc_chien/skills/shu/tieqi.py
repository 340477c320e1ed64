"""Tieqi, a skill of Machao of Shu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import is_led, known
from engine.games.quoc_chien.position.state import State, held, suit_of
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import NamesTarget
from engine.games.quoc_chien.skills.occasions import undodgeable
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Tieqi(NamesTarget):
    """The owner judges for each target of a Slash: after red the target can't dodge."""

    name = "tieqi"
    names = wording(en="Tieqi", vi="Thiết Kỵ", ja="鉄騎")
    text = wording(
        en="When your Slash names a target, judge: red, it can't dodge.",
        vi="Khi Sát của bạn chỉ mục tiêu, phán xét: đỏ thì họ không thể dùng Thiểm.",
        ja="殺の対象が決まったとき判定し、赤なら閃を使えない。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Judge."""
        return use.ask(state, Judging(use.seat, self.name), self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Forbid dodging after red; after black, if Shouyue holds, ask the target for a card of that suit."""
        target = use.seat_of("target")
        if found is not None and found.suit.is_red:
            return done(undodgeable(state, target))
        if found is None or not is_led(state, use.seat):
            return done(state)
        fitting = [card for card in held(state, target) if suit_of(state, target, card) is found.suit]
        return use.ask(state, use.pay(fitting, 0, by=target), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Discard the target's card, or forbid dodging."""
        target = use.seat_of("target")
        if not cards:
            return done(undodgeable(state, target))
        return after_discarding(state, target, cards)
