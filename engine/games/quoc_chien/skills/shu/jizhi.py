"""Jizhi, a skill of Huangyueying of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Draws, is_own
from engine.kit.resolving.frames import nearest
from engine.kit.resolving.moments import Firing


@known
class Jizhi(Draws):
    """The owner draws one card for each trick that is used as it is printed, also a nullification."""

    name = "jizhi"
    names = wording(en="Jizhi", vi="Tập Trí", ja="集智")
    text = wording(
        en="Using a trick as what it is, draw one.",
        vi="Dùng một cẩm nang không trì hoãn đúng tên ghi trên lá thì rút một lá.",
        ja="遅延でない錦嚢をそのまま使うと1枚引く。",
    )
    moments = (Moment.USING, Moment.ANSWERED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner uses such a trick.

        It isn't delayed, and it isn't another card that counts as a trick.
        """
        if firing.moment == Moment.ANSWERED:
            nullifies = firing.fact("name") == "wuxie-keji" and not firing.fact("as")
            return nullifies and is_own(firing, "seat", seat)
        using = nearest(state, Using)
        if not is_own(firing, "user", seat) or using is None or len(using.cards) != 1:
            return False
        one = card_of(using.cards[0])
        return one.kind is Kind.TRICK and one.name == using.name
