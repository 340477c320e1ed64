"""Dimeng, a skill of Lusu of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moving import all_taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, cards_of, held
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Dimeng(Stepwise):
    """Once a phase, two other players swap hands. The owner discards as many cards as the hands differ by."""

    name = "dimeng"
    names = wording(en="Dimeng", vi="Đế Minh", ja="締盟")
    text = wording(
        en="Two others swap hands; discard as many as they differ by.",
        vi="Hai người khác đổi bài trên tay; bạn bỏ số lá bằng chênh lệch.",
        ja="ほかの2人の手札を交換させ、差の数だけ捨てる。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True when two others' hands differ by no more cards than the owner has."""
        return bool(self._pairs(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the first player."""
        first = dict.fromkeys(one for pair in self._pairs(state, use.seat) for one in pair)
        return use.ask(state, use.choose(first), self.chosen)

    def chosen(self, use: SkillUse, state: State, one: Seat) -> FrameStep:
        """Ask the owner for the second player."""
        fits = [other for pair in self._pairs(state, use.seat) if one in pair for other in pair]
        return use.ask(
            state, use.choose(dict.fromkeys(other for other in fits if other != one)), self.both, one
        )

    def both(self, use: SkillUse, state: State, other: Seat, one: Seat) -> FrameStep:
        """Ask the owner for the cards that pay."""
        differ = abs(len(held(state, one)) - len(held(state, other)))
        return use.first(state, (Dropping(use.seat, differ, all_of_it=True),), self.paid, one, other)

    def paid(self, use: SkillUse, state: State, one: Seat, other: Seat) -> FrameStep:
        """Swap the two hands."""
        mine, theirs = held(state, one), held(state, other)
        state = all_taken(state, mine, other)
        state = all_taken(state, theirs, one)
        return instead(state, *lost(state, one, mine), *lost(state, other, theirs))

    def _pairs(self, state: State, seat: Seat) -> list[tuple[Seat, Seat]]:
        others, most = alive(state, seat, others=True), len(cards_of(state, seat))
        return [
            (one, other)
            for n, one in enumerate(others)
            for other in others[n + 1 :]
            if abs(len(held(state, one)) - len(held(state, other))) <= most
            and (held(state, one) or held(state, other))
        ]
