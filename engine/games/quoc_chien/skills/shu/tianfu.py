"""Tianfu, a skill of Jiangwei of Shu."""

from collections.abc import Iterable, Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.formation import queue
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Converted
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.skills.shu.kanpo import Kanpo
from engine.kit.resolving.frames import StackFrame


@known
class Tianfu(Kanpo):
    """As head, the owner may use black hand cards as nullifications.

    It holds while the player whose turn it is stands in the owner's queue.
    """

    name = "tianfu"
    names = wording(en="Tianfu", vi="Thiên Phúc", ja="天覆")
    text = wording(
        en="Queue: while whoever has the turn stands in it, black hand cards count as Wuxie Keji.",
        vi="Đội ngũ: khi người đang đi ở trong đội ngũ, lá đen trên tay dùng như Vô Giải Khả Kích.",
        ja="隊列：手番の人が隊列にいる間、黒の手札は無懈可撃として使える。",
    )
    only = "head"

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the black hand cards, each as a nullification, in such a turn."""
        if wanted == "wuxie-keji" and state.turn in queue(state, seat):
            yield from Kanpo.converts(self, state, seat, wanted, playing=playing)

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the call for a queue, where another player could lengthen it."""
        return summons(state, seat, self.name, siege=False)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frame of the call."""
        return (Summoning(seat, siege=False),)
